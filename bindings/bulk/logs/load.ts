/** How much a crawler asks for: bytes, the busiest minute, and the busiest parts of the site. */
import { SLASH } from "../../base/characters.ts";
import { LATE_MS } from "./fetches.ts";
import type { LogRequest } from "./request.ts";
import { ownedText } from "./values.ts";

const MINUTE_MS = 60_000;
/** Lines may be an hour late, so the counts of so many minutes are kept. */
const MINUTES = LATE_MS / MINUTE_MS + 4;
/** Of all parts, those with most requests are kept. Clients can ask for any number. */
const MAX_PARTS = 64;
const QUERY = 63;

export class Load {
  bytes = 0;
  /** The most requests in a minute. */
  peak = 0;
  /** The minute in each slot, and its requests. */
  readonly #minutes: Int32Array = new Int32Array(MINUTES);
  readonly #counts: Int32Array = new Int32Array(MINUTES);
  #parts: Map<string, number> = new Map();

  add({ timeMs, bytes = 0, target }: LogRequest): void {
    this.bytes += bytes;
    this.#addMinute(Math.floor(timeMs / MINUTE_MS));
    if (target !== undefined) this.#addPart(partOf(target));
  }

  #addMinute(minute: number): void {
    const slot = ((minute % MINUTES) + MINUTES) % MINUTES;
    // A line that is later than the slots reach.
    if (minute < this.#minutes[slot]!) return;
    if (minute > this.#minutes[slot]!) this.#counts[slot] = 0;
    this.#minutes[slot] = minute;
    const count = ++this.#counts[slot]!;
    if (count > this.peak) this.peak = count;
  }

  #addPart(part: string): void {
    const known = this.#parts.get(part);
    if (known !== undefined) this.#parts.set(part, known + 1);
    else {
      if (this.#parts.size === 2 * MAX_PARTS) this.#parts = new Map(this.busiest(MAX_PARTS));
      this.#parts.set(ownedText(part), 1);
    }
  }

  /** The parts of the site with most requests. Of more than 64 parts, the counts may be too low. */
  busiest(most: number): (readonly [part: string, requests: number])[] {
    return [...this.#parts].sort(([, a], [, b]) => b - a).slice(0, most);
  }
}

/** `/search` of `/search?q=a`, `/shop/` of `/shop/123`. */
function partOf(target: string): string {
  for (let at = 1; at < target.length; at++) {
    const character = target.charCodeAt(at);
    if (character === QUERY) return target.slice(0, at);
    if (character === SLASH) return target.slice(0, at + 1);
  }
  return target;
}
