/** What every target is: bytes in, silence or a disagreement out. */
import type { Input, Kind } from "./input.ts";

/** Two that should say the same did not, or a promise was broken. `what` stays the same while an input is minimized. */
export class Disagreement extends Error {
  readonly what: string;

  constructor(what: string, wanted: unknown, got: unknown) {
    super(`${what}: expected ${JSON.stringify(wanted)}; got ${JSON.stringify(got)}`);
    this.name = "Disagreement";
    this.what = what;
  }
}

export interface Outcome {
  /** How many cases the input was; what one is differs by target (docs/fuzzing.md). */
  readonly cases: number;
  /** What happened, in few words: an input that shows a new one is kept. */
  readonly features: readonly string[];
}

export interface Target {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly seeds: () => readonly Input[];
  /** @throws Disagreement, or whatever should never have been thrown. */
  readonly check: (input: Input) => Outcome;
  /** More features, at a cost that only some inputs are worth. */
  readonly probe?: (input: Input) => readonly string[];
}

export function expectSame(what: string, wanted: unknown, got: unknown): void {
  if (wanted !== got && JSON.stringify(wanted) !== JSON.stringify(got)) throw new Disagreement(what, wanted, got);
}

export function expectTrue(what: string, holds: boolean, got: unknown): void {
  if (!holds) throw new Disagreement(what, true, got);
}
