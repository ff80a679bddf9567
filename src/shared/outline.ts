/** The argument of the site in reading order: sidebar, previous/next and the numbering on each page come from here. */

export interface OutlinePage {
  /** Page path under `src`, without extension. */
  path: string;
  /** Short name for the sidebar. */
  name: string;
  /** The question that the page answers, shown on the links that lead to it. */
  question: string;
}

export interface OutlineSection {
  name: string;
  pages: readonly OutlinePage[];
}

export const HOME: OutlinePage = {
  path: "/index",
  name: "The finding",
  question: "Does code retrieval find code that works?",
};

export const OUTLINE: readonly OutlineSection[] = [
  {
    name: "Near-clones",
    pages: [
      page("near-clones/leaderboard", "Leaderboard", "How often does code that works come first?"),
      page("near-clones/misses", "Misses", "What stands at rank 1 instead?"),
      page("near-clones/density", "Pool density", "How much does the first near-clone cost?"),
      page("near-clones/gap", "Similarity gap", "By how much does broken code win?"),
      page("near-clones/deception", "Deception", "Which bugs deceive, and which do not?"),
      page("near-clones/edit-size", "Edit size", "Is a larger edit easier to see?"),
      page("near-clones/stacked", "Stacked edits", "Do two, three, four bugs give themselves away?"),
      page("near-clones/paired", "Paired comparisons", "Which differences between systems are real?"),
      page("near-clones/difficulty", "Difficulty", "Do all systems fail on the same tasks?"),
      page("near-clones/identity", "Identity", "Does ranking by identity give the same winner?"),
      page("near-clones/economics", "Economics", "What does such a benchmark cost to make?"),
      page("near-clones/claims", "Claims", "Which published claims hold here?"),
      page("near-clones/explorer", "Explorer", "See any query, any system, any edit"),
    ],
  },
  {
    name: "Ablations",
    pages: [
      page("ablations/dtype", "Number format", "Does int8 rank differently from fp32?"),
      page("ablations/prefix", "Query prefix", "What does the prefix of the query change?"),
      page("ablations/passage-text", "Passage text", "What does the model read in a function?"),
      page("ablations/overlap", "Lexical overlap", "How much is just shared words?"),
      page("ablations/controls", "Other near-clones", "Is it the near-clones, or just a larger pool?"),
      page("ablations/function-length", "Function length", "Are long functions harder to find?"),
      page("ablations/likelihood", "Likelihood", "Does a language model prefer code that works?"),
      page("ablations/rerankers", "Rerankers", "Does a second stage repair rank 1?"),
    ],
  },
  {
    name: "Code-RAG over Kafka",
    pages: [
      page("kafka/paraphrases", "Paraphrases", "What if people ask in other words?"),
      page("kafka/interference", "Interference", "What do near-namesakes cost?"),
      page("kafka/chunking", "Chunking", "Does the way code is cut matter?"),
      page("kafka/bootstrap", "Top cluster", "Does the leader really lead?"),
      page("kafka/evolution", "Evolution", "When does a conclusion stop changing?"),
      page("kafka/gold", "Gold questions", "Who says which file is right?"),
      page("kafka/explorer", "Kafka explorer", "See any question and its files"),
      page("kafka/claims", "Kafka claims", "Which published claims hold here?"),
    ],
  },
  {
    name: "Method",
    pages: [
      page("method/dataset", "Dataset", "Where do the tasks come from?"),
      page("method/tasks", "Browse the tasks", "What exactly is asked?"),
      page("method/execution", "Execution", "What does “works” mean?"),
      page("method/models", "Systems", "How is each system invoked?"),
      page("method/reproduce", "Reproduce", "How do I get these figures on my machine?"),
      page("method/changes", "Changes", "What changed since the last build?"),
      page("method/fork", "Fork", "How do I add a page, a model, a dataset?"),
    ],
  },
];

function page(path: string, name: string, question: string): OutlinePage {
  return { path: `/${path}`, name, question };
}

/** The sections with only the pages that `exists` accepts; empty sections fall away. */
export function existingOutline(exists: (path: string) => boolean): OutlineSection[] {
  return OUTLINE.map((section) => ({
    ...section,
    pages: section.pages.filter(({ path }) => exists(path)),
  })).filter(({ pages }) => pages.length > 0);
}

/** Neighbours of a page in the argument, home first; undefined at the ends and for pages outside the outline. */
export function neighbours(
  sections: readonly OutlineSection[],
  path: string,
): { previous: OutlinePage | undefined; next: OutlinePage | undefined } {
  const pages = [HOME, ...sections.flatMap((section) => section.pages)];
  const at = pages.findIndex((candidate) => candidate.path === path);
  if (at < 0) return { previous: undefined, next: undefined };
  return { previous: pages[at - 1], next: pages[at + 1] };
}
