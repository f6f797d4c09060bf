/**
 * A canonical pattern as a state machine: how much of it the bytes of a path have matched. Each segment is found at its first
 * occurrence, as `matchesPattern` finds it (Knuth, Morris, Pratt), so one number is the whole state.
 */
import { WILDCARD } from "../../base/characters.ts";

/** No path that goes on from here matches. */
export const DEAD = -1;

export class PatternStates {
  readonly #pattern: Uint8Array;
  readonly #isAnchored: boolean;
  /** By state, where its segment starts. */
  readonly #starts: Int32Array;
  /** By state, the state after the longest border of what has matched of its segment (its failure function). */
  readonly #borders: Int32Array;
  readonly first: number;

  constructor(pattern: Uint8Array, isAnchored: boolean) {
    this.#pattern = pattern;
    this.#isAnchored = isAnchored;
    const states = pattern.length + 1;
    [this.#starts, this.#borders] = [new Int32Array(states), new Int32Array(states)];
    for (let at = 0, start = 0; at < states; at++) {
      if (at > 0 && pattern[at - 1] === WILDCARD) start = at;
      this.#starts[at] = start;
      this.#borders[at] = at - start < 2 ? start : this.#search(this.#borders[at - 1]!, pattern[at - 1]!);
    }
    this.first = this.#pastWildcard(0);
  }

  /** The state after one more byte, or DEAD. */
  next(state: number, byte: number): number {
    if (this.isFinal(state)) return state;
    if (!this.isInHead(state)) return this.#pastWildcard(this.#search(state, byte));
    return this.#matches(state, byte) ? this.#pastWildcard(state + 1) : DEAD;
  }

  /** Whether a path that ends here matches. */
  accepts = (state: number): boolean => state === this.#pattern.length;

  /** Whether every path that goes on from here matches. */
  isFinal = (state: number): boolean => this.accepts(state) && !this.#isAnchored;

  /** Whether no wildcard was passed, so that only one byte keeps the state alive. */
  isInHead = (state: number): boolean => this.#starts[state] === 0;

  /** How many bytes a path needs at least to match. */
  left(state: number): number {
    let bytes = 0;
    for (let at = state; at < this.#pattern.length; at++) if (this.#pattern[at] !== WILDCARD) bytes++;
    return bytes;
  }

  /** Adds the bytes after which the state is another than after any other byte. */
  addWanted(state: number, to: Set<number>): void {
    if (this.isFinal(state)) return;
    for (let at = state; ; at = this.#borders[at]!) {
      if (at < this.#pattern.length && this.#pattern[at] !== WILDCARD) to.add(this.#pattern[at]!);
      if (at === this.#starts[at] || this.isInHead(at)) return;
    }
  }

  #search(state: number, byte: number): number {
    let at = state;
    while (!this.#matches(at, byte) && at > this.#starts[at]!) at = this.#borders[at]!;
    return this.#matches(at, byte) ? at + 1 : at;
  }

  #matches = (state: number, byte: number): boolean =>
    state < this.#pattern.length && byte !== WILDCARD && this.#pattern[state] === byte;

  /** Adjacent wildcards are one in canonical patterns, and none is last. */
  #pastWildcard = (state: number): number => (this.#pattern[state] === WILDCARD ? state + 1 : state);
}
