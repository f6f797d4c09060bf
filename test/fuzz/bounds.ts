/** How long the fuzzer stays with a target: until the first of two bounds that options set. */

const USUAL_CASES = 20_000;

export interface Bounds {
  readonly maxCases: number;
  readonly maxMs: number;
}

export function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new RangeError(`--${name}: expected a number; got ${text}`);
}

/** A run of so many seconds makes as many cases as it can. */
export function boundsOf(cases: string | undefined, seconds: string | undefined): Bounds {
  const usual = seconds === undefined ? USUAL_CASES : Infinity;
  return {
    maxCases: cases === undefined ? usual : numberOf("cases", cases),
    maxMs: seconds === undefined ? Infinity : numberOf("seconds", seconds) * 1000,
  };
}
