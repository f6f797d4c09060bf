/**
 * RobotsClient: takes URLs and returns verdicts with the reasons behind them. It joins the access machine to a `fetch`, a
 * store and a clock. Nothing that an origin does throws: it is an outage, and the policy decides.
 */
import pLimit from "p-limit";
import { checkedBody } from "../../base/arguments.ts";
import { type Refusal, withCode, wrongType } from "../../base/errors.ts";
import { absolute } from "../../base/location.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { showAsJson } from "../../base/show.ts";
import type { AccessErrorCode, AccessStatus, StoredEntry, Verdict } from "../../core/access/index.ts";
import { outageMsOf, verdictOf } from "../../core/access/internal.ts";
import { blanketBody, blanketRules, type Explanation } from "../../core/deciding.ts";
import { type AgentRules, type DialectName, parse, type RobotsTxt, robotsTxtUrl } from "../../core/index.ts";
import { decisionChannel } from "./channels.ts";
import {
  type ClientOptions,
  type ClientSettings,
  checkOptions,
  type DecisionRecord,
  expectFunction,
} from "./client-options.ts";
import { hopsOf, sourceOf } from "./file-record.ts";
import { Loader } from "./loader.ts";
import { deferPausedEnds } from "./paused-ends.ts";
import { Permission } from "./permission.ts";
import { SingleFlight } from "./single-flight.ts";
import { type TdmFile, tdmFileUrl } from "./tdm-file.ts";
import { VERSION } from "./version.ts";

/** How the last attempt to fetch a robots.txt ended, and what the policy makes of it. */
export interface Access {
  /** `success`: the file was read; `unavailable`: there is none; `unreachable`: nobody knows. */
  readonly status: AccessStatus;
  /** What holds for the origin's URLs: the file's rules, everything allowed, or nothing allowed. */
  readonly verdict: Verdict;
  /** The status code of the last response, if there was one. */
  readonly httpStatus?: number;
  /** Why the attempt failed, in words. */
  readonly error?: string;
  /** Why the attempt gave no file; absent if it did. The status is `unreachable`, unless the policy says otherwise. */
  readonly errorCode?: AccessErrorCode;
  /** What the origin asks for its robots.txt: `crawler-price` of a 402, such as `USD 0.01`. */
  readonly price?: string;
  /** The URLs that redirects led to, in order. If there were too many, the last one was not requested. */
  readonly redirects: readonly string[];
  /** The status codes of the redirects, in order; absent without redirects. */
  readonly redirectStatuses?: readonly number[];
  /** When the attempt was made. */
  readonly fetchedAt: Date;
  /** When the next attempt may be made. */
  readonly expiresAt: Date;
}

/** What is known of an origin, and what to decide its URLs by. */
export interface OriginRobots {
  /**
   * The file's rules, or rules that allow or refuse everything, as the policy decides. They allow a URL only if it is allowed
   * as `fetch` requests it and as it is written, as the client itself does.
   */
  readonly rules: AgentRules;
  /**
   * With the option `keepFile`: the file, for other crawlers than the client's; or one that allows or refuses everything, as the
   * policy decides. Each call parses it, so keep it while you use it.
   */
  readonly robots?: RobotsTxt;
  /** Absolute URLs. */
  readonly sitemaps: readonly string[];
  /** URLs of licences (RSL 1.0) that apply to the crawler. No verdict depends on them. */
  readonly licenses: readonly string[];
  /** Seconds between two requests. */
  readonly crawlDelay: number | undefined;
  /** The file is longer than `maxBytes`: rules after the limit were not read. */
  readonly truncated: boolean;
  /** The body looks like an HTML page, which has no rules: the origin may have no robots.txt. */
  readonly looksLikeHtml: boolean;
  /** The body was gzip, and no header said so. It was read as its content; other crawlers may read bytes without rules. */
  readonly undeclaredGzip: boolean;
  /** SHA-256 of the file that decides, in hexadecimal; absent if the policy decides without a file. */
  readonly hash?: string;
  /** When the origin last gave or confirmed that file. In an outage that is before `access.fetchedAt`. */
  readonly fetchedAt?: Date;
  readonly access: Access;
}

