/** Raise it with every change below: scores of another prompt are other scores. */
export const PROMPT_VERSION = 1;

/** A message of a chat. */
export interface Message {
  role: "system" | "user";
  content: string;
}

const fenced = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;

const JUDGE =
  "You judge Python functions by whether they do, for every input, exactly what is asked. " +
  "Some candidates differ from a correct function by a single small bug.";

/** Asks for one number from 0 (wrong) to 10 (surely right). */
export const scorePrompt = (query: string, code: string): Message[] => [
  { role: "system", content: JUDGE },
  {
    role: "user",
    content: `Task: ${query}\n\nCandidate:\n${fenced(code)}\n\nHow sure are you that the candidate does what is asked, from 0 (it does not) to 10 (it surely does)? Answer with the number only.`,
  },
];

/** Asks for yes or no, whose log-probabilities are the score. */
export const yesPrompt = (query: string, code: string): Message[] => [
  { role: "system", content: JUDGE },
  {
    role: "user",
    content: `Task: ${query}\n\nCandidate:\n${fenced(code)}\n\nDoes the candidate do what is asked for every input? Answer yes or no.`,
  },
];

/** Asks for an order of numbered candidates, best first, such as `[3] > [1] > [2]` (RankGPT: Sun et al., EMNLP 2023). */
export const listPrompt = (query: string, codes: readonly string[]): Message[] => [
  { role: "system", content: JUDGE },
  {
    role: "user",
    content:
      `Task: ${query}\n\n` +
      codes.map((code, index) => `[${index + 1}]\n${fenced(code)}`).join("\n\n") +
      `\n\nOrder all ${codes.length} candidates by how surely they do what is asked, the surest first. Answer with their numbers only, such as [2] > [1].`,
  },
];
