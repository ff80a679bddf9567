// Compiled into the head of every page by the site's configuration; runs before anything is drawn.

// The generated shell lacks a language and forbids zooming; readers need both.
document.documentElement.lang = "en";
document.querySelector("meta[name=viewport]")?.setAttribute("content", "width=device-width, initial-scale=1");

// Fonts are local files whose names carry a digest: the links in the head know them, a stylesheet cannot.
for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-family]")) {
  const source = `url("${link.href}")`;
  document.fonts.add(
    new FontFace(link.dataset["family"] ?? "", source, { weight: "100 900", display: "swap" }),
  );
}

/** A button where the generated shell has a label for a hidden checkbox, which no keyboard reaches. */
function toggleButton(button: HTMLElement, name: string): void {
  button.setAttribute("aria-label", name);
  button.addEventListener("click", () => {
    document.querySelector<HTMLElement>("#observablehq-sidebar-toggle")?.click();
    const opened = button.id === "menu-button";
    document.querySelector<HTMLElement>(opened ? "#observablehq-sidebar a" : "#menu-button")?.focus();
  });
}

document.addEventListener("DOMContentLoaded", () => {
  const sidebar = document.querySelector("#observablehq-sidebar");
  sidebar?.setAttribute("aria-label", "Pages");
  document.querySelector("#observablehq-search input")?.setAttribute("aria-label", "Search all pages");
  document.querySelector(".observablehq-link-active a")?.setAttribute("aria-current", "page");

  // A list may hold only items, so the button that closes it stands before it.
  document.querySelector("#observablehq-sidebar-close")?.remove();
  const close = document.createElement("button");
  close.id = "observablehq-sidebar-close";
  close.type = "button";
  sidebar?.prepend(close);
  toggleButton(close, "Hide the list of pages");
  const open = document.querySelector<HTMLElement>("#menu-button");
  if (open) toggleButton(open, "Show the list of pages");

  const skip = document.createElement("a");
  skip.href = "#observablehq-main";
  skip.className = "skip-link";
  skip.textContent = "Skip to the page";
  document.body.prepend(skip);

  if (location.protocol === "file:") {
    const note = document.createElement("p");
    note.className = "notice";
    note.textContent =
      "Browsers do not run the scripts of pages opened as files. Serve this folder instead, for example with " +
      "“python3 -m http.server” inside it, and open the address it prints.";
    document.querySelector("#observablehq-main")?.prepend(note);
  }
});
