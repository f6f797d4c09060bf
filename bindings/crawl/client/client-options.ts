/** The options of RobotsClient, checked once, with their defaults. Times are milliseconds. */

import { checkedNumber } from "../../base/arguments.ts";
import { shownText, withCode, wrongType, wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions, suggestion } from "../../base/options.ts";
import type { AccessErrorCode, AccessPolicy, AccessStatus, PolicyName } from "../../core/access/index.ts";
import { resolvePolicy } from "../../core/access/internal.ts";
import { checkTokens } from "../../core/deciding.ts";
import type { DialectName, Explanation, Reason } from "../../core/index.ts";
import { checkedMaxBytes, LEAST_READ_BYTES } from "../../core/parsing.ts";
import { AddressBook } from "./address-book.ts";
import { LostConnections } from "./lost-connections.ts";
import type { RequestPace } from "./pacing.ts";
import { memoryStore, type Store } from "./store.ts";
import { checkedMethods } from "./stores/adapter.ts";
import { expectFetch, type Fetch, type Limits } from "./transport.ts";

/** One request for a robots.txt. */
export interface RobotsHop {
  readonly url: string;
  /** Absent if there was no response, or no request because there were too many redirects. */
  readonly httpStatus?: number;
}

/** Where a file was found, and what its bytes are. */
export interface FileRecord {
  /** The URL of the origin's robots.txt, before redirects. */
  readonly robotsUrl: string;
  /** The URL of the file that was read, after redirects. */
  readonly fileUrl: string;
  /** The requests that led to the file, in order, with their status codes. */
  readonly hops: readonly RobotsHop[];
  /** SHA-256 of the bytes that were read, in hexadecimal. */
  readonly hash: string;
  /** SHA-256 of what was parsed, in UTF-8, if that is not the whole body: it is longer than `maxBytes`, or in another charset. */
  readonly parsedHash?: string;
  /** How much of a file is parsed. */
  readonly maxBytes: number;
  readonly fetchedAt: Date;
}

/**
 * The record of one decision: enough to defend it later. Where `hash` is present, the verdict can be computed again:
 * `parse(file, { dialect, maxBytes, url: robotsUrl }).agent(agent)` of the named version allows `url` and `new URL(url)`.
 */
export interface DecisionRecord {
  /** The URL as the caller gave it. */
  readonly url: string;
  readonly allowed: boolean;
  /** The crawler's product token or tokens, as the client's option has them. */
  readonly agent: string | readonly string[];
  /** Why: as `explain` says. "policy" if the access policy decided without the file's rules. */
  readonly reason: Reason | "policy";
  /** The rule that decided; absent if none did, or if the policy decided without the file. */
  readonly rule?: NonNullable<Explanation["rule"]>;
  /** SHA-256 of the file that decided, in hexadecimal; absent if the policy decided without a file. */
  readonly hash?: string;
  /** SHA-256 of what was parsed, in UTF-8, if that is not the whole file: it is longer than `maxBytes`, or in another charset. */
  readonly parsedHash?: string;
  /** Where the file that decided was found, after redirects; absent if the policy decided without a file. */
  readonly fileUrl?: string;
  /** The requests of the last attempt to fetch the file, in order, with their status codes. */
  readonly hops: readonly RobotsHop[];
  /** The file is longer than `maxBytes`: rules after the limit were not read. */
  readonly truncated?: true;
  /** How much of a file is read. */
  readonly maxBytes: number;
  /** How the file is read. */
  readonly dialect: DialectName;
  /** The URL of the origin's robots.txt, before redirects. */
  readonly robotsUrl: string;
  /** When the origin last gave or confirmed the file that decided; without a file, when it was last asked. */
  readonly fetchedAt: Date;
  /** When the decision was made, by the client's clock. */
  readonly decidedAt: Date;
  /** How long before the decision the origin gave or confirmed the file that decided; absent without a file. */
  readonly copyAgeMs?: number;
  /** How the last attempt to fetch the file ended. */
  readonly status: AccessStatus;
  /** The status code of that attempt's last response, if there was one. */
  readonly httpStatus?: number;
  /** Why that attempt gave no file; absent if it did. */
  readonly errorCode?: AccessErrorCode;
  /** In an outage: the time between its first failed attempt and its last, by which the policy decides. */
  readonly outageMs?: number;
  /** The policy's name. */
  readonly policy: string;
  /** The version of robots-wasm that decided. */
  readonly version: string;
}

/** What happens while a robots.txt is fetched, for logs and metrics. Times are measured with the client's clock. */
export type FetchEvent =
  /** A fresh entry was found in the store. */
  | { readonly type: "stored"; readonly origin: string }
  /** A request starts: the first, or one that a redirect led to. */
  | { readonly type: "request"; readonly origin: string; readonly url: string }
  /** A response was received, with its body. */
  | {
      readonly type: "response";
      readonly origin: string;
      readonly url: string;
      readonly httpStatus: number;
      readonly durationMs: number;
    }
  /** A request failed: the network, a timeout, a body that breaks. */
  | {
      readonly type: "error";
      readonly origin: string;
      readonly url: string;
      readonly error: string;
      readonly errorCode: AccessErrorCode;
      readonly durationMs: number;
    };

