/**
 * How long an answer holds: Cache-Control and Expires (RFC 9111, by http-cache-semantics) within the policy's bounds,
 * Retry-After (RFC 9110 §10.2.3) and backoff after failures. Pure: the time and the chance are given.
 */
import CachePolicy from "http-cache-semantics";
import type { AccessPolicy } from "./policy.ts";

export type Headers = Readonly<Record<string, string>>;

/** No server is waited for longer than this, whatever its Retry-After says. */
export const MAX_RETRY_AFTER_MS = 86_400_000;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

export function freshMs(policy: AccessPolicy, nowMs: number, headers: Headers): number {
  const explicit = /max-age|no-cache|no-store/i.test(headers["cache-control"] ?? "") || "expires" in headers;
  if (!explicit) return policy.freshMs;
  return clamp(timeToLiveMs(nowMs, headers), policy.minFreshMs, policy.maxFreshMs);
}

/**
 * A crawler is one user: a private cache (RFC 9111 §5.2.2.7), whoever shares its store. A missing Date is the virtual now,
 * so that Expires is read against the same clock. Directives may be in capitals (§5.2), which the package does not know.
 */
function timeToLiveMs(nowMs: number, headers: Headers): number {
  const directives = { "cache-control": headers["cache-control"]?.toLowerCase() };
  const response = { status: 200, headers: { date: new Date(nowMs).toUTCString(), ...headers, ...directives } };
  const options = { cacheHeuristic: 0, shared: false };
  const cache = new CachePolicy({ url: "/robots.txt", method: "GET", headers: {} }, response, options);
  return (cache.maxAge() - ageSeconds(headers)) * 1000;
}

/** §5.1: of several the first, and what is no number is ignored. */
const ageSeconds = (headers: Headers): number => Number(/^\d+/.exec(headers["age"] ?? "")?.[0] ?? 0);

/** Milliseconds from now; undefined without a usable header. */
export function retryAfterMs(nowMs: number, headers: Headers): number | undefined {
  const value = headers["retry-after"]?.trim() ?? "";
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isNaN(waitMs) ? undefined : clamp(waitMs, 0, MAX_RETRY_AFTER_MS);
}

/** Doubles with each failure; `chance` in [0, 1) takes off up to half of it, so that crawlers do not return at once. */
export function backoffMs(policy: AccessPolicy, failures: number, httpStatus: number, chance: number): number {
  const { firstMs, first503Ms, maxMs } = policy.backoff;
  const first = httpStatus === 503 ? first503Ms : firstMs;
  return Math.min(first * 2 ** Math.min(failures - 1, 30), maxMs) * (1 - chance / 2);
}
