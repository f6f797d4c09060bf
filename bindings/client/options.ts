/** The options of RobotsClient, checked once, with their defaults. Times are milliseconds. */

import { type AccessPolicy, type AccessStatus, resolvePolicy } from "../access/policy.ts";
import { kindOf } from "../core/errors.ts";
import { checkedOptions } from "../core/robots/checked.ts";
import { checkedMaxBytes, MIN_MAX_BYTES } from "../core/robots/text.ts";
import type { Explanation } from "../index.ts";
import { memoryStore, type Store } from "./store.ts";
import { checkedMethods } from "./stores/values.ts";
import type { Fetch, Limits } from "./transport.ts";

/** The record of one decision: enough to defend it later. */
export interface DecisionRecord {
  readonly url: string;
  readonly allowed: boolean;
  readonly rule?: NonNullable<Explanation["rule"]>;
  readonly hash?: string;
  /** When the file that decides was last given or confirmed; without one, when it was last asked for. */
  readonly fetchedAt: Date;
  readonly status: AccessStatus;
  readonly policy: string;
}

/** What happens to an origin's robots.txt, for logs and metrics. Times are the client's clock. */
export type FetchEvent =
  | { readonly type: "stored"; readonly origin: string }
  | { readonly type: "request"; readonly origin: string; readonly url: string }
  | {
      readonly type: "response";
      readonly origin: string;
      readonly url: string;
      readonly httpStatus: number;
      readonly durationMs: number;
    }
  | {
      readonly type: "error";
      readonly origin: string;
      readonly url: string;
      readonly error: string;
      readonly durationMs: number;
    };

export interface ClientOptions extends Partial<Limits> {
  /** Product tokens looked for in the file; of several, the first that has a group of its own. */
  readonly agent: string | readonly string[];
  /** The User-Agent header; default the first token. */
  readonly userAgent?: string;
  readonly policy?: string | AccessPolicy;
  readonly store?: Store;
  readonly fetch?: Fetch;
  /** `public`: the client is made only with a `fetch` that refuses other addresses, `nodeFetch({ addresses: "public" })`. */
  readonly addresses?: "public";
  /** Milliseconds since 1970; default Date.now. */
  readonly clock?: () => number;
  /** Origins fetched at a time; default 32. */
  readonly concurrency?: number;
  readonly onDecision?: (decision: DecisionRecord) => void;
  readonly onEvent?: (event: FetchEvent) => void;
  /** The store fails or takes too long: said once an outage; meanwhile the client's own memory stands in. */
  readonly onStoreError?: (error: unknown) => void;
  /** The store answers again. */
  readonly onStoreRecovery?: () => void;
  /** How long an operation of the store may take, its repetitions included: a restart is bridged; default 4,000. */
  readonly storeTimeoutMs?: number;
  /** How long after its death a process that fetches for all is waited for; it renews its lease while it lives. Default 10,000. */
  readonly leaseMs?: number;
}

export interface Settings
  extends Required<Pick<ClientOptions, "agent" | "userAgent" | "store" | "fetch" | "clock" | "concurrency">> {
  readonly policy: AccessPolicy;
  readonly limits: Limits & { readonly storeTimeoutMs: number; readonly leaseMs: number };
  readonly onDecision: ClientOptions["onDecision"];
  readonly onEvent: ClientOptions["onEvent"];
  readonly onStoreError: ClientOptions["onStoreError"];
  readonly onStoreRecovery: ClientOptions["onStoreRecovery"];
}

/** @throws TypeError or RangeError that names the option, what was expected of it and what came. */
export function checkOptions(options: ClientOptions): Settings {
  checkedOptions("options", options);
  const tokens = [options.agent].flat();
  if (tokens.length === 0 || tokens.some((token) => typeof token !== "string" || token === ""))
    throw new TypeError(`agent: expected a product token or a non-empty list of them; got ${String(options.agent)}`);
  for (const name of FUNCTIONS) assertFunction(name, options[name]);
  if (options.store !== undefined) checkedMethods("store", options.store, "get", "set", "delete");
  if (options.addresses !== undefined) assertAddresses(options.addresses, options.fetch);
  return {
    agent: options.agent,
    userAgent: checkedHeader(options.userAgent ?? tokens[0]!),
    policy: resolvePolicy(options.policy ?? "rfc9309"),
    store: options.store ?? memoryStore(),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock: options.clock ?? Date.now,
    concurrency: positive("concurrency", options.concurrency ?? 32),
    limits: {
      firstByteTimeoutMs: timerMs("firstByteTimeoutMs", options.firstByteTimeoutMs ?? 10_000),
      bodyTimeoutMs: timerMs("bodyTimeoutMs", options.bodyTimeoutMs ?? 30_000),
      maxBytes: checkedMaxBytes(options.maxBytes ?? MIN_MAX_BYTES),
      storeTimeoutMs: timerMs("storeTimeoutMs", options.storeTimeoutMs ?? 4000),
      leaseMs: timerMs("leaseMs", options.leaseMs ?? 10_000),
    },
    onDecision: options.onDecision,
    onEvent: options.onEvent,
    onStoreError: options.onStoreError,
    onStoreRecovery: options.onStoreRecovery,
  };
}

const FUNCTIONS = ["fetch", "clock", "onDecision", "onEvent", "onStoreError", "onStoreRecovery"] as const;

function assertFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "function")
    throw new TypeError(`${name}: expected a function; got ${kindOf(value)}`);
}

/** RFC 9110 §5.5: what a header cannot hold would fail every fetch. */
function checkedHeader(userAgent: unknown): string {
  if (typeof userAgent === "string" && /^[\x20-\x7e\xa0-\xff]+$/.test(userAgent)) return userAgent;
  throw new TypeError(`userAgent: expected a header's text; got ${JSON.stringify(userAgent)}`);
}

/** Never half: what cannot be kept is not promised. */
function assertAddresses(addresses: unknown, fetch: Fetch | undefined): void {
  if (addresses !== "public") throw new TypeError(`addresses: expected public; got ${String(addresses)}`);
  if (fetch?.addresses === "public") return;
  const wanted = 'expected nodeFetch({ addresses: "public" }) of robots-wasm/client/node, which runs in Node';
  throw new TypeError(`fetch: ${wanted}; got ${fetch === undefined ? "none" : "one that does not refuse any"}`);
}

function positive(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${name}: expected a positive integer; got ${String(value)}`);
}

/** What a timer can hold, 24 days: it runs out at once when asked for more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function timerMs(name: string, value: number): number {
  if (positive(name, value) <= MAX_TIMER_MS) return value;
  throw new RangeError(`${name}: expected at most ${MAX_TIMER_MS} milliseconds; got ${value}`);
}
