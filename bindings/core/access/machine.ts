/**
 * The decision core, free of IO: it takes the policy, the time, what is known and the outcome of a request, and returns the
 * next action or the new entry (RFC 9309 §2.3.1). Each step takes constant time; an attempt makes at most `maxRedirects` + 1
 * requests.
 */

import { challengeIn } from "./challenge.ts";
import { conditionsOf } from "./conditions.ts";
import type { RobotsBody, RobotsCopy, StoredEntry } from "./entry.ts";
import type { AccessErrorCode } from "./error-code.ts";
import { backoffMs, freshMs } from "./freshness.ts";
import type { Headers } from "./headers.ts";
import { targetOf } from "./location.ts";
import type { AccessPolicy, StatusRange, Verdict } from "./policy.ts";
import { retryAfterMs } from "./retry-after.ts";

/** An attempt to fetch a robots.txt: its first URL, and the URLs that redirects led to since. */
export interface FetchAttempt {
  readonly url: string;
  readonly redirects: readonly string[];
  /** The status codes of the redirects, in order. */
  readonly redirectStatuses?: readonly number[];
}

/** How a request ended. `chance` in [0, 1) spreads the next attempts of many clients. Without `errorCode` it is `network`. */
export type FetchOutcome =
  | { readonly type: "response"; readonly status: number; readonly headers: Headers; readonly chance?: number }
  | {
      readonly type: "error";
      readonly error: string;
      readonly errorCode?: AccessErrorCode;
      readonly chance?: number;
    };

/** What to do next. */
export type FetchAction =
  /** Request `url` with these headers besides your own. */
  | { readonly type: "request"; readonly attempt: FetchAttempt; readonly url: string; readonly headers: Headers }
  /** Read the body, then call `succeed`. */
  | { readonly type: "read"; readonly attempt: FetchAttempt; readonly url: string }
  | { readonly type: "done"; readonly entry: StoredEntry };

type Failure = Pick<StoredEntry, "httpStatus" | "error" | "price"> & { readonly errorCode: AccessErrorCode };

/** How far the clocks of processes that share a store may differ. An entry from further ahead is not believed. */
const MAX_CLOCK_SKEW_MS = 300_000;

/** Whether `entry` can be used without another attempt. */
export const isFresh = (nowMs: number, entry: StoredEntry | undefined): entry is StoredEntry =>
  entry !== undefined && nowMs < entry.expiresAtMs && nowMs >= entry.fetchedAtMs - MAX_CLOCK_SKEW_MS;

export function verdictOf(policy: AccessPolicy, entry: StoredEntry): Verdict {
  if (entry.status === "success") return successVerdict(policy, entry.httpStatus);
  if (entry.status === "unavailable") return rangeOf(policy.statuses, entry.httpStatus)?.verdict ?? "allowed";
  const ageMs = outageMsOf(entry);
  const phase = policy.outage.find(({ untilMs }) => ageMs < untilMs);
  if (phase === undefined) return "refused";
  const verdict = entry.copy === undefined ? phase.withoutCopy : phase.withCopy;
  return verdict === "allowed" && isChallenge(entry) ? withoutPermission(entry) : verdict;
}

const isChallenge = (entry: StoredEntry | undefined): boolean => entry?.errorCode === "challenge";
const withoutPermission = ({ copy }: StoredEntry): Verdict => (copy === undefined ? "refused" : "rules");

/** A copy that a 304 confirmed has no row of its own: a row of the policy's for 304 is about answers without a copy. */
function successVerdict(policy: AccessPolicy, code: number | undefined): Verdict {
  const row = rangeOf(policy.statuses, code);
  return row?.status === "success" ? row.verdict : "rules";
}

/** The time between the first failed attempt of an outage and its last. */
export const outageMsOf = ({ fetchedAtMs, unreachableSinceMs = fetchedAtMs }: StoredEntry): number =>
  fetchedAtMs - unreachableSinceMs;

const rangeOf = <R extends StatusRange>(ranges: readonly R[], code: number | undefined): R | undefined =>
  ranges.find(({ from, to }) => code !== undefined && code >= from && code <= to);

/** The first request of an attempt. */
export const start = (url: string, entry: StoredEntry | undefined): FetchAction =>
  request({ url, redirects: [] }, url, entry);

function request(attempt: FetchAttempt, url: string, entry: StoredEntry | undefined): FetchAction {
  const headers = entry?.copy?.url === url ? conditionsOf(entry.copy) : {};
  return { type: "request", attempt, url, headers };
}

/** What to do after a request ended. */
export function step(
  policy: AccessPolicy,
  nowMs: number,
  entry: StoredEntry | undefined,
  attempt: FetchAttempt,
  outcome: FetchOutcome,
): FetchAction {
  const url = attempt.redirects.at(-1) ?? attempt.url;
  if (outcome.type === "error") {
    const { error, errorCode = "network" } = outcome;
    return failed(policy, nowMs, entry, attempt, outcome, { error, errorCode });
  }
  const { status, headers } = outcome;
  if (isRedirectStatus(status)) return redirected(policy, nowMs, entry, attempt, outcome);
  if (status === 304 && entry?.copy?.url === url)
    return done(fresh(policy, nowMs, { ...entry.copy, fetchedAtMs: nowMs }, attempt, headers, 304));
  const challenge = rangeOf(policy.challenges, status) && challengeIn(headers);
  if (challenge !== undefined) {
    const error = `challenge instead of the file (${challenge})`;
    return failed(policy, nowMs, entry, attempt, outcome, { httpStatus: status, error, errorCode: "challenge" });
  }
  const row = rangeOf(policy.statuses, status);
  if (row?.status === "success") return { type: "read", attempt, url };
  const failure: Failure = { httpStatus: status, errorCode: "status", ...priceOf(status, headers) };
  if (row?.status === "unavailable") return done(becomeUnavailable(policy, nowMs, attempt, headers, failure));
  return failed(policy, nowMs, entry, attempt, outcome, failure);
}

