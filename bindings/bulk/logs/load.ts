/** How much a crawler asks for: bytes, the busiest minute, and the busiest parts of the site. */
import { QUESTION, SLASH } from "../../base/characters.ts";
import type { LogRequest } from "./request.ts";
import { ownedText } from "./values.ts";

const MINUTE_MS = 60_000;
/** Lines may be an hour late, so the counts of more minutes are kept; a power of two. */
const MINUTES = 64;
/** Of all parts, those with most requests are kept. Clients can ask for any number. A power of two. */
const MAX_PARTS = 64;

export class Load {
  bytes = 0;
  /** The most requests in a minute. */
  peak = 0;
  /** The minute in each slot, and its requests. */
  readonly #minutes: Int32Array = new Int32Array(MINUTES);
  readonly #counts: Int32Array = new Int32Array(MINUTES);
  #parts: Map<string, Part> = new Map();
  /** The last part of each hash: comparing a text takes less time than cutting it from the target and hashing it. */
  readonly #recent: (Part | undefined)[] = Array(MAX_PARTS).fill(undefined);

  add({ timeMs, bytes = 0, target }: LogRequest): void {
    this.bytes += bytes;
    this.#addMinute((timeMs / MINUTE_MS) | 0);
    if (target !== undefined) this.#addPart(target);
  }

  #addMinute(minute: number): void {
    const slot = minute & (MINUTES - 1);
    // A line that is later than the slots reach.
    if (minute < this.#minutes[slot]!) return;
    if (minute > this.#minutes[slot]!) this.#counts[slot] = 0;
    this.#minutes[slot] = minute;
    const count = ++this.#counts[slot]!;
    if (count > this.peak) this.peak = count;
  }

  #addPart(target: string): void {
    const end = endOfPart(target);
    const slot = (31 * target.charCodeAt(1) + 7 * target.charCodeAt(end - 2) + end) & (MAX_PARTS - 1);
    const recent = this.#recent[slot];
    const isRecent = recent?.name.length === end && target.startsWith(recent.name);
    const part = isRecent ? recent : this.#partNamed(target.slice(0, end));
    this.#recent[slot] = part;
    part.requests++;
  }

  #partNamed(name: string): Part {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    if (this.#parts.size === 2 * MAX_PARTS) {
      this.#parts = new Map(this.#most(MAX_PARTS).map((one) => [one.name, one]));
      this.#recent.fill(undefined);
    }
    const part = { name: ownedText(name), requests: 0 };
    this.#parts.set(part.name, part);
    return part;
  }

  #most(count: number): Part[] {
    return [...this.#parts.values()].sort((a, b) => b.requests - a.requests).slice(0, count);
  }

  /** The parts of the site with most requests. Of more than 64 parts, the counts may be too low. */
  busiest(count: number): (readonly [part: string, requests: number])[] {
    return this.#most(count).map(({ name, requests }) => [name, requests]);
  }
}

/** A part of a site, and how often it was asked for. */
interface Part {
  readonly name: string;
  requests: number;
}

/** Behind `/search` of `/search?q=a`, behind `/shop/` of `/shop/123`. */
function endOfPart(target: string): number {
  for (let at = 1; at < target.length; at++) {
    const character = target.charCodeAt(at);
    if (character === QUESTION) return at;
    if (character === SLASH) return at + 1;
  }
  return target.length;
}