/** What `new RobotsClient` takes. Only `agent` is required. */
export interface ClientOptions extends Partial<Limits> {
  /**
   * The crawler's product token, such as `ExampleBot`, or several: the first that has a group of its own decides. The result of
   * `resolveAgent` (robots-wasm/agents) also works; its tokens count, and the dialect is the policy's.
   */
  readonly agent: string | readonly string[] | { readonly tokens: readonly string[] };
  /** The User-Agent header of requests, such as `ExampleBot/1.0 (+https://bot.example)`. Default: the first token. */
  readonly userAgent?: string;
  /** What status codes, failures and outages mean: a name or a policy of your own. Default `rfc9309`. */
  readonly policy?: PolicyName | AccessPolicy;
  /** Where entries are kept. Default: a `memoryStore()`. */
  readonly store?: Store;
  /** What requests are made with. Default: the runtime's `fetch`. */
  readonly fetch?: Fetch;
  /**
   * Which addresses may be connected to. Default: any for the URL that the client is asked about, but a redirect from a public
   * address to one that is not public is unreachable. `public`: no others at all; accepts only `nodeFetch({ addresses:
   * "public" })`. `any`: redirects too. Addresses of names are known with `nodeFetch` only.
   */
  readonly addresses?: "public" | "any";
  /**
   * Where requests for robots.txt files wait for their turn, redirects included: a `Pace` of robots-wasm/pace. It learns the limits
   * of every file that is fetched. Waiting does not count towards the time limits. Default: requests start at once.
   */
  readonly pace?: RequestPace;
  /**
   * How long before it expires a robots.txt is fetched again in the background, while somebody asks or waits; 0 for never. At most half
   * of the lifetime. Default: a tenth of the lifetime, at most an hour.
   */
  readonly refreshAheadMs?: number;
  /** Returns milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
  /**
   * Keeps the files themselves, in memory and in the store, for several crawlers: `(await client.get(url)).robots`. They count in the
   * bound of the memory. Default false.
   */
  readonly keepFile?: boolean;
  /** How many origins are fetched at a time. Default 32. */
  readonly concurrency?: number;
  /** Called for every decision, including those of `isAllowedMany`. Its exceptions reach the caller of the client. */
  readonly onDecision?: (decision: DecisionRecord) => void;
  /**
   * Called for every robots.txt that was read, with its bytes as far as they were read, after decompression. Its exceptions reach
   * the caller of the client.
   */
  readonly onFile?: (bytes: Uint8Array, file: FileRecord) => void;
  /** Called for every request, response, failure and stored entry. Its exceptions reach the caller of the client. */
  readonly onEvent?: (event: FetchEvent) => void;
  /** Called once per outage of the store, with its last error. Until the store answers again the client uses its own memory. */
  readonly onStoreError?: (error: unknown) => void;
  /** Called when the store answers again. */
  readonly onStoreRecovery?: () => void;
  /** How long an operation of the store may take, retries included. Default 4,000, which bridges a restart. */
  readonly storeTimeoutMs?: number;
  /** How long other processes wait for a crashed fetcher's lease to expire; a running fetcher renews it. Default 10,000. */
  readonly leaseMs?: number;
}

const clientOptions: KnownOptions<ClientOptions> = {
  agent: 1,
  userAgent: 1,
  policy: 1,
  store: 1,
  fetch: 1,
  addresses: 1,
  pace: 1,
  refreshAheadMs: 1,
  clock: 1,
  keepFile: 1,
  concurrency: 1,
  onDecision: 1,
  onFile: 1,
  onEvent: 1,
  onStoreError: 1,
  onStoreRecovery: 1,
  storeTimeoutMs: 1,
  leaseMs: 1,
  firstByteTimeoutMs: 1,
  bodyTimeoutMs: 1,
  maxBytes: 1,
};

type Listener = "onDecision" | "onFile" | "onEvent" | "onStoreError" | "onStoreRecovery";

/** Options with their defaults. */
export interface ClientSettings
  extends Required<Pick<ClientOptions, "userAgent" | "store" | "clock" | "concurrency" | "keepFile">>,
    Pick<ClientOptions, "addresses" | "pace" | "refreshAheadMs" | Listener> {
  readonly agent: string | readonly string[];
  readonly tokens: readonly string[];
  readonly policy: AccessPolicy;
  readonly fetch: Fetch<Response>;
  readonly limits: Limits & { readonly storeTimeoutMs: number; readonly leaseMs: number };
  readonly addressBook: AddressBook;
  readonly lost: LostConnections;
  /** `fetch` is the runtime's own, with its global dispatcher. */
  readonly isGlobalFetch: boolean;
}

