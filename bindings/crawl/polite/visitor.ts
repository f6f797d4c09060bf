/**
 * The way to a URL, which `politeFetch` and `politeAgent` share: the addresses that the request may connect to, the verdict, the
 * turn of its host, the verdict again if the turn took long, and what the response says about the page and about pace.
 */

import { checkedNumber } from "../../base/arguments.ts";
import { errorCodeOf } from "../../core/access/internal.ts";
import { pageChannel } from "../client/channels.ts";
import { type Decided, decided, keptFresh, type RequestedUrl, settingsOf } from "../client/client.ts";
import type { Fetch, PaceLimits, PaceOutcome, RequestPace, RobotsClient } from "../client/index.ts";
import { outcomeOf, paceLimitsOf } from "../client/pacing.ts";
import type { Permission } from "../client/permission.ts";
import { checkedMethods } from "../client/stores/adapter.ts";
import { TurnCheck } from "../client/turn.ts";
import { type AcquireOptions, acquired, Pace, type PaceLease } from "../pace/pace.ts";
import { type HeaderSource, type PageRobots, pageRobots } from "./page-robots.ts";
import { RefusedError } from "./refusal.ts";

/** Where `politeFetch` and others wait: a `Pace`, or anything like it. */
export interface PolitePace extends RequestPace {
  acquire(url: string | URL, call?: AcquireOptions): Promise<PoliteLease>;
}

type PoliteLease = Pick<PaceLease, "waitedMs"> &
  Partial<Pick<PaceLease, "isCurrent">> & { release(outcome?: PaceOutcome): unknown };

type VisitorSettings = ReturnType<typeof settingsOf>;

/** What the diagnostics channel `robots-wasm:page` carries: a page was requested, and its body has ended. */
export interface PageEvent {
  /** As it was requested: each redirect has an event of its own. */
  readonly url: string;
  /** The status code; absent if there was no response. */
  readonly httpStatus?: number;
  /** The request or the body failed. */
  readonly error?: unknown;
  /** SHA-256 of the robots.txt that allowed it, in hexadecimal; absent if the policy did without a file. */
  readonly hash?: string;
  /** How long the request waited for its turn. */
  readonly waitedMs: number;
  /** From the turn to the end of the body. */
  readonly durationMs: number;
}

/** The right to make one request, and why. It ends with `end` or `fail`. */
export class Visit {
  /** To be checked before the request is sent. */
  readonly turn: TurnCheck;
  readonly #url: string;
  readonly #decided: Decided;
  readonly #lease: PoliteLease;
  readonly #settings: VisitorSettings;
  readonly #startedAtMs: number;
  #outcome: PaceOutcome = {};
  #isOver = false;

  constructor(url: string, decided: Decided, lease: PoliteLease, settings: VisitorSettings) {
    this.#url = url;
    this.#decided = decided;
    this.#lease = lease;
    this.turn = new TurnCheck(lease);
    this.#settings = settings;
    this.#startedAtMs = settings.clock();
  }

  get waitedMs(): number {
    return this.#lease.waitedMs;
  }

  /** Takes the head of the response. */
  arrived(status: number, headers: HeaderSource): void {
    this.#outcome = outcomeOf({ status, headers }, this.#settings.clock());
  }

  robots(headers: HeaderSource, waitedMs: number, redirects: readonly string[]): PageRobots {
    const known = { decision: this.#decided.explain(), ...this.#hash, waitedMs, redirects };
    return pageRobots(headers, this.#settings.tokens, known);
  }

  get #hash(): Pick<PageRobots, "hash"> {
    const { hash } = this.#decided;
    return hash === undefined ? {} : { hash };
  }

  end(): void {
    this.#finish(this.#outcome);
  }

  /** An address that was refused says nothing about the host. */
  fail(error: unknown): void {
    const isOurs = errorCodeOf(error) === "address";
    this.#finish(isOurs ? {} : { ...this.#outcome, error: true }, { error });
  }

  #finish(outcome: PaceOutcome, failure: Pick<PageEvent, "error"> = {}): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.#lease.release(outcome);
    if (pageChannel.hasSubscribers) pageChannel.publish(this.#event(failure));
  }

  #event(failure: Pick<PageEvent, "error">): PageEvent {
    const { status: httpStatus } = this.#outcome;
    return {
      url: this.#url,
      ...(httpStatus !== undefined && { httpStatus }),
      ...failure,
      ...this.#hash,
      waitedMs: this.waitedMs,
      durationMs: this.#settings.clock() - this.#startedAtMs,
    };
  }
}

/** During a longer wait, the robots.txt may have changed. */
const DECIDE_AGAIN_AFTER_MS = 1000;
/** A file that is never fresh is not asked for more often. */
const MAX_ROUNDS = 3;

/** Clients without a pacer get one that all that is polite through them share. */
const paces = new WeakMap<RobotsClient, PolitePace>();

function paceOf(client: RobotsClient): PolitePace {
  const { pace } = settingsOf(client);
  const known = (pace as PolitePace | undefined) ?? paces.get(client) ?? new Pace();
  paces.set(client, known);
  return known;
}

