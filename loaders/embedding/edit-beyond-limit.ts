/**
 * Whether an edit of a passage lies wholly beyond what a model sees, so that the mutant's vector equals the canonical's
 * and their order is the tie rule's.
 * @param editOffset UTF-16 offset in the canonical at which the edit starts
 * @param visibleCharacters of the canonical, as frozen with its vector
 * @param length of the canonical
 */
export function isEditBeyondLimit(editOffset: number, visibleCharacters: number, length: number): boolean {
  return visibleCharacters < length && editOffset >= visibleCharacters;
}
