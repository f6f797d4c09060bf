/** Finds the known word that a misspelt word probably means. */

/** Longer words are not compared. */
const MAX_LENGTH = 40;

/**
 * The first of `known` that differs from `written` in at most `mistakes(word)` letters: changed, missing, added or swapped.
 * Compares the letters only, ignoring case.
 */
export function nearest(
  written: string,
  known: readonly string[],
  mistakes: (letters: string) => number,
): string | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const letters = lettersOf(written);
  return known.find((word) => {
    const wanted = lettersOf(word);
    const limit = mistakes(wanted);
    return Math.abs(wanted.length - letters.length) <= limit && distance(wanted, letters) <= limit;
  });
}

const lettersOf = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Optimal string alignment distance: Levenshtein's, in which two swapped letters are one mistake. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