/** Pay per crawl: `402 Payment Required` with a price such as `USD 0.01`. A longer one, or one not in ASCII, is not a price. */
function priceOf(status: number, { "crawler-price": price = "" }: Headers): Pick<StoredEntry, "price"> {
  return status === 402 && /^[\x21-\x7e][\x20-\x7e]{0,63}$/.test(price) ? { price } : {};
}

const done = (entry: StoredEntry): FetchAction => ({ type: "done", entry });
export const isRedirectStatus = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function redirected(
  policy: AccessPolicy,
  nowMs: number,
  entry: StoredEntry | undefined,
  attempt: FetchAttempt,
  outcome: FetchOutcome & { type: "response" },
): FetchAction {
  const httpStatus = outcome.status;
  const target = targetOf(attempt.redirects.at(-1) ?? attempt.url, outcome.headers["location"]);
  if (target === undefined)
    return failed(policy, nowMs, entry, attempt, outcome, {
      httpStatus,
      error: "redirect without a usable Location",
      errorCode: "bad-redirect",
    });
  const redirectStatuses = [...(attempt.redirectStatuses ?? []), httpStatus];
  const next = { ...attempt, redirects: [...attempt.redirects, target], redirectStatuses };
  if (attempt.redirects.length < policy.maxRedirects) return request(next, target, entry);
  // The last redirect is listed, although it was not followed: it shows where the chain goes on.
  const failure: Failure = { httpStatus, error: "too many redirects", errorCode: "too-many-redirects" };
  if (policy.tooManyRedirects === "unavailable")
    return done(becomeUnavailable(policy, nowMs, next, outcome.headers, failure));
  return failed(policy, nowMs, entry, next, outcome, failure);
}

const wayOf = ({ redirects, redirectStatuses }: FetchAttempt): Pick<StoredEntry, "redirects" | "redirectStatuses"> =>
  redirectStatuses === undefined ? { redirects } : { redirects, redirectStatuses };

/** The entry after a body was read, in full or up to the limit. @param entry what was known before */
export function succeed(
  policy: AccessPolicy,
  nowMs: number,
  attempt: FetchAttempt,
  response: { readonly status: number; readonly headers: Headers },
  body: RobotsBody,
  entry?: StoredEntry,
): StoredEntry {
  if (policy.html === "unreachable" && body.looksLikeHtml === true) {
    const failure: Failure = {
      httpStatus: response.status,
      error: "an HTML page instead of the file",
      errorCode: "html",
    };
    return failedEntry(policy, nowMs, entry, attempt, { type: "response", ...response }, failure);
  }
  const { etag, "last-modified": lastModified } = response.headers;
  const validators = {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
  const copy = { ...body, ...validators, url: attempt.redirects.at(-1) ?? attempt.url, fetchedAtMs: nowMs };
  return fresh(policy, nowMs, copy, attempt, response.headers, response.status);
}

function fresh(
  policy: AccessPolicy,
  nowMs: number,
  copy: RobotsCopy,
  attempt: FetchAttempt,
  headers: Headers,
  httpStatus: number,
): StoredEntry {
  const expiresAtMs = nowMs + freshMs(policy, nowMs, headers);
  return { status: "success", httpStatus, ...wayOf(attempt), fetchedAtMs: nowMs, expiresAtMs, failures: 0, copy };
}

function becomeUnavailable(
  policy: AccessPolicy,
  nowMs: number,
  attempt: FetchAttempt,
  headers: Headers,
  failure: Failure,
): StoredEntry {
  const waitMs = retryAfterMs(nowMs, headers) ?? freshMs(policy, nowMs, headers);
  const expiresAtMs = nowMs + Math.max(waitMs, policy.minFreshMs);
  return { status: "unavailable", ...failure, ...wayOf(attempt), fetchedAtMs: nowMs, expiresAtMs, failures: 0 };
}

const failed = (...words: Parameters<typeof failedEntry>): FetchAction => done(failedEntry(...words));

function failedEntry(
  policy: AccessPolicy,
  nowMs: number,
  entry: StoredEntry | undefined,
  attempt: FetchAttempt,
  outcome: FetchOutcome,
  failure: Failure,
): StoredEntry {
  const failures = (entry?.failures ?? 0) + 1;
  const askedMs = outcome.type === "response" ? retryAfterMs(nowMs, outcome.headers) : undefined;
  const waitMs = Math.max(askedMs ?? 0, backoffMs(policy, failures, failure.httpStatus ?? 0, outcome.chance ?? 0));
  // A challenge is not proof of an outage. So an outage that follows it begins now, and its 30 days do too.
  const sameOutage = isChallenge(entry) && failure.errorCode !== "challenge" ? undefined : entry;
  const unreachableSinceMs = outageStartMs(policy, nowMs, sameOutage);
  const times = { fetchedAtMs: nowMs, expiresAtMs: nowMs + waitMs, unreachableSinceMs };
  const copy = entry?.copy === undefined ? {} : { copy: entry.copy };
  return { status: "unreachable", ...failure, ...wayOf(attempt), ...times, failures, ...copy };
}

/** The failure belongs to the outage that is known, unless the last attempt was too long ago to tell. */
function outageStartMs({ outageGapMs }: AccessPolicy, nowMs: number, entry: StoredEntry | undefined): number {
  const sinceMs = entry?.unreachableSinceMs;
  if (sinceMs === undefined || nowMs - entry!.fetchedAtMs > outageGapMs) return nowMs;
  // The clock may have been set back: no outage begins in the future.
  return Math.min(sinceMs, nowMs);
}
