/**
 * How long an answer is fresh: Cache-Control and Expires (RFC 9111, by http-cache-semantics) within the policy's bounds,
 * and backoff after failures. Pure: the caller passes the time and the random number.
 */
import CachePolicy from "http-cache-semantics";
import { FifoCache } from "../../base/fifo-cache.ts";
import type { Headers } from "./headers.ts";
import type { AccessPolicy } from "./policy.ts";
import { httpDateMs } from "./retry-after.ts";

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

export function freshMs(policy: AccessPolicy, nowMs: number, headers: Headers): number {
  const explicit = /max-age|no-cache|no-store/i.test(headers["cache-control"] ?? "") || "expires" in headers;
  if (!explicit) return policy.freshMs;
  return clamp(lifetimeMs(nowMs, headers) - 1000 * ageSeconds(headers), policy.minFreshMs, policy.maxFreshMs);
}

/** By Vary and Cache-Control, of which sites send few: a look-up takes a tenth of the time. */
const lifetimes: FifoCache<number> = new FifoCache(1000);
/** In UTF-16 units. Longer texts would fill the memory. */
const MAX_KEY_LENGTH = 200;

/** Without Expires, no other header and no time has a part in it. */
function lifetimeMs(nowMs: number, headers: Headers): number {
  if ("expires" in headers) return statedMs(nowMs, headers);
  const key = `${headers["vary"]}\n${headers["cache-control"]}`;
  return key.length > MAX_KEY_LENGTH ? statedMs(nowMs, headers) : lifetimes.get(key, () => statedMs(nowMs, headers));
}

/**
 * A crawler is one user, so its cache is a private one (RFC 9111 §5.2.2.7), even in a store that processes share. Without a
 * Date header Expires counts from the caller's clock. The package expects directives in lower case (§5.2 does not).
 */
function statedMs(nowMs: number, headers: Headers): number {
  const { "cache-control": control, expires, date } = headers;
  const times = {
    date: inImfForm(date) ?? new Date(nowMs).toUTCString(),
    expires: expires && (inImfForm(expires) ?? INVALID_DATE),
  };
  const response = { status: 200, headers: { ...headers, ...times, "cache-control": control?.toLowerCase() } };
  const options = { cacheHeuristic: 0, shared: false };
  const cache = new CachePolicy({ url: "/robots.txt", method: "GET", headers: {} }, response, options);
  return cache.maxAge() * 1000;
}

/** §5.3: such a response has expired. */
const INVALID_DATE = "0";

/** §5.1: the first of several Age values counts; one that is not a number is ignored. */
const ageSeconds = (headers: Headers): number => Number(/^\d+/.exec(headers["age"] ?? "")?.[0] ?? 0);

function inImfForm(date: string | undefined): string | undefined {
  const ms = date === undefined ? Number.NaN : httpDateMs(date.trim());
  return Number.isNaN(ms) ? undefined : new Date(ms).toUTCString();
}

/** Doubles with each failure. `chance` in [0, 1) takes off up to half, so that many crawlers do not return at the same time. */
export function backoffMs(policy: AccessPolicy, failures: number, httpStatus: number, chance: number): number {
  const { firstMs, first503Ms, maxMs } = policy.backoff;
  const first = httpStatus === 503 ? first503Ms : firstMs;
  return Math.min(first * 2 ** Math.min(failures - 1, 30), maxMs) * (1 - chance / 2);
}
