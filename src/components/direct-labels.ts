/**
 * Positions for labels at the end of lines: as near as possible to `targets`, at least `gap` apart, inside [low, high].
 * Returned in the order of the targets.
 */
export function spreadLabels(targets: readonly number[], gap: number, low: number, high: number): number[] {
  const order = targets.map((_, index) => index).sort((a, b) => targets[a]! - targets[b]!);
  // Blocks of touching labels, each centered on the mean of what its members want, merged while they overlap.
  const blocks: { members: number[]; center: number }[] = [];
  const room = (size: number): [number, number] => [
    low + ((size - 1) * gap) / 2,
    high - ((size - 1) * gap) / 2,
  ];
  const place = (members: number[]): { members: number[]; center: number } => {
    const wanted = members.reduce((sum, index) => sum + targets[index]!, 0) / members.length;
    const [least, most] = room(members.length);
    return { members, center: Math.min(Math.max(wanted, least), Math.max(least, most)) };
  };
  const span = (block: { members: number[] }): number => ((block.members.length - 1) * gap) / 2;
  for (const index of order) {
    let block = place([index]);
    for (let last = blocks.at(-1); last; last = blocks.at(-1)) {
      if (block.center - span(block) - (last.center + span(last)) >= gap) break;
      blocks.pop();
      block = place([...last.members, ...block.members]);
    }
    blocks.push(block);
  }
  const positions = new Array<number>(targets.length);
  for (const block of blocks) {
    block.members.forEach((index, at) => (positions[index] = block.center - span(block) + at * gap));
  }
  return positions;
}
