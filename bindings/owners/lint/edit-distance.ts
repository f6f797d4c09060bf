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
  const letters = onlyLetters(written);
  return known.find((word) => isNear(onlyLetters(word), letters, mistakes(onlyLetters(word))));
}

const onlyLetters = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, "");
