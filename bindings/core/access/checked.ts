/**
 * The machine for programs that bring their own requests: the same functions as in machine.ts and entry.ts, which trust the
 * client, with their arguments checked.
 */
import { wrongType } from "../../base/errors.ts";
import type { RobotsBody, StoredEntry } from "./entry.ts";
import * as entries from "./entry.ts";
import type { Headers } from "./headers.ts";
import type { FetchAction, FetchAttempt, FetchOutcome } from "./machine.ts";
import * as machine from "./machine.ts";
import { type AccessPolicy, resolvePolicy, type Verdict } from "./policy.ts";

/**
 * Whether `entry` can be used without another attempt.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless the time is a number and the entry a complete `StoredEntry`.
 */
export const isFresh = (nowMs: number, entry: StoredEntry | undefined): entry is StoredEntry =>
  machine.isFresh(checkedTime(nowMs), known(entry));

/**
 * What holds by this entry.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for an incomplete policy or an incomplete entry; RangeError
 *   (ERR_INVALID_ARG_VALUE) for an unknown name of a policy.
 */
export const verdictOf = (policy: AccessPolicy, entry: StoredEntry): Verdict =>
  machine.verdictOf(resolvePolicy(policy), checkedEntry(entry));

/**
 * The first request of an attempt.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless the URL is a string and the entry, if there is one, a complete `StoredEntry`.
 * @example
 * ```ts
 * import { parse } from "robots-wasm";
 * import { rfc9309, start, step, succeed, verdictOf } from "robots-wasm/client";
 *
 * const fetch = async () => new Response("User-agent: *\nDisallow: /private\n"); // yours
 * const policy = rfc9309;
 * const remembered = undefined; // the entry of the attempt before, if there was one
 *
 * let action = start("https://shop.example/robots.txt", remembered);
 * let response = new Response();
 * while (action.type !== "done") {
 *   if (action.type === "request") response = await fetch(); // action.url, action.headers, redirect: "manual"
 *   const head = { status: response.status, headers: Object.fromEntries(response.headers) };
 *   if (action.type === "request") {
 *     action = step(policy, Date.now(), remembered, action.attempt, { type: "response", ...head });
 *   } else {
 *     const robots = parse(new Uint8Array(await response.arrayBuffer()), { dialect: policy.dialect, url: action.url });
 *     const body = { rules: robots.agent("ExampleBot"), sitemaps: robots.sitemaps, hash: "" };
 *     action = { type: "done", entry: succeed(policy, Date.now(), action.attempt, head, body) };
 *   }
 * }
 * verdictOf(policy, action.entry); // "rules"
 * action.entry.copy?.rules.isAllowed("/private"); // false
 * ```
 */
export function start(url: string, entry: StoredEntry | undefined): FetchAction {
  if (typeof url !== "string") throw wrongType("url", "a string", url);
  return machine.start(url, known(entry));
}

/**
 * What to do after a request ended.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) or RangeError (ERR_INVALID_ARG_VALUE) for invalid arguments; never because of
 *   what an origin sent.
 */
export function step(
  policy: AccessPolicy,
  nowMs: number,
  entry: StoredEntry | undefined,
  attempt: FetchAttempt,
  outcome: FetchOutcome,
): FetchAction {
  const [rules, time, before, requests] = [
    resolvePolicy(policy),
    checkedTime(nowMs),
    known(entry),
    checkedAttempt(attempt),
  ];
  if (outcome?.type === "response") checkResponse("outcome", outcome);
  else if (outcome?.type !== "error" || typeof outcome.error !== "string")
    throw wrongType("outcome", 'an object of type "response" or "error", with its error as text', outcome);
  return machine.step(rules, time, before, requests, outcome);
}

/**
 * The entry after a body was read, in full or up to the limit.
 * @param entry what was known before. A policy that takes HTML pages for unreachable keeps its copy.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) or RangeError (ERR_INVALID_ARG_VALUE) for invalid arguments; never because of
 *   what an origin sent.
 */
export function succeed(
  policy: AccessPolicy,
  nowMs: number,
  attempt: FetchAttempt,
  response: { readonly status: number; readonly headers: Headers },
  body: RobotsBody,
  entry?: StoredEntry,
): StoredEntry {
  checkResponse("response", response);
  if (typeof body?.rules?.toBytes !== "function" || !Array.isArray(body.sitemaps) || typeof body.hash !== "string")
    throw wrongType("body", "an object with rules, sitemaps and hash", body);
  const [rules, time, requests] = [resolvePolicy(policy), checkedTime(nowMs), checkedAttempt(attempt)];
  return machine.succeed(rules, time, requests, response, body, known(entry));
}

/**
 * The bytes of an entry.
 * @param key what the entry is stored under. `decodeEntry` refuses to read it under another key, because stores mix up keys:
 *   file systems ignore case, and some drivers fold characters.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless the entry is a complete `StoredEntry`.
 * @example
 * ```ts
 * import { decodeEntry, encodeEntry } from "robots-wasm/client";
 *
 * const times = { fetchedAtMs: 0, expiresAtMs: 60_000 };
 * const bytes = encodeEntry({ status: "unavailable", httpStatus: 404, redirects: [], failures: 0, ...times });
 * decodeEntry(bytes)?.status; // "unavailable"
 * decodeEntry(new Uint8Array(8)) === undefined; // true
 * ```
 */
export function encodeEntry(entry: StoredEntry, key?: string): Uint8Array {
  if (key !== undefined && typeof key !== "string") throw wrongType("key", "a string", key);
  return entries.encodeEntry(checkedEntry(entry), key);
}

const known = (entry: StoredEntry | undefined): StoredEntry | undefined =>
  entry === undefined ? undefined : checkedEntry(entry);

function checkedEntry(entry: StoredEntry): StoredEntry {
  if (entries.isEntry(entry)) return entry;
  throw wrongType("entry", "what step or succeed returned", entry);
}

function checkedTime(nowMs: number): number {
  if (Number.isFinite(nowMs)) return nowMs;
  throw wrongType("nowMs", "milliseconds since 1970", nowMs);
}

function checkedAttempt(attempt: FetchAttempt): FetchAttempt {
  const urls: readonly unknown[] = [attempt?.url].concat(attempt?.redirects);
  const { redirectStatuses = [] } = attempt ?? {};
  if (
    Array.isArray(attempt?.redirects) &&
    urls.every((url) => typeof url === "string") &&
    Array.isArray(redirectStatuses)
  )
    return attempt;
  throw wrongType("attempt", "the attempt of the action before", attempt);
}

function checkResponse(name: string, response: { readonly status: number; readonly headers: Headers }): void {
  const { status, headers } = (response ?? {}) as Partial<typeof response>;
  const isPlain = typeof headers === "object" && headers !== null;
  if (!Number.isInteger(status) || !isPlain || !Object.values(headers).every((value) => typeof value === "string"))
    throw wrongType(name, "an object with a status and headers by their names in lower case", response);
}
