/**
 * From an origin to what is known of it: a fresh entry of the store, or else a new one, fetched by one process for all that
 * share the store. Nothing that an origin or a store does throws: it is an outage, and the policy decides.
 */

import pLimit, { type LimitFunction } from "p-limit";
import { isHtml } from "../../base/html.ts";
import { RecentMap } from "../../base/recent-map.ts";
import { bytesOf, decodeUtf8 } from "../../base/utf8.ts";
import type { AccessErrorCode, FetchAction, RobotsBody, StoredEntry } from "../../core/access/index.ts";
import {
  ACCEPT_ENCODING,
  DAY_MS,
  decodeEntry,
  encodeEntry,
  errorCodeOf,
  heldBytes,
  isFresh,
  messageOf,
  start,
  step,
  succeed,
  toUtf8,
} from "../../core/access/internal.ts";
import { parse, robotsTxtUrl } from "../../core/index.ts";
import { dialectNamed, readBytes } from "../../core/parsing.ts";
import { fetchChannel } from "./channels.ts";
import type { ClientSettings, FetchEvent } from "./client-options.ts";
import { permitted } from "./connection-check.ts";
import { hopsOf, sourceOf } from "./file-record.ts";
import { LeasePoller } from "./lease-poller.ts";
import { outcomeOf, type PaceOutcome, paceLimitsOf } from "./pacing.ts";
import type { Permission } from "./permission.ts";
import { type AheadLoader, RefreshAhead } from "./refresh-ahead.ts";
import { ResilientStore } from "./resilient-store.ts";
import type { Lease } from "./store.ts";
import { sha256, storeKey } from "./store-key.ts";
import { type TdmFile, tdmStatusOf } from "./tdm-file.ts";
import { exchange, type Fetch, type HttpAnswer, NotAResponse } from "./transport.ts";
import { TurnCheck } from "./turn.ts";

/**
 * The longest freshness, 30 days, and the longest outage after which a policy's verdict changes, 30.5 days, and some. The verdict
 * of koster1996 in an outage never changes, so nothing is lost when the store drops its copy.
 */
const KEEP_MS = 62 * DAY_MS;
/** What decoded entries may take. A fresh one is used without asking the store again. */
const DECODED_BYTES = 16 * 2 ** 20;

const ACCEPT = "text/plain, */*;q=0.1";

type RequestHeaders = Readonly<Record<string, string>>;
type Failed = { readonly type: "error"; readonly error: string; readonly errorCode: AccessErrorCode };
/** Why a request is asked once more: a kept connection was closed before the server read it, or the process stood still. */
type Again = "connection lost" | "turn lost";
type Outcome = ({ readonly type: "response" } & HttpAnswer) | Failed;

/** Who asks. */
interface LoadCall {
  readonly signal: AbortSignal;
  readonly permission: Permission;
}

/** What the requests of one attempt share. */
interface Trip {
  readonly origin: string;
  /** Of the request that is made now. */
  permission: Permission;
  /** By performance.now(). */
  deadlineMs: number;
  readonly signal: AbortSignal;
  turn: TurnCheck | undefined;
  /** Releases the turn of the last request. */
  endTurn: () => void;
}

/** What a loader has done so far. */
export interface LoaderStats {
  readonly entries: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly fetches: number;
}

