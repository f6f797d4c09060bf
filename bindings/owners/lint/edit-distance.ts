/** Finds the known word that a misspelt word probably means. */
import { isNear } from "../../base/options.ts";

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
  return known.find((word) => isNear(lettersOf(word), letters, mistakes(lettersOf(word))));
}

const lettersOf = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, "");