/**
 * The verdict on one URL and what it rests on. `reason` is "policy" where the policy decides without the file's rules. A refusal also has
 * `isFinal` and, where nobody knows the rules yet, `retryAt`.
 */
export type ClientExplanation = (Explanation | PolicyExplanation) & {
  /** The URL as the URL standard spells it, which is what `fetch` requests. */
  readonly url: string;
  readonly access: Access;
} & Partial<Refusal>;

/** A verdict that the access policy gives: `access` of the explanation says why. */
export interface PolicyExplanation {
  readonly allowed: boolean;
  readonly reason: "policy";
  readonly dialect: DialectName;
  readonly rule?: undefined;
}

/** What every method of the client takes besides the URL. */
export interface CallOptions {
  /** Ends the call's waiting, and the fetch if nobody else waits for it. */
  readonly signal?: AbortSignal;
}

/** What `isAllowedMany` takes besides the URLs. */
export interface BatchOptions extends CallOptions {
  /** Called for every element that cannot be decided. Its verdict is 0. */
  readonly onSkip?: (skipped: SkippedUrl) => void;
}

/** Counters of a client since it was made, and what its memory holds now. A shared store has counters of its own. */
export interface ClientStats {
  /** Origins whose rules are decoded. */
  readonly entries: number;
  /** The bytes that they take, approximately. */
  readonly bytes: number;
  /** Calls that found a fresh entry in memory. */
  readonly hits: number;
  /** Calls that did not, and asked the store or the origin. */
  readonly misses: number;
  /** Attempts to fetch a robots.txt. */
  readonly fetches: number;
  /** Origins that are being loaded now. */
  readonly inFlight: number;
}

const callOptions: KnownOptions<CallOptions> = { signal: 1 };
const batchOptions: KnownOptions<BatchOptions> = { signal: 1, onSkip: 1 };

/** An element of a batch that is not a URL which this client can fetch. */
export interface SkippedUrl {
  /** Its place in the batch, from 0. */
  readonly index: number;
  /** The element as it was given. */
  readonly url: unknown;
  /** What was expected, with a code. */
  readonly error: TypeError;
}

/** A URL as it was written, and parsed: each request parses its URL once. */
export interface RequestedUrl {
  readonly url: string;
  readonly parsed: URL;
}

/** A URL as the caller gave it, and what `fetch` would make of it, both read when the call was made. */
interface Target {
  readonly url: string;
  readonly href: string;
  readonly origin: string;
  /** As the rules are asked for it. */
  readonly asked: string | URL;
}

const HTTP: readonly string[] = ["http:", "https:"];

/** The settings of a client, for rooms above. @throws TypeError for another object. */
export let settingsOf: (client: RobotsClient) => ClientSettings;
/** The verdict on a URL, for rooms above: at once, if the robots.txt is known. */
export let decided: (
  client: RobotsClient,
  place: RequestedUrl,
  signal: AbortSignal | undefined,
  permission: Permission,
) => Decided | Promise<Decided>;
/** What is known of the origin of a permission's URL, for rooms above. */
export let robotsFor: (
  client: RobotsClient,
  url: URL,
  call: CallOptions,
  permission: Permission,
) => Promise<OriginRobots>;
/** Keeps the robots.txt of the origin fresh until the promise settles, for rooms above. */
export let keptFresh: <T>(
  client: RobotsClient,
  origin: string,
  waiting: Promise<T>,
  permission: Permission,
) => Promise<T>;

/** A verdict, whose reasons are worked out when somebody asks. */
export interface Decided {
  readonly origin: string;
  readonly allowed: boolean;
  /** One object until the file changes. */
  readonly rules: AgentRules;
  /** SHA-256 of the file that decided; undefined if the policy did without one. */
  readonly hash: string | undefined;
  explain(): ClientExplanation;
}

