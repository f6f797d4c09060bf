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
  /** For each slot its minute, and the requests in it: side by side, so that the processor loads both at once. */
  readonly #minutes: Int32Array = new Int32Array(2 * MINUTES);
  #parts: Map<string, Part> = new Map();
  /** The last part of each hash: comparing a text takes less time than finding its end, cutting it from the target and hashing it. */
  readonly #recent: (Part | undefined)[] = Array(MAX_PARTS).fill(undefined);

  add({ timeMs, bytes = 0, target }: LogRequest): void {
    this.bytes += bytes;
    this.#addMinute((timeMs / MINUTE_MS) | 0);
    if (target !== undefined) this.#addPart(target);
  }

  #addMinute(minute: number): void {
    const minutes = this.#minutes;
    const slot = 2 * (minute & (MINUTES - 1));
    const known = minutes[slot]!;
    // A line that is later than the slots reach.
    if (minute < known) return;
    const count = minute === known ? minutes[slot + 1]! + 1 : 1;
    minutes[slot] = minute;
    minutes[slot + 1] = count;
    if (count > this.peak) this.peak = count;
  }

  #addPart(target: string): void {
    const slot = target.length < 4 ? 0 : (31 * target.charCodeAt(1) + target.charCodeAt(3)) & (MAX_PARTS - 1);
    let part = this.#recent[slot];
    if (part === undefined || !isIn(target, part)) {
      part = this.#partNamed(target.slice(0, endOfPart(target)));
      this.#recent[slot] = part;
    }
    part.requests++;
  }

  #partNamed(name: string): Part {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    if (this.#parts.size === 2 * MAX_PARTS) {
      this.#parts = new Map(this.#most(MAX_PARTS).map((one) => [one.name, one]));
      this.#recent.fill(undefined);
    }
    const part = { name: ownedText(name), isFolder: name.length > 1 && name.endsWith("/"), requests: 0 };
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
  readonly isFolder: boolean;
  requests: number;
}

/** Whether the part ends in the target where `endOfPart` says. */
const isIn = (target: string, { name, isFolder }: Part): boolean =>
  target.startsWith(name) && (isFolder || target.length === name.length || target.charCodeAt(name.length) === QUESTION);

/** Behind `/search` of `/search?q=a`, behind `/shop/` of `/shop/123`. */
function endOfPart(target: string): number {
  for (let at = 1; at < target.length; at++) {
    const character = target.charCodeAt(at);
    if (character === QUESTION) return at;
    if (character === SLASH) return at + 1;
  }
  return target.length;
}
