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
  /** What another process has stored since the attempt began: a turn may come after minutes. */
  readonly news: () => Promise<StoredEntry | undefined>;
  /** Releases the turn of the last request. */
  endTurn: () => void;
}

/** What an attempt starts from, and where its entry goes. */
interface Job {
  readonly key: string;
  readonly origin: string;
  readonly known: StoredEntry | undefined;
  /** What is known and to be replaced before it expires. */
  readonly current?: StoredEntry | undefined;
  readonly call: LoadCall;
  /** Absent if the caller wants a new answer in any case. */
  readonly news?: Trip["news"];
  readonly save?: (bytes: Uint8Array) => Promise<unknown>;
}

/** Another process has fetched the file while this one waited for its turn. */
class Superseded {
  readonly entry: StoredEntry;

  constructor(entry: StoredEntry) {
    this.entry = entry;
  }
}

const NO_NEWS: Trip["news"] = async () => undefined;

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
    return this.#keepWarm(origin, await this.#attempt({ key, origin, known, call: { signal, permission } }));
  }

  /** Unless another process does. A failure changes nothing while the entry is fresh. */
  async #fetchAhead(origin: string, entry: StoredEntry, permission: Permission): Promise<void> {
    const { leaseMs } = this.#settings.limits;
    const key = await this.#keyOf(origin);
    const lease = await this.#store.acquire(key, leaseMs);
    if (lease === undefined) return;
    const call = { signal: new AbortController().signal, permission };
    const job = { key, origin, known: entry, current: entry, call };
    const next = lease === "alone" ? await this.#attempt(job) : await this.#fetchHolding(job, lease);
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
      const known = await this.#stored(key);
      if (this.#isFresh(known, origin)) return known;
      const job = { key, origin, known, call, news: () => this.#newsOf(key, origin) };
      if (poller.isOver) return this.#attempt(job);
      const lease = poller.isLeaseDue ? await this.#store.acquire(key, limits.leaseMs) : undefined;
      if (lease === "alone") return this.#attempt(job);
      const entry = lease && (await this.#fetchHolding(job, lease));
      if (entry !== undefined) return entry;
      await poller.pause(signal);
    }
  }

  #stored = async (key: string): Promise<StoredEntry | undefined> => decodeEntry(await this.#store.get(key), key);

  /** A fresh entry that is newer than what is known. */
  async #newsOf(key: string, origin: string, current?: StoredEntry): Promise<StoredEntry | undefined> {
    const stored = await this.#stored(key);
    const isNews = current === undefined || (stored?.fetchedAtMs ?? 0) > current.fetchedAtMs;
    return isNews && this.#isFresh(stored, origin) ? stored : undefined;
  }

  /**
   * Looks again first: the previous holder may have finished just before. A store that restarted empty has lost the lease
   * and may have given it to another process: undefined.
   */
  async #fetchHolding(job: Job, lease: Lease): Promise<StoredEntry | undefined> {
    const { key, origin, current } = job;
    const { leaseMs } = this.#settings.limits;
    const stopKeeping = this.#store.keep(key, leaseMs, lease);
    const news = (): Promise<StoredEntry | undefined> => this.#newsOf(key, origin, current);
    try {
      const known = await news();
      if (known !== undefined) return known;
      if ((await this.#store.acquire(key, leaseMs, lease)) === undefined) return undefined;
      const save = (bytes: Uint8Array): Promise<void> => this.#store.commit(key, bytes, KEEP_MS, lease);
      return await this.#attempt({ ...job, news, save });
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

  /**
   * One attempt: as many requests as redirects lead to, all within `bodyTimeoutMs`. Its entry is in memory, and on its way to the store,
   * when its turn ends: whoever has the next turn finds it.
   */
  async #attempt(job: Job): Promise<StoredEntry> {
    const { key, origin, current, call, news, save = (bytes) => this.#store.set(key, bytes, KEEP_MS) } = job;
    this.#fetches++;
    const trip = this.#tripTo(origin, call, news);
    let saved: unknown;
    try {
      const entry = await this.#follow(trip, job.known);
      const { refusal } = call.permission;
      if (entry.status === "unreachable" && refusal !== undefined) throw refusal;
      if (entry.status === "unreachable" && current !== undefined && isFresh(this.#settings.clock(), current))
        return current;
      if (entry.status !== "unreachable") this.#limit(origin, entry);
      saved = save(encodeEntry(entry, key));
      return this.#keepWarm(origin, entry);
    } catch (error) {
      if (!(error instanceof Superseded)) throw error;
      this.#fetches--;
      this.#limit(origin, error.entry);
      return error.entry;
    } finally {
      trip.endTurn();
      await saved;
    }
  }

  #limit(origin: string, { copy }: StoredEntry): void {
    this.#settings.pace?.limit(origin, copy ? paceLimitsOf(copy.rules) : {});
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

  #tripTo(origin: string, call: LoadCall, news = NO_NEWS): Trip {
    return { ...call, origin, deadlineMs: this.#deadlineMs(), turn: undefined, news, endTurn: () => undefined };
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
    const news = await trip.news();
    if (news !== undefined) throw new Superseded(news);
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