/**
 * Fetches robots.txt files and decides URLs by them, for one crawler. Concurrent calls for one origin share a single fetch.
 * Methods reject with a TypeError (ERR_INVALID_URL) unless given an absolute URL of a scheme that `fetch` reads, and with the
 * signal's reason when it aborts; with a TypeError if `fetch` returns something else than a Response; with what `pace` rejects with,
 * such as ERR_STORE; and with what listeners throw. They never reject because of what an origin or a store does.
 */
export class RobotsClient {
  readonly #settings: ClientSettings;
  readonly #loader: Loader;
  readonly #blanketRules: Readonly<Record<"allowed" | "refused", AgentRules>>;
  readonly #loads: SingleFlight;
  readonly #refreshes: SingleFlight;

  static {
    settingsOf = (client) => {
      if (typeof client === "object" && client !== null && #settings in client) return client.#settings;
      throw wrongType("client", "a RobotsClient", client);
    };
    decided = (client, { url, parsed }, signal, permission) =>
      client.#decide(client.#targetOf(url, parsed), signal, permission);
    robotsFor = async (client, url, { signal }, permission) => {
      const { origin } = client.#targetOf(url);
      return client.#withFile(await client.#entryFor(origin, signal, permission), origin);
    };
    keptFresh = (client, origin, waiting, permission) => client.#loader.ahead.during(origin, waiting, permission);
  }

  /** @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for an invalid option. */
  constructor(options: ClientOptions) {
    this.#settings = checkOptions(options);
    deferPausedEnds();
    this.#loader = new Loader(this.#settings);
    const { concurrency, policy } = this.#settings;
    // Loads that wait for their turns keep no others waiting; the loader limits requests.
    const atOnce = this.#settings.pace === undefined ? concurrency : Number.POSITIVE_INFINITY;
    this.#loads = new SingleFlight(atOnce, (...call) => this.#loader.load(...call));
    this.#refreshes = new SingleFlight(atOnce, (...call) => this.#loader.refresh(...call));
    this.#blanketRules = {
      allowed: blanketRules("allowed", policy.dialect),
      refused: blanketRules("refused", policy.dialect),
    };
  }

