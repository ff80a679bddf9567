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

function label(selector: string, name: string): void {
  document.querySelector(selector)?.setAttribute("aria-label", name);
}

document.addEventListener("DOMContentLoaded", () => {
  // A list may hold only items: the close button of the sidebar moves out of it.
  const close = document.querySelector("#observablehq-sidebar-close");
  if (close) close.closest("nav")?.prepend(close);
  label("#observablehq-sidebar", "Pages");
  label("#observablehq-search input", "Search all pages");
  label("#observablehq-sidebar-toggle", "Show or hide the list of pages");
  document.querySelector(".observablehq-link-active a")?.setAttribute("aria-current", "page");

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