/** @throws TypeError or RangeError that names the option, what was expected and what was given. */
export function checkOptions(given: ClientOptions): ClientSettings {
  expectNoTimeout(given);
  const options = checkedOptions("options", given, clientOptions);
  const tokens = checkedTokens(options.agent);
  expectFetch(options.fetch);
  for (const name of FUNCTIONS) expectFunction(name, options[name]);
  if (options.store !== undefined) checkedMethods("store", options.store, "get", "set", "delete");
  if (options.pace !== undefined) checkedMethods("pace", options.pace, "acquire", "limit");
  const { keepFile = false } = options;
  if (typeof keepFile !== "boolean") throw wrongType("keepFile", "a boolean", keepFile);
  if (options.addresses !== undefined) expectAddresses(options.addresses, options.fetch);
  if (options.refreshAheadMs !== undefined)
    checkedNumber("refreshAheadMs", options.refreshAheadMs, [0, Number.MAX_VALUE]);
  return Object.assign(options, {
    agent: typeof options.agent === "string" ? options.agent : Object.freeze(tokens),
    tokens,
    userAgent: checkHeader(options.userAgent ?? tokens[0]!),
    policy: resolvePolicy(options.policy ?? "rfc9309"),
    addressBook: new AddressBook(),
    lost: new LostConnections(),
    keepFile,
    isGlobalFetch: options.fetch === undefined,
    store: options.store ?? memoryStore(),
    // What it returns is checked when it does (transport.ts).
    fetch: (options.fetch as Fetch<Response> | undefined) ?? ((url, init) => globalThis.fetch(url, init)),
    clock: options.clock ?? Date.now,
    concurrency: checkedNumber("concurrency", options.concurrency ?? 32, [1], "an integer"),
    limits: limitsOf(options),
  });
}

/** Other clients have one time limit for a request. No option is spelled like it, so the error for any option would name none. */
function expectNoTimeout(given: object): void {
  const name = Object.keys(Object(given)).find((one) => suggestion(one, ["timeout"]) !== "");
  if (name === undefined) return;
  const message = `options: expected a known option; got ${name}; did you mean firstByteTimeoutMs or bodyTimeoutMs?`;
  throw withCode(new TypeError(message), "ERR_UNKNOWN_OPTION");
}

const limitsOf = (options: ClientOptions): ClientSettings["limits"] => ({
  firstByteTimeoutMs: timerMs("firstByteTimeoutMs", options.firstByteTimeoutMs ?? 10_000),
  bodyTimeoutMs: timerMs("bodyTimeoutMs", options.bodyTimeoutMs ?? 30_000),
  maxBytes: checkedMaxBytes(options.maxBytes ?? LEAST_READ_BYTES),
  storeTimeoutMs: timerMs("storeTimeoutMs", options.storeTimeoutMs ?? 4000),
  leaseMs: timerMs("leaseMs", options.leaseMs ?? 10_000),
});

/** In every dialect, unlike `RobotsTxt.agent`: a client knows its crawler's token. */
function checkedTokens(agent: ClientOptions["agent"]): readonly string[] {
  const tokens = [isResolved(agent) ? agent.tokens : agent].flat();
  if (tokens.length === 0 || tokens.some((token) => typeof token !== "string"))
    throw withCode(
      new TypeError(`agent: expected a product token or a non-empty list of them; got ${shownText(agent)}`),
      "ERR_INVALID_ARG_TYPE",
    );
  checkTokens(tokens);
  return tokens;
}

const isResolved = (agent: ClientOptions["agent"]): agent is { readonly tokens: readonly string[] } =>
  typeof agent === "object" && agent !== null && "tokens" in agent;

const FUNCTIONS = ["clock", "onDecision", "onFile", "onEvent", "onStoreError", "onStoreRecovery"] as const;

/** @throws TypeError for an option that is given and not a function. */
export function expectFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "function") throw wrongType(name, "a function", value);
}

/** A header with other characters would make every request fail (RFC 9110 §5.5). */
function checkHeader(userAgent: unknown): string {
  if (typeof userAgent !== "string") throw wrongType("userAgent", "a header's text", userAgent);
  if (/^[\x20-\x7e\xa0-\xff]+$/.test(userAgent)) return userAgent;
  throw wrongValue("userAgent", "a header's text", JSON.stringify(userAgent));
}

/** Fails when the client is made: addresses that cannot be checked are not promised to be. */
function expectAddresses(addresses: unknown, fetch: Fetch | undefined): void {
  if (addresses !== "public" && addresses !== "any") throw wrongValue("addresses", "public or any", addresses);
  if (addresses === "any" || fetch?.addresses === "public") return;
  const wanted = 'nodeFetch({ addresses: "public" }) of robots-wasm/client/node, which runs in Node';
  throw wrongValue("fetch", wanted, fetch === undefined ? "none" : "one that does not refuse any");
}

/** What a timer can hold, 24 days. A longer one fires at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

export const timerMs = (name: string, value: number): number =>
  checkedNumber(name, value, [1, MAX_TIMER_MS], "an integer");
