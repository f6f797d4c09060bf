// Rules of which thousands match a path up to their last segment: the worst that is known for one decision (docs/performance.md, the
// worst case). bench/worst.mjs times them, and test/slow/core/engine/hostile.test.ts bounds their steps.

export const numbers = (count) => Array.from({ length: count }, (_, i) => i);
export const repeat = (text, bytes) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
export const name = (i) => `a${10_000 + i}`;
export const names = (count, letter = "a") => numbers(count).map((i) => `${letter}${10_000 + i}`);
export const rules = (count, tailOf) => names(count).map((one, i) => `/*${one}*${tailOf(i)}`);

const fifteen = "a".repeat(15);

/** Each: the patterns, and what follows the slash of the path. @param binary 65,000 letters `a` and `b` without an order */
export function reachingRules(binary) {
  const between = (from, bytes) => binary.slice(from, from + bytes);
  return {
    tailAbsent: [rules(10_000, () => "b"), names(10_000).join("")],
    tailAtTheEnd: [rules(10_000, () => "b"), `${names(10_000).join("")}b`],
    tailsThatBeginAlike: [rules(10_000, (i) => `b${i}`), names(10_000).join("")],
    tailsThatStandEarlier: [rules(10_000, (i) => name(Math.max(0, i - 1))), names(10_000).join("")],
    tailsThatEndThePath: [rules(10_000, (i) => `bbb${i}`), names(10_000).join("") + repeat("b", 4000)],
    segmentBetweenTwo: [rules(5000, (i) => `b${10_000 + i}*c`), `${names(5000).join("")}${names(5000, "b").join("")}c`],
    beginningsOfEachOther: [numbers(900).map((i) => `/*${"a".repeat(i + 1)}*b${i}`), repeat("a", 65_000)],
    beginningsAndOtherRuns: [
      numbers(1900).map(
        (i) => `/*${repeat("aaaaab", i / 4 + 1)}*${"a".repeat((i * 7) % 16)}b${"a".repeat((i * 5) % 16)}`,
      ),
      repeat("aaaaab", 65_000),
    ],
    halvesEverywhere: [
      rules(6000, () => `${fifteen}b${fifteen}`),
      names(6000).join("") + repeat(`${fifteen}bcb${fifteen}c`, 29_000),
    ],
    piecesOfPeriodicText: [
      rules(4000, (i) => between(i % 100, 16) + between(Math.floor(i / 100), 15)),
      names(4000).join("") + repeat(between(0, 100), 40_000),
    ],
    twoLettersShort: [numbers(8000).map((i) => `/*${between(i, 14)}*${between(20_000 + i, 20)}`), between(0, 8150)],
    twoLetters: [numbers(8000).map((i) => `/*${between(5 * i, 14)}*${between(20_000 + i, 19)}b`), binary],
  };
}
