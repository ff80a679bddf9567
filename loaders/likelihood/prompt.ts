/**
 * How a language model is asked. Fixed, with the rules in this folder's README, before it had scored any task of our own.
 *
 * A base model continues text, so the query stands where people write what a file is for: in the docstring that opens a
 * Python module, before imports and functions. Nothing instructs, nothing names a language or a task.
 */
export const PROMPT_FORMAT = '"""{query}"""\n\n{code}';

/** What stands before the code when it is scored given its query; alone it follows the model's beginning-of-text token. */
export function promptBefore(query: string): string {
  const before = PROMPT_FORMAT.slice(0, PROMPT_FORMAT.indexOf("{code}"));
  return before.replace("{query}", () => query.trim());
}
