/** When crawlers fetched robots.txt, and what they were answered. */
import type { AccessPolicy } from "../../core/access/index.ts";
import { HOUR_MS } from "../../core/access/internal.ts";
import { countBefore } from "./sorted.ts";

/** How late a line may be: servers write a line when the answer ends, and several servers write several logs. */
export const LATE_MS: number = HOUR_MS;

/** Where a line stands. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly timeMs: number;
}

/** What an answer to /robots.txt means. A redirect is `other`: it means nothing until a 200 follows (RFC 9309 §2.3.1.2). */
export type Answer = "seen" | "other" | "unavailable" | "unreachable";

/** nginx closed the connection (444), or the client did before there was an answer (499; 460 in AWS load balancers). */
const NO_ANSWER: ReadonlySet<number> = new Set([444, 460, 499]);

export function answerOf(policy: AccessPolicy, status: number): Answer {
  if (status === 200 || status === 304) return "seen";
  if (status > 200 && status < 400) return "other";
  if (NO_ANSWER.has(status)) return "unreachable";
  const row = policy.statuses.find(({ from, to }) => from <= status && status <= to);
  return row?.verdict === "allowed" ? "unavailable" : "unreachable";
}

/** The last answers before a time; -Infinity for none. */
export interface FetchState {
  readonly seenMs: number;
  /** Where it was seen. */
  readonly seen?: Place | undefined;
  readonly unavailableMs: number;
  readonly unreachableMs: number;
}

/**
 * The times of one kind of answer. Times of a second are not in order, so a 200 counts from the next time on, and an error from
 * its own: whatever favours the crawler.
 */
class Times {
  #places: Place[] = [];
  /** How many there may be before old ones are forgotten. */
  #limit = 64;
  #hasForgotten = false;

  add(place: Place): void {
    const places = this.#places;
    const at = countBefore(places, ({ timeMs }) => timeMs <= place.timeMs);
    if (places[at - 1]?.timeMs === place.timeMs) return;
    places.splice(at, 0, place);
    if (places.length < this.#limit) return;
    this.#forget(places.at(-1)!.timeMs - 4 * LATE_MS);
    this.#limit = 2 * Math.max(32, this.#places.length);
  }

  /** Keeps the last one before a time, and all after it. */
  #forget(beforeMs: number): void {
    const at = countBefore(this.#places, ({ timeMs }) => timeMs < beforeMs) - 1;
    if (at <= 0) return;
    this.#places = this.#places.slice(at);
    this.#hasForgotten = true;
  }

  lastBefore(timeMs: number): Place | undefined {
    return this.#places[countBefore(this.#places, (one) => one.timeMs < timeMs) - 1];
  }

  /** -Infinity for none. Where some are forgotten, there may have been one just then: whatever favours the crawler. */
  lastUntil(timeMs: number): number {
    const place = this.#places[countBefore(this.#places, (one) => one.timeMs <= timeMs) - 1];
    return place?.timeMs ?? (this.#hasForgotten ? timeMs : -Infinity);
  }
}

/** The answers to one token. */
class Answers {
  readonly seen: Times = new Times();
  readonly unavailable: Times = new Times();
  readonly unreachable: Times = new Times();
}

/** The fetches of a host by token. Those of verified crawlers are also kept apart: nobody else's count for them. */
export class Fetches {
  readonly #answers: Readonly<Record<"verified" | "any", Map<string, Answers>>> = {
    verified: new Map(),
    any: new Map(),
  };

  add(token: string, answer: Answer, place: Place, isVerified: boolean): void {
    if (answer === "other") return;
    for (const whose of isVerified ? (["verified", "any"] as const) : (["any"] as const)) {
      const byToken = this.#answers[whose];
      const answers = byToken.get(token) ?? new Answers();
      byToken.set(token, answers);
      answers[answer].add(place);
    }
  }

  /** @param tokens whose fetches count (`copyTokens`) */
  stateAt(tokens: readonly string[], timeMs: number, isVerified: boolean): FetchState {
    const byToken = this.#answers[isVerified ? "verified" : "any"];
    let seen: Place | undefined;
    let [seenMs, unavailableMs, unreachableMs] = [-Infinity, -Infinity, -Infinity];
    for (const token of tokens) {
      const answers = byToken.get(token);
      if (answers === undefined) continue;
      const place = answers.seen.lastBefore(timeMs);
      if (place !== undefined && place.timeMs > seenMs) {
        seen = place;
        seenMs = place.timeMs;
      }
      unavailableMs = Math.max(unavailableMs, answers.unavailable.lastUntil(timeMs));
      unreachableMs = Math.max(unreachableMs, answers.unreachable.lastUntil(timeMs));
    }
    return { seen, seenMs, unavailableMs, unreachableMs };
  }
}
