/**
 * Hangs: the fuzzer runs in a worker and writes each input into shared memory before it is checked, so that the main thread
 * has it when nothing follows.
 */
import { type Input, toJson } from "./input.ts";

/** Twice the longest input with every byte as two of UTF-8; what is longer is cut, and still known by seed and number. */
const INPUT_BYTES = 4 * 2 ** 20;
const HEADER_BYTES = 8;

export const newHeart = (): SharedArrayBuffer => new SharedArrayBuffer(HEADER_BYTES + INPUT_BYTES);

const encoder = new TextEncoder();

/** What the worker does before each check. */
export function beat(heart: SharedArrayBuffer, input: Input): void {
  const [beats, length] = [new Int32Array(heart, 0, 1), new Int32Array(heart, 4, 1)];
  const text = encoder.encode(toJson(input)).subarray(0, INPUT_BYTES);
  new Uint8Array(heart, HEADER_BYTES).set(text);
  length[0] = text.length;
  Atomics.add(beats, 0, 1);
}

/** The input of the last beat as JSON. */
export function lastInput(heart: SharedArrayBuffer): string {
  const bytes = new Uint8Array(heart, HEADER_BYTES, new Int32Array(heart, 4, 1)[0]!);
  return new TextDecoder().decode(bytes.slice());
}

/** Asked at even intervals. Counts them and not the time, which goes on while a machine has stopped the process. */
export class Listener {
  readonly #beats: Int32Array;
  #heard = 0;
  #silent = 0;

  constructor(heart: SharedArrayBuffer) {
    this.#beats = new Int32Array(heart, 0, 1);
  }

  /** Intervals without a beat. */
  listen(): number {
    const beats = Atomics.load(this.#beats, 0);
    this.#silent = beats === this.#heard ? this.#silent + 1 : 0;
    this.#heard = beats;
    return this.#silent;
  }
}
