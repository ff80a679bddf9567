import { count } from "../shared/format.js";
import type { Control } from "./bind-url.js";
import { element } from "./element.js";
import { nothingFound } from "./empty-state.js";

export interface Question {
  query: string;
  /** What the reader sees first: the question's beginning, or the function's name where the text is absent. */
  text: string;
  /** Rank of the first result that works, 0 where none does. */
  rank: number;
}

const LIMIT = 150;

export interface QuestionListOptions {
  /** Fetches whole questions, once a reader searches: the list itself holds their beginnings. */
  fullTexts?: () => Promise<readonly { query: string; text: string }[]>;
  /** The last rank that counts as solved; 1 unless told. */
  solvedTo?: number;
  /** What is ranked, as a question's mark names it. */
  sought?: string;
}

/** Questions to choose from, searched as the reader types; the value is the chosen task id. */
export function questionList(
  questions: readonly Question[],
  { fullTexts, solvedTo = 1, sought = "result that works" }: QuestionListOptions = {},
): Control<string> {
  let chosen = questions[0]?.query ?? "";
  let texts: ReadonlyMap<string, string> = new Map();
  const search = element<HTMLInputElement>`<input type="search" placeholder="Search questions" aria-label="Search questions">`;
  const list = element`<ol class="questions" aria-label="Questions"></ol>`;
  const status = element`<p class="question-count" role="status"></p>`;
  const node = element`<div class="question-list">${search}${status}${list}</div>`;

  function matching(): Question[] {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return questions.filter(({ query, text }) => {
      const whole = `${query} ${texts.get(query) ?? text}`.toLowerCase();
      return words.every((word) => whole.includes(word));
    });
  }

  function draw(): void {
    const found = matching();
    const shown = found.slice(0, LIMIT);
    status.textContent = `${count(found.length)} ${found.length === 1 ? "question" : "questions"}${found.length > LIMIT ? `, the first ${LIMIT} listed` : ""}`;
    list.replaceChildren(...shown.map((question) => element`<li>${item(question)}</li>`));
    if (shown.length === 0)
      list.replaceChildren(element`<li>${nothingFound("Try fewer words, or another filter.")}</li>`);
  }

  function item({ query, text, rank }: Question): HTMLElement {
    const works = rank > 0 && rank <= solvedTo;
    const button = element<HTMLButtonElement>`<button type="button" aria-current=${query === chosen ? "true" : null}>
      <span class=${`rank-mark ${works ? "passes" : "fails"}`} title=${rank === 0 ? `no ${sought} was found` : `first ${sought}: rank ${rank}`}>${rank === 0 ? "–" : rank}</span>
      <span class="question-text">${text}<small>${query}</small></span>
    </button>`;
    button.addEventListener("click", () => choose(query));
    return button;
  }

  function choose(query: string): void {
    chosen = query;
    for (const button of list.querySelectorAll("button")) {
      const here = button.querySelector("small")?.textContent === query;
      if (here) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    node.dispatchEvent(new Event("input", { bubbles: true }));
  }

  search.addEventListener(
    "focus",
    () =>
      void fullTexts?.().then((rows) => {
        texts = new Map(rows.map(({ query, text }) => [query, text]));
        if (search.value !== "") draw();
      }),
    { once: true },
  );
  search.addEventListener("input", (event) => {
    event.stopPropagation();
    draw();
  });
  Object.defineProperty(node, "value", {
    get: () => chosen,
    set: (query: string) => {
      chosen = questions.some((question) => question.query === query) ? query : (questions[0]?.query ?? "");
      draw();
      // Brings a linked question into the list's own view without moving the page.
      const current = list.querySelector<HTMLElement>("[aria-current]");
      if (current) list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - 40);
    },
  });
  draw();
  return node as unknown as Control<string>;
}