  /** Whether the crawler may request `url`. Fetches the origin's robots.txt unless a fresh one is known. */
  async isAllowed(url: string | URL, call: CallOptions = {}): Promise<boolean> {
    return (await this.#decide(this.#targetOf(url), callSignal(call))).allowed;
  }

  /**
   * One number per URL in the same order: 1 for allowed; 0 for refused and for elements that cannot be decided, which `onSkip`
   * reports. Each origin is fetched once, `concurrency` of them at a time.
   * @param urls an array, a Set or another iterable.
   * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `urls` is an iterable other than a string.
   */
  async isAllowedMany(urls: Iterable<string | URL>, call: BatchOptions = {}): Promise<Uint8Array> {
    const { signal, onSkip } = checkedCall(call, batchOptions);
    expectFunction("onSkip", onSkip);
    const targets = this.#targetsOf(checkIterable(urls), onSkip);
    const verdicts = new Uint8Array(targets.length);
    const decide = async (origin: string, indexes: readonly number[]): Promise<void> => {
      const entry = await this.#entryFor(origin, signal);
      const allowed = this.#decideAll(
        indexes.map((i) => targets[i]!),
        entry,
      );
      for (const [n, i] of indexes.entries()) verdicts[i] = allowed[n]!;
    };
    // The batch has a limit of its own: other callers do not wait behind all of its origins.
    const limit = pLimit(this.#settings.concurrency);
    try {
      await Promise.all(Array.from(indexesByOrigin(targets), ([origin, indexes]) => limit(decide, origin, indexes)));
      return verdicts;
    } finally {
      limit.clearQueue();
    }
  }

  /** The verdict on `url` with its reason, rule, group and the state of the origin's robots.txt. */
  async explain(url: string | URL, call: CallOptions = {}): Promise<ClientExplanation> {
    return (await this.#decide(this.#targetOf(url), callSignal(call))).explain();
  }

  /** Like `explain`, but by what this client's memory holds: undefined unless that is fresh. Fetches and records nothing. */
  peek(url: string | URL): ClientExplanation | undefined {
    const target = this.#targetOf(url);
    const entry = this.#loader.warm(target.origin);
    return entry && this.#explain(target, entry);
  }

  /** What is known of the URL's origin. Fetches its robots.txt unless a fresh one is known. */
  async get(url: string | URL, call: CallOptions = {}): Promise<OriginRobots> {
    const { origin } = this.#targetOf(url);
    return this.#withFile(await this.#entryFor(origin, callSignal(call)), origin);
  }

  /** Like `get`, but fetches even if a fresh entry is known. The origin is asked whether the known file still holds. */
  async refresh(url: string | URL, call: CallOptions = {}): Promise<OriginRobots> {
    const { origin } = this.#targetOf(url);
    const signal = callSignal(call);
    signal?.throwIfAborted();
    return this.#withFile(await this.#refreshes.join(origin, signal, this.#permissionOf(origin)), origin);
  }

  /**
   * Forgets all that is known of the URL's origin, here and in the store: its file, its validators, its outage. Waits for a
   * fetch of the origin that is running.
   */
  async invalidate(url: string | URL): Promise<void> {
    const { origin } = this.#targetOf(url);
    // A fetch that has begun before would bring back what is forgotten here.
    await Promise.all([this.#loads.settled(origin), this.#refreshes.settled(origin)]);
    await this.#loader.forget(origin);
  }

  /**
   * Uses `body` as the robots.txt of the URL's origin, as if the origin had just sent it. It is fresh for as long as the
   * policy says without cache headers.
   * @throws TypeError (ERR_INVALID_ARG_TYPE) for a body that is neither text nor bytes.
   */
  async seed(url: string | URL, body: string | Uint8Array): Promise<OriginRobots> {
    const { origin } = this.#targetOf(url);
    return this.#withFile(await this.#loader.seed(origin, checkedBody(body)), origin);
  }

  /**
   * Fetches /.well-known/tdmrep.json of the URL's origin, if robots.txt allows it: what the site states about text and data
   * mining. Nothing is kept: every call fetches. `parseTdmFile` and `tdmStatements` of robots-wasm/usage read the result.
   */
  async tdmrep(url: string | URL, call: CallOptions = {}): Promise<TdmFile> {
    const { origin } = this.#targetOf(url);
    const signal = callSignal(call);
    const address = tdmFileUrl(origin);
    const permission = this.#permissionOf(origin);
    if (!(await this.#decide(this.#targetOf(address), signal, permission)).allowed)
      return { url: address, status: "refused" };
    return this.#loader.fetchTdmFile(origin, address, { signal: signal ?? new AbortController().signal, permission });
  }

  /** What this client keeps in its own memory, and what it has done so far. */
  stats(): ClientStats {
    return { ...this.#loader.stats, inFlight: this.#loads.size + this.#refreshes.size };
  }

  get #isRecording(): boolean {
    return this.#settings.onDecision !== undefined || decisionChannel.hasSubscribers;
  }

  #decide(target: Target, signal: AbortSignal | undefined, permission?: Permission): Decided | Promise<Decided> {
    const entry = this.#entryFor(target.origin, signal, permission);
    return entry instanceof Promise ? entry.then((one) => this.#decideBy(one, target)) : this.#decideBy(entry, target);
  }

  #decideBy(entry: StoredEntry, target: Target): Decided {
    if (this.#isRecording) this.#record(target, entry);
    const rules = this.#rulesOf(entry);
    const allowed = rules.isAllowed(target.asked);
    const explain = (): ClientExplanation => this.#explain(target, entry);
    const { copy } = entry;
    return { origin: target.origin, allowed, rules, hash: rules === copy?.rules ? copy.hash : undefined, explain };
  }

  #explain(target: Target, entry: StoredEntry): ClientExplanation {
    const robots = this.#robotsOf(entry);
    const { access } = robots;
    const explanation = explained(this.#rulesOf(entry), robots, target);
    return { ...explanation, ...refusalOf(explanation.allowed, access), url: target.href, access };
  }

  /** What `JSON.stringify` and `console.log` show. */
  toJSON(): { readonly agent: string | readonly string[]; readonly userAgent: string; readonly policy: string } {
    const { agent, userAgent, policy } = this.#settings;
    return { agent, userAgent, policy: policy.name };
  }

  #targetOf(url: string | URL, parsed: URL = absolute(url)): Target {
    const { protocols = HTTP } = this.#settings.fetch;
    if (!protocols.includes(parsed.protocol)) throw unsupported(parsed.protocol, protocols);
    return {
      url: String(url),
      href: parsed.href,
      origin: parsed.origin,
      asked: typeof url === "string" ? url : parsed,
    };
  }

  /** Undefined in the place of elements that cannot be decided. */
  #targetsOf(urls: Iterable<string | URL>, onSkip: BatchOptions["onSkip"]): readonly (Target | undefined)[] {
    return Array.from(urls, (url, index) => {
      try {
        return this.#targetOf(url);
      } catch (error) {
        onSkip?.({ index, url, error: error as TypeError });
        return undefined;
      }
    });
  }

  /** @param permission of the hop that asks. Default: the caller has named the origin. */
  #entryFor(
    origin: string,
    signal: AbortSignal | undefined,
    permission: Permission = this.#permissionOf(origin),
  ): StoredEntry | Promise<StoredEntry> {
    signal?.throwIfAborted();
    const known = this.#loader.warm(origin);
    if (known === undefined) return this.#loads.join(origin, signal, permission);
    this.#loader.ahead.startIfDue(origin, known, permission);
    return known;
  }

  #permissionOf = (origin: string): Permission => new Permission(new URL(origin), this.#settings.addresses);

  #rulesOf(entry: StoredEntry): AgentRules {
    const verdict = verdictOf(this.#settings.policy, entry);
    if (verdict === "rules" && entry.copy !== undefined) return entry.copy.rules;
    return this.#blanketRules[verdict === "allowed" ? "allowed" : "refused"];
  }

  #robotsOf(entry: StoredEntry): OriginRobots {
    const verdict = verdictOf(this.#settings.policy, entry);
    const rules = this.#rulesOf(entry);
    const access = accessOf(entry, verdict);
    const copy = rules === entry.copy?.rules ? entry.copy : undefined;
    return {
      rules: rules,
      sitemaps: copy?.sitemaps ?? [],
      licenses: copy?.rules.licenses ?? [],
      crawlDelay: copy?.rules.crawlDelay,
      truncated: copy?.truncated ?? false,
      looksLikeHtml: copy?.looksLikeHtml ?? false,
      undeclaredGzip: copy?.undeclaredGzip ?? false,
      ...(copy !== undefined && { hash: copy.hash, fetchedAt: new Date(copy.fetchedAtMs) }),
      access,
    };
  }

  /** What is known, with the file if it is kept. */
  #withFile(entry: StoredEntry, origin: string): OriginRobots {
    const { policy, limits, keepFile } = this.#settings;
    const known = this.#robotsOf(entry);
    if (!keepFile) return known;
    const file = known.hash === undefined ? undefined : entry.copy?.file;
    const body = file ?? blanketBody(known.access.verdict === "allowed" ? "allowed" : "refused");
    const options = { dialect: policy.dialect, maxBytes: limits.maxBytes, url: robotsTxtUrl(origin) };
    return { ...known, robots: parse(body, options) };
  }

  #decideAll(targets: readonly Target[], entry: StoredEntry): Uint8Array {
    const rules = this.#rulesOf(entry);
    if (!this.#isRecording) return rules.isAllowedMany(targets.map(({ asked }) => asked));
    const robots = this.#robotsOf(entry);
    return Uint8Array.from(targets, (one) => Number(this.#record(one, entry, robots)));
  }

  #record(target: Target, entry: StoredEntry, robots: OriginRobots = this.#robotsOf(entry)): boolean {
    const { agent, clock, limits, onDecision, policy } = this.#settings;
    const { allowed, reason, rule, dialect } = explained(this.#rulesOf(entry), robots, target);
    const decidedAtMs = clock();
    const { status, httpStatus, errorCode, fetchedAt } = robots.access;
    const record: DecisionRecord = {
      url: target.url,
      allowed,
      agent,
      reason,
      ...(rule !== undefined && { rule }),
      ...(robots.hash !== undefined && entry.copy && sourceOf(entry.copy)),
      hops: hopsOf(target.origin, entry),
      ...(robots.truncated && { truncated: true }),
      maxBytes: limits.maxBytes,
      dialect,
      robotsUrl: robotsTxtUrl(target.origin),
      fetchedAt: robots.fetchedAt ?? fetchedAt,
      decidedAt: new Date(decidedAtMs),
      ...(robots.fetchedAt !== undefined && { copyAgeMs: Math.max(0, decidedAtMs - robots.fetchedAt.getTime()) }),
      status,
      ...(httpStatus !== undefined && { httpStatus }),
      ...(errorCode !== undefined && { errorCode }),
      ...(status === "unreachable" && { outageMs: outageMsOf(entry) }),
      policy: policy.name,
      version: VERSION,
    };
    decisionChannel.publish(record);
    onDecision?.(record);
    return allowed;
  }
}

showAsJson(RobotsClient.prototype, "RobotsClient");

/** A verdict without a file of the origin is the policy's, except that of the robots.txt itself. */
function explained(rules: AgentRules, { hash }: OriginRobots, { asked }: Target): Explanation | PolicyExplanation {
  const explanation = rules.explain(asked);
  if (hash !== undefined || explanation.reason === "robots-txt") return explanation;
  return { allowed: explanation.allowed, reason: "policy", dialect: explanation.dialect };
}

/** An outage is not an answer of the site. Its robots.txt is asked for again when the entry expires. */
export function refusalOf(allowed: boolean, access: Access): Partial<Refusal> {
  if (allowed) return {};
  const isFinal = access.verdict === "rules" || access.status !== "unreachable" || access.errorCode === "address";
  return { isFinal, ...(!isFinal && { retryAt: access.expiresAt }) };
}

export function accessOf(entry: StoredEntry, verdict: Verdict): Access {
  const { copy: _, fetchedAtMs, expiresAtMs, unreachableSinceMs: __, failures: ___, ...state } = entry;
  return { ...state, verdict, fetchedAt: new Date(fetchedAtMs), expiresAt: new Date(expiresAtMs) };
}

const callSignal = (call: CallOptions): AbortSignal | undefined => checkedCall(call, callOptions).signal;

/** @throws TypeError for an unknown option or another signal than an AbortSignal. */
function checkedCall<T extends CallOptions>(call: T, known: KnownOptions<NoInfer<T>>): T {
  const read = checkedOptions("call", call, known);
  const { signal } = read;
  if (signal === undefined || typeof signal?.throwIfAborted === "function") return read;
  throw wrongType("signal", "an AbortSignal", signal);
}

function checkIterable<T>(urls: Iterable<T>): Iterable<T> {
  if (typeof urls === "object" && typeof urls?.[Symbol.iterator] === "function") return urls;
  throw wrongType("urls", "an array or another iterable of URLs", urls);
}

function unsupported(protocol: string, protocols: readonly string[]): TypeError {
  const advice = protocol === "ftp:" ? ", which nodeFetch of robots-wasm/client/node reads with the option ftp" : "";
  const message = `url: expected one of ${protocols.join(", ")}; got ${protocol}${advice}`;
  return withCode(new TypeError(message), "ERR_INVALID_URL");
}

function indexesByOrigin(targets: readonly (Target | undefined)[]): Map<string, number[]> {
  const byOrigin = new Map<string, number[]>();
  for (const [i, target] of targets.entries()) {
    if (target === undefined) continue;
    const indexes = byOrigin.get(target.origin);
    if (indexes === undefined) byOrigin.set(target.origin, [i]);
    else indexes.push(i);
  }
  return byOrigin;
}
