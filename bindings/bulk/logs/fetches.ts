/** When crawlers fetched robots.txt, and what they were answered. */
import { HOUR_MS, saysMissing, verdictOn } from "../../core/access/internal.ts";
import type { DialectName } from "../../core/index.ts";
import { countBefore } from "./sorted.ts";

/** How late a line may be: servers write a line when the answer ends, and several servers write several logs. */
export const LATE_MS: number = HOUR_MS;

/** Where a line stands. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly timeMs: number;
}

/** An answer to /robots.txt. */
export interface Answered extends Place {
  readonly status: number;
  readonly bytes: number | undefined;
  readonly address: string;
}

/**
 * What an answer to /robots.txt proves. `seen`: the client got the version of the time, or holds it. `unknown`: it got another text.
 * `redirected`: what it got is not known until a 200 follows (RFC 9309 §2.3.1.2). `missing`: there was no file, for anybody.
 * `denied`: the server refused this client. `unreachable`: the server failed. `nothing`: the rest, which clients can provoke.
 */
export type RobotsAnswer = "seen" | "unknown" | "redirected" | "missing" | "denied" | "unreachable" | "nothing";

/** The first row that has the status counts. */
const answers: readonly (readonly [from: number, to: number, answer: RobotsAnswer])[] = [
  [200, 200, "seen"],
  [304, 304, "seen"],
  // The client asked for a part.
  [206, 206, "nothing"],
  [201, 299, "unknown"],
  [300, 399, "redirected"],
  [401, 401, "denied"],
  [403, 403, "denied"],
  [451, 451, "denied"],
  // nginx closed the connection. Clients close it themselves with 499 (nginx), 460 (AWS load balancers) and 0.
  [444, 444, "unreachable"],
  // A method or a version of HTTP that the server does not know.
  [501, 501, "nothing"],
  [505, 505, "nothing"],
  [500, 999, "unreachable"],
];

export function answerByStatus(status: number, dialect: DialectName): RobotsAnswer {
  if (saysMissing(status)) return "missing";
  const answer = answers.find(([from, to]) => from <= status && status <= to)?.[2] ?? "nothing";
  // The 1996 drafts refuse everything after 401 and 403.
  return answer === "denied" && verdictOn(status, dialect) === "refused" ? "unreachable" : answer;
}

/** The last answers before a time; undefined for none. */
export interface FetchState {
  /** The last 200 or 304. */
  readonly seen?: Answered | undefined;
  /** The last 200: a 304 may be about a text that is unknown. */
  readonly read?: Answered | undefined;
  readonly unknown?: Answered | undefined;
  readonly unavailable?: Answered | undefined;
  readonly unreachable?: Answered | undefined;
}

/** -Infinity for none. */
export const placeTime = (place: Place | undefined): number => place?.timeMs ?? -Infinity;

/**
 * The times of one kind of answer. Times of a second are not in order, so a 200 counts from the next time on, and other answers from
 * their own: whatever favours the crawler.
 */
class Times {
  #places: Answered[] = [];
  /** How many there may be before old ones are forgotten. */
  #limit = 64;
  #hasForgotten = false;

  add(place: Answered): void {
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

  lastBefore(timeMs: number): Answered | undefined {
    return this.#places[countBefore(this.#places, (one) => one.timeMs < timeMs) - 1];
  }

  /** Where some are forgotten, there may have been one just then: whatever favours the crawler. */
  lastUntil(timeMs: number): Answered | undefined {
    const places = this.#places;
    const place = places[countBefore(places, (one) => one.timeMs <= timeMs) - 1];
    return place ?? (this.#hasForgotten ? { ...places[0]!, timeMs } : undefined);
  }
}

/** What a client was answered that may be about this client alone. */
interface OwnAnswers {
  readonly denied: Times;
  readonly redirected: Times;
}

/** The answers to one token. */
class Answers {
  readonly seen: Times = new Times();
  readonly read: Times = new Times();
  readonly unknown: Times = new Times();
  readonly unreachable: Times = new Times();
  /** By address; of verified crawlers, those of the operator are one. */
  readonly own: Map<string, OwnAnswers> = new Map();
}

/** Addresses whose own answers are kept, of all tokens: strangers could use any number. */
const MAX_OWN = 65_536;

/** The fetches of a host by token. Those of verified crawlers are also kept apart: nobody else's count for them. */
export class Fetches {
  readonly #byToken: Readonly<Record<"verified" | "any", Map<string, Answers>>> = {
    verified: new Map(),
    any: new Map(),
  };
  /** There was no file, whoever asked. */
  readonly #missing: Times = new Times();
  #kept = 0;
  /** The first answer for whose address no place was left. */
  #dropped: Answered | undefined;

  add(token: string, answer: RobotsAnswer, place: Answered, isVerified: boolean): void {
    if (answer === "nothing") return;
    if (answer === "missing") {
      this.#missing.add(place);
      return;
    }
    if (answer === "denied" || answer === "redirected") {
      this.#ownOf(isVerified ? "verified" : "any", token, isVerified ? "" : place.address, place)?.[answer].add(place);
      return;
    }
    for (const whose of isVerified ? (["verified", "any"] as const) : (["any"] as const)) {
      const known = this.#answersTo(whose, token);
      known[answer].add(place);
      if (answer === "seen" && place.status === 200) known.read.add(place);
    }
  }

  #answersTo(whose: "verified" | "any", token: string): Answers {
    const byToken = this.#byToken[whose];
    const known = byToken.get(token) ?? new Answers();
    byToken.set(token, known);
    return known;
  }

  #ownOf(whose: "verified" | "any", token: string, address: string, place: Answered): OwnAnswers | undefined {
    const { own } = this.#answersTo(whose, token);
    const known = own.get(address);
    if (known !== undefined) return known;
    if (this.#kept === MAX_OWN) {
      this.#dropped ??= place;
      return undefined;
    }
    this.#kept++;
    const added = { denied: new Times(), redirected: new Times() };
    own.set(address, added);
    return added;
  }

  /**
   * @param tokens whose fetches count (`copyTokens`)
   * @param address whose own answers count, unless it is verified
   */
  stateAt(tokens: readonly string[], timeMs: number, isVerified: boolean, address: string): FetchState {
    const byToken = this.#byToken[isVerified ? "verified" : "any"];
    let [seen, read, unknown, unreachable]: (Answered | undefined)[] = [];
    let [unavailable, isKept] = [this.#missing.lastUntil(timeMs), false];
    for (const token of tokens) {
      const known = byToken.get(token);
      if (known === undefined) continue;
      seen = later(seen, known.seen.lastBefore(timeMs));
      read = later(read, known.read.lastBefore(timeMs));
      unknown = later(unknown, known.unknown.lastUntil(timeMs));
      unreachable = later(unreachable, known.unreachable.lastUntil(timeMs));
      const own = known.own.get(isVerified ? "" : address);
      if (own === undefined) continue;
      isKept = true;
      unavailable = later(unavailable, own.denied.lastUntil(timeMs));
      unknown = later(unknown, own.redirected.lastUntil(timeMs));
    }
    return { seen, read, unknown: isKept ? unknown : later(unknown, this.#dropped), unavailable, unreachable };
  }
}

const later = (one: Answered | undefined, other: Answered | undefined): Answered | undefined =>
  other !== undefined && (one === undefined || other.timeMs > one.timeMs) ? other : one;