export class Loader {
  readonly #settings: ClientSettings;
  /** With a pacer, this limits requests; without one, the client limits loads. */
  readonly #requests: LimitFunction;
  #hits = 0;
  #misses = 0;
  #fetches = 0;
  readonly #store: ResilientStore;
  readonly #decoded: RecentMap<StoredEntry>;
  readonly ahead: RefreshAhead;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#store = new ResilientStore(settings.store, settings.limits.storeTimeoutMs, settings);
    this.#requests = pLimit(settings.concurrency);
    this.#decoded = new RecentMap(DECODED_BYTES, { sizeOf: heldBytes });
    const known = (origin: string): StoredEntry | undefined => this.#decoded.get(origin);
    const fetchAhead = (...words: Parameters<AheadLoader["fetchAhead"]>): Promise<unknown> =>
      this.#fetchAhead(...words);
    this.ahead = new RefreshAhead(settings, { known, fetchAhead });
  }

  /** What this client has decoded before, if it still decides. */
  warm(origin: string): StoredEntry | undefined {
    const entry = this.#decoded.get(origin);
    const isHit = this.ahead.decides(origin, entry);
    if (isHit) this.#hits++;
    else this.#misses++;
    return isHit ? entry : undefined;
  }

  get stats(): LoaderStats {
    const { count: entries, totalSize: bytes } = this.#decoded;
    return { entries, bytes, hits: this.#hits, misses: this.#misses, fetches: this.#fetches };
  }

  /** @throws AddressRefused if a bound permission kept from reaching the origin. */
  async load(origin: string, signal: AbortSignal, permission: Permission): Promise<StoredEntry> {
    return this.#keepWarm(origin, await this.#fetchOnce(await this.#keyOf(origin), origin, signal, permission));
  }

  /** Fetches even if a fresh entry is known; the origin is asked whether the known copy still holds. */
  async refresh(origin: string, signal: AbortSignal, permission: Permission): Promise<StoredEntry> {
    const key = await this.#keyOf(origin);
    const known = decodeEntry(await this.#store.get(key), key);
    return this.#keepWarm(origin, await this.#fetch(key, origin, known, { signal, permission }));
  }

  /** Unless another process does. A failure changes nothing while the entry is fresh. */
  async #fetchAhead(origin: string, entry: StoredEntry, permission: Permission): Promise<void> {
    const { leaseMs } = this.#settings.limits;
    const key = await this.#keyOf(origin);
    const lease = await this.#store.acquire(key, leaseMs);
    if (lease === undefined) return;
    const call = { signal: new AbortController().signal, permission };
    const next =
      lease === "alone"
        ? await this.#fetch(key, origin, entry, call, entry)
        : await this.#fetchHolding(key, origin, lease, call, entry);
    if (next !== undefined) this.#keepWarm(origin, next);
  }

  async forget(origin: string): Promise<void> {
    await this.ahead.settled(origin);
    this.#decoded.delete(origin);
    await this.#store.delete(await this.#keyOf(origin));
  }

  /** Takes `body` for what the origin gave just now. */
  async seed(origin: string, body: string | Uint8Array): Promise<StoredEntry> {
    const { policy, clock } = this.#settings;
    const attempt = { url: robotsTxtUrl(origin), redirects: [] };
    const file = await this.#compile({ status: 200, headers: {}, body: bytesOf(body) }, origin);
    const entry = succeed(policy, clock(), attempt, { status: 200, headers: {} }, file);
    const key = await this.#keyOf(origin);
    await this.#store.set(key, encodeEntry(entry, key), KEEP_MS);
    return this.#keepWarm(origin, entry);
  }

  #keyOf(origin: string): Promise<string> {
    return storeKey(this.#settings, origin);
  }

  #keepWarm(origin: string, entry: StoredEntry): StoredEntry {
    this.#decoded.set(origin, entry);
    return entry;
  }

  /**
   * Fetches if this process gets the lease, and otherwise waits for the process that has it. A holder that crashes loses the
   * lease when it expires, and another process fetches. Nobody waits for longer than an attempt and two leases.
   */
  async #fetchOnce(key: string, origin: string, signal: AbortSignal, permission: Permission): Promise<StoredEntry> {
    const call = { signal, permission };
    const { limits } = this.#settings;
    const poller = new LeasePoller(limits.bodyTimeoutMs + 2 * limits.leaseMs);
    for (;;) {
      const known = decodeEntry(await this.#store.get(key), key);
      if (this.#isFresh(known, origin)) return known;
      const lease = poller.isOver ? "alone" : await this.#store.acquire(key, limits.leaseMs);
      if (lease === "alone") return this.#fetch(key, origin, known, call);
      const entry = lease && (await this.#fetchHolding(key, origin, lease, call));
      if (entry !== undefined) return entry;
      await poller.pause(signal);
    }
  }

  async #fetch(
    key: string,
    origin: string,
    known: StoredEntry | undefined,
    call: LoadCall,
    current?: StoredEntry,
  ): Promise<StoredEntry> {
    const entry = await this.#attempt(origin, known, call, current);
    if (entry !== current) await this.#store.set(key, encodeEntry(entry, key), KEEP_MS);
    return entry;
  }

  /**
   * Looks again first: the previous holder may have finished just before. A store that restarted empty has lost the lease
   * and may have given it to another process: undefined.
   * @param current what is known and to be replaced before it expires
   */
  async #fetchHolding(
    key: string,
    origin: string,
    lease: Lease,
    call: LoadCall,
    current?: StoredEntry,
  ): Promise<StoredEntry | undefined> {
    const { leaseMs } = this.#settings.limits;
    const stopKeeping = this.#store.keep(key, leaseMs, lease);
    try {
      const known = decodeEntry(await this.#store.get(key), key);
      const isNews = current === undefined || (known?.fetchedAtMs ?? 0) > current.fetchedAtMs;
      if (isNews && this.#isFresh(known, origin)) return known;
      if ((await this.#store.acquire(key, leaseMs, lease)) === undefined) return undefined;
      const entry = await this.#attempt(origin, known ?? current, call, current);
      if (entry !== current) await this.#store.commit(key, encodeEntry(entry, key), KEEP_MS, lease);
      return entry;
    } finally {
      stopKeeping();
      await this.#store.release(key, lease);
    }
  }

  #isFresh(known: StoredEntry | undefined, origin: string): known is StoredEntry {
    if (!isFresh(this.#settings.clock(), known)) return false;
    this.#say({ type: "stored", origin });
    return true;
  }

  /** One attempt: as many requests as redirects lead to, all within `bodyTimeoutMs`. Its entry is in memory when its turn ends. */
  async #attempt(
    origin: string,
    known: StoredEntry | undefined,
    call: LoadCall,
    current?: StoredEntry,
  ): Promise<StoredEntry> {
    this.#fetches++;
    const trip = this.#tripTo(origin, call);
    try {
      const entry = await this.#follow(trip, known);
      const { refusal } = call.permission;
      if (entry.status === "unreachable" && refusal !== undefined) throw refusal;
      if (entry.status === "unreachable" && current !== undefined && isFresh(this.#settings.clock(), current))
        return current;
      if (entry.status !== "unreachable")
        this.#settings.pace?.limit(origin, entry.copy ? paceLimitsOf(entry.copy.rules) : {});
      return this.#keepWarm(origin, entry);
    } finally {
      trip.endTurn();
    }
  }

  async #follow(trip: Trip, known: StoredEntry | undefined): Promise<StoredEntry> {
    const { policy, clock } = this.#settings;
    const { origin } = trip;
    let action: FetchAction = start(robotsTxtUrl(origin), known);
    while (action.type === "request") {
      const { attempt, url, headers } = action;
      trip.endTurn();
      if (attempt.redirects.length > 0) trip.permission = trip.permission.next(new URL(url));
      const outcome = await this.#askInTurn(trip, url, headers);
      action = step(policy, clock(), known, attempt, { ...outcome, chance: Math.random() });
      if (action.type === "read" && outcome.type === "response") {
        const entry = succeed(policy, clock(), attempt, outcome, await this.#compile(outcome, origin), known);
        this.#handOn(outcome.body, origin, entry);
        return entry;
      }
    }
    if (action.type !== "done") throw new Error("bug: the machine asked for a body twice");
    return action.entry;
  }

  /** A page of HTML that the policy does not take for the file is not handed on. */
  #handOn(bytes: Uint8Array, origin: string, entry: StoredEntry): void {
    const { limits, onFile } = this.#settings;
    const { copy } = entry;
    if (onFile === undefined || copy === undefined || entry.status !== "success") return;
    const { maxBytes } = limits;
    const fetchedAt = new Date(entry.fetchedAtMs);
    onFile(bytes, {
      robotsUrl: robotsTxtUrl(origin),
      ...sourceOf(copy),
      hops: hopsOf(origin, entry),
      maxBytes,
      fetchedAt,
    });
  }

  /** One request without redirects; the time of an attempt and the size of a robots.txt limit it. */
  async fetchTdmFile(origin: string, url: string, call: LoadCall): Promise<TdmFile> {
    const { limits } = this.#settings;
    const trip = this.#tripTo(origin, call);
    const outcome = await this.#askInTurn(trip, url, { accept: "application/json" }).finally(() => trip.endTurn());
    if (outcome.type === "error") return { url, status: "failed", error: outcome.error };
    if (outcome.body.length >= limits.maxBytes)
      return { url, status: "failed", httpStatus: outcome.status, error: `more than ${limits.maxBytes} bytes` };
    const status = tdmStatusOf(outcome.status);
    const { "content-type": type = "" } = outcome.headers;
    const body = status === "found" ? decodeUtf8(toUtf8(outcome.body, type)) : undefined;
    return { url, status, httpStatus: outcome.status, ...(body !== undefined && { body }) };
  }

  #tripTo(origin: string, call: LoadCall): Trip {
    return { ...call, origin, deadlineMs: this.#deadlineMs(), turn: undefined, endTurn: () => undefined };
  }

  #deadlineMs = (): number => performance.now() + this.#settings.limits.bodyTimeoutMs;

  /**
   * A turn may come after minutes: waiting for it takes no time of the attempt and no place of another origin. The turn ends with
   * `endTurn` of the trip, when the limits of the file are known.
   */
  async #askInTurn(trip: Trip, url: string, headers: RequestHeaders, isAgain = false): Promise<Outcome> {
    const outcome = await this.#askOnce(trip, url, headers, isAgain);
    if (typeof outcome !== "string") return outcome;
    trip.endTurn();
    if (outcome === "turn lost") trip.deadlineMs = this.#deadlineMs();
    return this.#askInTurn(trip, url, headers, isAgain || outcome === "connection lost");
  }

  async #askOnce(trip: Trip, url: string, headers: RequestHeaders, isAgain: boolean): Promise<Outcome | Again> {
    const { pace, clock, addressBook, fetch } = this.#settings;
    if (pace === undefined) return this.#ask(trip, url, headers, isAgain);
    const sinceMs = performance.now();
    const address = await addressBook.addressOf(new URL(url), fetch.reach, pace);
    // Pages that wait would otherwise wait for a file that waits behind them.
    const lease = await pace.acquire(url, { signal: trip.signal, isFirst: true, ...(address && { address }) });
    let ended: PaceOutcome = {};
    trip.turn = new TurnCheck(lease);
    trip.endTurn = () => void lease.release(ended);
    return this.#requests(async () => {
      trip.deadlineMs += performance.now() - sinceMs;
      const outcome = await this.#ask(trip, url, headers, isAgain);
      if (typeof outcome !== "string") ended = paceOutcomeOf(outcome, clock());
      return outcome;
    });
  }

  /** @throws NotAResponse, and the signal's reason when it aborts; every other failure is an outcome. */
  async #ask(trip: Trip, url: string, headers: RequestHeaders, isAgain: boolean): Promise<Outcome | Again> {
    const { clock, lost } = this.#settings;
    const { origin, signal } = trip;
    const startedAtMs = clock();
    this.#say({ type: "request", origin, url });
    let isLost = false;
    const outcome = await this.#request(trip, url, headers).catch((error) => {
      isLost = !isAgain && lost.mayRepeat(new URL(url).origin, error);
      return failureOf(error);
    });
    signal.throwIfAborted();
    if (outcome.type === "error" && trip.turn?.isOver === true) return "turn lost";
    const ended = { origin, url, durationMs: clock() - startedAtMs };
    if (outcome.type === "error") this.#say({ ...outcome, ...ended });
    else this.#say({ type: "response", ...ended, httpStatus: outcome.status });
    return isLost ? "connection lost" : outcome;
  }

  #say(event: FetchEvent): void {
    if (fetchChannel.hasSubscribers) fetchChannel.publish(event);
    this.#settings.onEvent?.(event);
  }

  async #request(
    { permission, turn, deadlineMs, signal }: Trip,
    url: string,
    headers: RequestHeaders,
  ): Promise<Outcome> {
    const { userAgent, limits, fetch, addressBook } = this.#settings;
    const parsed = new URL(url);
    const checked: Fetch<Response> = (one, init) =>
      permitted(fetch, parsed, { permission, addressBook, turn }, (mayConnect) => fetch(one, { ...init, mayConnect }));
    // The file is fetched once a day: a connection kept alive would idle, or the server would close it during the next
    // request. Browsers ignore these headers.
    const own = {
      "user-agent": userAgent,
      "accept-encoding": ACCEPT_ENCODING,
      connection: "close",
    };
    return {
      type: "response",
      ...(await exchange(checked, url, { accept: ACCEPT, ...headers, ...own }, limits, deadlineMs, signal)),
    };
  }

  async #compile({ body, headers, undeclaredGzip }: HttpAnswer, origin: string): Promise<RobotsBody> {
    const { tokens, policy, limits, keepFile } = this.#settings;
    const text = toUtf8(body, headers["content-type"] ?? "");
    const robots = parse(text, { dialect: policy.dialect, maxBytes: limits.maxBytes, url: robotsTxtUrl(origin) });
    return {
      rules: robots.agent(tokens),
      sitemaps: robots.sitemaps,
      ...(await this.#hashesOf(body, text)),
      ...(robots.truncated && { truncated: true }),
      ...(isHtml(text) && { looksLikeHtml: true }),
      ...(undeclaredGzip && { undeclaredGzip }),
      ...(keepFile && { file: text.slice() }),
    };
  }

  async #hashesOf(body: Uint8Array, text: Uint8Array): Promise<Pick<RobotsBody, "hash" | "parsedHash">> {
    const { policy, limits } = this.#settings;
    const { bytes } = readBytes(text, dialectNamed(policy.dialect), limits.maxBytes);
    const isWhole = text === body && bytes.length === body.length;
    return { hash: await sha256(body), ...(!isWhole && { parsedHash: await sha256(bytes) }) };
  }
}

const paceOutcomeOf = (outcome: Outcome, nowMs: number): PaceOutcome =>
  outcome.type === "error" ? { error: true } : outcomeOf(outcome, nowMs);

function failureOf(error: unknown): Outcome {
  if (error instanceof NotAResponse) throw error;
  return { type: "error", error: messageOf(error), errorCode: errorCodeOf(error) };
}
