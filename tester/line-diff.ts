/** The lines in which two texts differ. */

export interface LineChange {
  readonly kind: "removed" | "added";
  /** In the old text if removed, in the new one if added; from 1. */
  readonly line: number;
  readonly text: string;
}

/** Beyond this many pairs of lines, everything between the first and the last difference counts as changed. */
const MAX_CELLS = 4_000_000;

export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

export function lineDiff(before: string, after: string): readonly LineChange[] {
  const [old, current] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, current.length);
  let start = 0;
  while (start < shortest && old[start] === current[start]) start++;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === current.at(-1 - end)) end++;
  const removed = old.slice(start, old.length - end);
  const added = current.slice(start, current.length - end);
  const kept = removed.length * added.length <= MAX_CELLS ? commonLines(removed, added) : [];
  const [keptOld, keptNew] = [new Set(kept.map(([i]) => i)), new Set(kept.map(([, j]) => j))];
  const changes = [...changesOf("removed", removed, keptOld, start), ...changesOf("added", added, keptNew, start)];
  return changes.sort((a, b) => a.line - b.line || (a.kind === "removed" ? -1 : 1));
}

const changesOf = (kind: LineChange["kind"], lines: readonly string[], kept: ReadonlySet<number>, start: number) =>
  lines.flatMap((text, i) => (kept.has(i) ? [] : [{ kind, line: start + i + 1, text }]));

/** A longest common subsequence, as pairs of indexes. */
function commonLines(old: readonly string[], current: readonly string[]): [number, number][] {
  const width = current.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = current.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === current[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < old.length && j < current.length; ) {
    if (old[i] === current[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