/** Options of `politeFetch` and `politeAgent`. */
export interface VisitorOptions {
  /** Where requests wait for their turns. Default: the client's `pace`, or else one that all functions share for this client. */
  readonly pace?: PolitePace;
  /**
   * The own minimum between two requests to one host, in milliseconds; 0 for none. Default: that of the pace, which waits for a
   * second where robots.txt states neither a delay nor a rate.
   */
  readonly minIntervalMs?: number;
  /**
   * How many redirects are followed. Default 5. One more is an error of `politeFetch` (ERR_REDIRECT); `politeAgent` returns it as
   * it is, and `fetch` of undici follows its own 20.
   */
  readonly maxRedirects?: number;
}

export const DEFAULT_REDIRECTS = 5;

/** @throws TypeError (ERR_INVALID_ARG_TYPE) or RangeError (ERR_INVALID_ARG_VALUE) for an invalid one. */
export function checkedVisitorOptions<T extends VisitorOptions>(options: T): T {
  const { pace, minIntervalMs = 0, maxRedirects = DEFAULT_REDIRECTS } = options;
  if (pace !== undefined) checkedMethods("pace", pace, "acquire", "limit");
  checkedNumber("minIntervalMs", minIntervalMs, [0, Number.MAX_VALUE]);
  checkedNumber("maxRedirects", maxRedirects, [0], "an integer");
  return options;
}

export class Visitor {
  readonly #client: RobotsClient;
  readonly #reach: Fetch["reach"];
  readonly #pace: PolitePace;
  readonly #minIntervalMs: number | undefined;
  readonly #settings: VisitorSettings;
  readonly #limits = new WeakMap<Decided["rules"], PaceLimits>();

  /** @param reach resolves the hosts that redirects lead to, where names can be resolved. */
  constructor(client: RobotsClient, { pace, minIntervalMs }: VisitorOptions, reach: Fetch["reach"]) {
    this.#pace = pace ?? paceOf(client);
    this.#client = client;
    this.#settings = settingsOf(client);
    this.#reach = reach;
    this.#minIntervalMs = minIntervalMs;
  }

  /**
   * Waits until the URL may be requested. The visit has to be ended.
   * @throws AddressRefused; RobotsRefused; ERR_TOO_SLOW; the signal's reason when it aborts.
   */
  async enter(place: RequestedUrl, permission: Permission, signal?: AbortSignal): Promise<Visit> {
    // Before its robots.txt is requested.
    const checked = this.#check(place.parsed, permission);
    if (checked !== undefined) await checked;
    for (let round = 1; ; round++) {
      const verdict = await decided(this.#client, place, signal, permission);
      if (!verdict.allowed) throw new RefusedError(verdict.explain());
      const lease = await this.#turnFor(place, verdict, permission, signal);
      if (lease.isCurrent !== false && this.#stillHolds(place.url, lease, round))
        return new Visit(place.url, verdict, lease, this.#settings);
      void lease.release();
    }
  }

  /** The robots.txt is kept fresh while others have the turn. */
  async #turnFor(
    place: RequestedUrl,
    { origin, rules }: Decided,
    permission: Permission,
    signal: AbortSignal | undefined,
  ): Promise<PoliteLease> {
    const known = this.#settings.addressBook.addressOf(place.parsed, this.#reach, this.#pace);
    const address = known instanceof Promise ? await known : known;
    if (address !== undefined) permission.note(address);
    const call = { limits: this.#limitsOf(rules), ...(signal && { signal }), ...(address && { address }) };
    const lease = acquired(this.#pace, place, call);
    return lease instanceof Promise ? keptFresh(this.#client, origin, lease, permission) : lease;
  }

  /** Saves connections to a name without a public address. Each connection is checked anyhow. */
  #check({ hostname }: URL, permission: Permission): Promise<unknown> | undefined {
    if (permission.check() !== undefined || !permission.isBound) return undefined;
    return this.#reach?.(hostname, permission.mayConnect).catch((error) => {
      if (errorCodeOf(error) === "address") throw error;
    });
  }

  #limitsOf(rules: Decided["rules"]): PaceLimits {
    const known = this.#limits.get(rules);
    if (known !== undefined) return known;
    const limits = paceLimitsOf(rules);
    const least = this.#minIntervalMs;
    const own = least === undefined ? limits : { ...limits, intervalMs: Math.max(limits.intervalMs ?? 0, least) };
    // The pacer checks frozen limits once.
    this.#limits.set(rules, Object.freeze(own));
    return own;
  }

  /** Fetches nothing: a robots.txt would wait for the very host that this lease holds. */
  #stillHolds(url: string, { waitedMs }: PoliteLease, round: number): boolean {
    if (waitedMs < DECIDE_AGAIN_AFTER_MS) return true;
    const now = this.#client.peek(url);
    return now === undefined ? round >= MAX_ROUNDS : now.allowed;
  }
}
