/**
 * Access policies as data: what a status code, a failure and time mean for robots.txt (RFC 9309 §2.3.1 and §2.4,
 * Google's page, draft-koster-robots-00 §3.1). The machine in machine.ts reads these tables and nothing else.
 */
import type { DialectName } from "../core/dialects.ts";

/** RFC 9309 §2.3.1: how the last attempt ended. */
export type AccessStatus = "success" | "unavailable" | "unreachable";

/** What holds for every URL of the origin: the rules of the file, everything allowed, or nothing. */
export type Verdict = "rules" | "allow" | "disallow";

/** Status codes from `from` to `to`, both included. The first row that holds a code decides. */
export interface StatusRow {
  readonly from: number;
  readonly to: number;
  readonly status: AccessStatus;
  readonly verdict: Verdict;
}

/** What holds until an outage is `untilMs` old, with and without a copy from before it. */
export interface OutagePhase {
  readonly untilMs: number;
  readonly withCopy: Verdict;
  readonly withoutCopy: "allow" | "disallow";
}

export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** First wait after a 503, which says that it is temporary. */
  readonly first503Ms: number;
}

export interface AccessPolicy {
  readonly name: string;
  readonly dialect: DialectName;
  readonly maxRedirects: number;
  /** A further redirect, or one in a circle. */
  readonly tooManyRedirects: "unavailable" | "unreachable";
  /** Codes in no row are unreachable, as are redirects that lead nowhere. */
  readonly statuses: readonly StatusRow[];
  /** Freshness without Cache-Control or Expires, and the bounds of what these may ask for. */
  readonly freshMs: number;
  readonly minFreshMs: number;
  readonly maxFreshMs: number;
  readonly outage: readonly OutagePhase[];
  readonly backoff: Backoff;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS: number = 60 * MINUTE_MS;
export const DAY_MS: number = 24 * HOUR_MS;

const success: StatusRow = { from: 200, to: 299, status: "success", verdict: "rules" };
const unavailable: StatusRow = { from: 400, to: 499, status: "unavailable", verdict: "allow" };
const closed = (code: number): StatusRow => ({ from: code, to: code, status: "unavailable", verdict: "disallow" });

/** RFC 9309: 4xx open, 5xx and network errors closed, the copy from before for 30 days, 24 hours fresh. */
export const rfc9309: AccessPolicy = {
  name: "rfc9309",
  dialect: "rfc9309",
  maxRedirects: 5,
  tooManyRedirects: "unavailable",
  statuses: [success, unavailable],
  freshMs: DAY_MS,
  minFreshMs: MINUTE_MS,
  maxFreshMs: DAY_MS,
  outage: [
    { untilMs: 30 * DAY_MS, withCopy: "rules", withoutCopy: "disallow" },
    { untilMs: Infinity, withCopy: "allow", withoutCopy: "allow" },
  ],
  backoff: { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS, first503Ms: MINUTE_MS },
};

/** Google: 429 as 5xx, closed for 12 hours, then the copy (none: open) for 30 days, then open; max-age may lengthen. */
export const google: AccessPolicy = {
  ...rfc9309,
  name: "google",
  dialect: "google",
  statuses: [success, { from: 429, to: 429, status: "unreachable", verdict: "disallow" }, unavailable],
  maxFreshMs: 30 * DAY_MS,
  outage: [
    { untilMs: 12 * HOUR_MS, withCopy: "disallow", withoutCopy: "disallow" },
    { untilMs: 12 * HOUR_MS + 30 * DAY_MS, withCopy: "rules", withoutCopy: "allow" },
    { untilMs: Infinity, withCopy: "allow", withoutCopy: "allow" },
  ],
  backoff: { firstMs: 10 * MINUTE_MS, maxMs: 6 * HOUR_MS, first503Ms: MINUTE_MS },
};

/** The 1996 draft: 401 and 403 closed, visits deferred while the file cannot be had, 7 days without cache headers. */
export const koster1996: AccessPolicy = {
  ...rfc9309,
  name: "koster1996",
  dialect: "koster1996",
  tooManyRedirects: "unreachable",
  statuses: [success, closed(401), closed(403), unavailable],
  freshMs: 7 * DAY_MS,
  maxFreshMs: 30 * DAY_MS,
  outage: [{ untilMs: Infinity, withCopy: "disallow", withoutCopy: "disallow" }],
};

export const policies: readonly AccessPolicy[] = [rfc9309, google, koster1996];

/** @throws RangeError for a name that is no policy; TypeError for what is no policy at all. */
export function resolvePolicy(policy: string | AccessPolicy): AccessPolicy {
  if (typeof policy === "object" && policy !== null) return checked(policy);
  if (typeof policy !== "string") throw new TypeError(`policy: expected a name or a policy; got ${typeof policy}`);
  const found = policies.find(({ name }) => name === policy);
  if (found !== undefined) return found;
  throw new RangeError(`policy: expected one of ${policies.map(({ name }) => name).join(", ")}; got ${policy}`);
}

/** One of the caller's own has every part that the machine reads. */
function checked(policy: AccessPolicy): AccessPolicy {
  expectLike(policy, rfc9309, "policy");
  for (const [i, row] of policy.statuses.entries()) {
    expectLike(row, success, `policy.statuses[${i}]`);
    expectRead(row, `policy.statuses[${i}]`);
  }
  for (const [i, phase] of policy.outage.entries()) expectLike(phase, rfc9309.outage[0]!, `policy.outage[${i}]`);
  expectLike(policy.backoff, rfc9309.backoff, "policy.backoff");
  return policy;
}

/** Bodies of other codes are not read: as a success each would be an empty file, which allows everything. */
function expectRead({ status, from, to }: StatusRow, path: string): void {
  if (status === "success" && (from < success.from || to > success.to))
    throw new RangeError(`${path}: expected a success to be within 200 and 299; got ${from} to ${to}`);
}

function expectLike(value: object, model: object, path: string): void {
  for (const [key, example] of Object.entries(model)) {
    const [wanted, got] = [example, (value as Record<string, unknown> | undefined)?.[key]].map(kindOf);
    if (wanted !== got) throw new TypeError(`${path}.${key}: expected ${wanted}; got ${got}`);
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Number.isNaN(value)) return "NaN"; // A time that is none would have every decision fetch.
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
