/**
 * Access policies as data: what a status code, a failure and the passing of time mean for robots.txt (RFC 9309 §2.3.1 and
 * §2.4, Google's pages, the 1996 drafts §3.1). machine.ts reads these tables; nothing asks which policy it is running.
 */

import { checkedNumber } from "../../base/arguments.ts";
import { withCode, wrongType, wrongValue } from "../../base/errors.ts";
import type { DialectName } from "../dialects.ts";

/** How the last attempt to fetch a robots.txt ended (RFC 9309 §2.3.1). */
export type AccessStatus = "success" | "unavailable" | "unreachable";

/** What holds for every URL of an origin: the rules of its file, everything allowed, or nothing allowed. */
export type Verdict = "rules" | "allowed" | "refused";

/** The status codes `from` to `to`, both included. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/** What the status codes of a range mean. The first row that holds a code decides. */
interface StatusRow extends StatusRange {
  readonly status: AccessStatus;
  readonly verdict: Verdict;
}

/** A phase of an outage, until it is `untilMs` old: its verdicts with and without a copy from before the outage. */
interface OutagePhase {
  readonly untilMs: number;
  readonly withCopy: Verdict;
  readonly withoutCopy: "allowed" | "refused";
}

/** Pauses between attempts that fail: each is twice as long as the one before. */
interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** The first pause after a 503, which announces that the outage is temporary. */
  readonly first503Ms: number;
}

/**
 * What an origin's answers mean. Make one of your own from one of `policies`: `{ ...rfc9309, name: "mine", … }`.
 * @example
 * ```ts
 * import { RobotsClient, rfc9309 } from "robots-wasm/client";
 *
 * const hourly = { ...rfc9309, name: "hourly", freshMs: 3_600_000, maxFreshMs: 3_600_000 };
 * const client = new RobotsClient({ agent: "ExampleBot", policy: hourly });
 * const { access } = await client.get("https://shop.example/");
 * access.expiresAt.getTime() - access.fetchedAt.getTime() === 3_600_000; // true
 * ```
 */
export interface AccessPolicy {
  /** Part of the keys in a store: give a policy of your own a name of its own. */
  readonly name: string;
  /** How the file is read. */
  readonly dialect: DialectName;
  /** Redirects that are followed in one attempt. */
  readonly maxRedirects: number;
  /** What one redirect more means. Only their number ends a chain: a site may redirect to the same URL to set a cookie. */
  readonly tooManyRedirects: "unavailable" | "unreachable";
  /** Codes in no row mean unreachable, as do redirects without a usable Location. */
  readonly statuses: readonly StatusRow[];
  /**
   * The status codes under which a bot challenge, which says so in a header, is unreachable. A challenge never ends in `allowed`:
   * the last copy decides, or everything is refused, however long it lasts.
   */
  readonly challenges: readonly StatusRange[];
  /** What a body that is an HTML page means: a file without rules, or unreachable. */
  readonly html: "success" | "unreachable";
  /** How long an answer is fresh without Cache-Control and Expires. */
  readonly freshMs: number;
  /** The shortest and the longest time that Cache-Control and Expires can ask for. */
  readonly minFreshMs: number;
  readonly maxFreshMs: number;
  /** What holds in an outage, by its age: the time between its first failed attempt and its last. */
  readonly outage: readonly OutagePhase[];
  /**
   * The longest time between two failed attempts of one outage. After a longer one a new outage begins, because the origin
   * may have been reachable in between.
   */
  readonly outageGapMs: number;
  readonly backoff: Backoff;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS: number = 60 * MINUTE_MS;
export const DAY_MS: number = 24 * HOUR_MS;

const success: StatusRow = { from: 200, to: 299, status: "success", verdict: "rules" };
const unavailable: StatusRow = { from: 400, to: 499, status: "unavailable", verdict: "allowed" };
const refused = (code: number): StatusRow => ({ from: code, to: code, status: "unavailable", verdict: "refused" });
const unreachable = (code: number): StatusRow => ({ from: code, to: code, status: "unreachable", verdict: "refused" });

/**
 * RFC 9309: 4xx allows everything, 5xx and network errors nothing; an outage is bridged by the last copy for 30 days. A bot
 * challenge, whatever its status, is unreachable.
 */
export const rfc9309: AccessPolicy = {
  name: "rfc9309",
  dialect: "rfc9309",
  maxRedirects: 5,
  tooManyRedirects: "unavailable",
  statuses: [success, unavailable],
  challenges: [
    { from: 200, to: 299 },
    { from: 400, to: 599 },
  ],
  html: "success",
  freshMs: DAY_MS,
  minFreshMs: MINUTE_MS,
  maxFreshMs: DAY_MS,
  outage: [
    { untilMs: 30 * DAY_MS, withCopy: "rules", withoutCopy: "refused" },
    { untilMs: Infinity, withCopy: "allowed", withoutCopy: "allowed" },
  ],
  // A third of the 30 days: a crawler that comes once a week still observes one outage.
  outageGapMs: 10 * DAY_MS,
  backoff: { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS, first503Ms: MINUTE_MS },
};

/** Google's page of today: 429 counts as 5xx; an outage allows nothing for 12 hours, then the last copy decides for 30 days. */
export const google: AccessPolicy = {
  ...rfc9309,
  name: "google",
  dialect: "google",
  statuses: [success, unreachable(429), unavailable],
  challenges: [
    { from: 200, to: 299 },
    { from: 500, to: 599 },
  ],
  maxFreshMs: 30 * DAY_MS,
  outage: [
    { untilMs: 12 * HOUR_MS, withCopy: "refused", withoutCopy: "refused" },
    { untilMs: 12 * HOUR_MS + 30 * DAY_MS, withCopy: "rules", withoutCopy: "allowed" },
    { untilMs: Infinity, withCopy: "allowed", withoutCopy: "allowed" },
  ],
  backoff: { firstMs: 10 * MINUTE_MS, maxMs: 6 * HOUR_MS, first503Ms: MINUTE_MS },
};

/**
 * Google's page from 2019 until the schedule of today: an outage allows nothing for 30 days; then the last copy decides, and without a copy
 * everything is allowed.
 */
export const google2019: AccessPolicy = {
  ...google,
  name: "google2019",
  outage: [
    { untilMs: 30 * DAY_MS, withCopy: "refused", withoutCopy: "refused" },
    { untilMs: Infinity, withCopy: "rules", withoutCopy: "allowed" },
  ],
};

/**
 * The 1996 draft: 401 and 403 allow nothing, an outage allows nothing, and a file is fresh for 7 days. The draft sets no limit
 * to redirects; ten end every chain.
 */
export const koster1996: AccessPolicy = {
  ...rfc9309,
  name: "koster1996",
  dialect: "koster1996",
  maxRedirects: 10,
  tooManyRedirects: "unreachable",
  statuses: [success, refused(401), refused(403), unavailable],
  challenges: [
    { from: 200, to: 299 },
    { from: 500, to: 599 },
  ],
  freshMs: 7 * DAY_MS,
  maxFreshMs: 30 * DAY_MS,
  outage: [{ untilMs: Infinity, withCopy: "refused", withoutCopy: "refused" }],
};

/** draft-koster-robots-00, December 1996: the same access as in November, another dialect. */
export const norobots1996: AccessPolicy = { ...koster1996, name: "norobots1996", dialect: "norobots1996" };

/** The name of a policy in `policies`. */
export type PolicyName = "rfc9309" | "google" | "google2019" | "koster1996" | "norobots1996";

/** Every policy that can be chosen by name. */
export const policies: readonly AccessPolicy[] = [rfc9309, google, google2019, koster1996, norobots1996];

/** The first policy of a dialect. The page of 1994 says nothing of access, so RFC 9309 counts. */
export const policyOf = (dialect: DialectName): AccessPolicy =>
  policies.find((one) => one.dialect === dialect) ?? rfc9309;

/**
 * What the first policy of a dialect says of a status; undefined if it has no row. Google reads 429 as a failing server.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless the status is a number.
 */
export function verdictOn(httpStatus: number, dialect: DialectName): Verdict | undefined {
  if (typeof httpStatus !== "number") throw wrongType("httpStatus", "a number", httpStatus);
  return policyOf(dialect).statuses.find(({ from, to }) => from <= httpStatus && httpStatus <= to)?.verdict;
}

/** Whether a server says by the status that there is no file. Others of 4xx keep it from the client. */
export const saysMissing = (httpStatus: number | undefined): boolean => httpStatus === 404 || httpStatus === 410;

/** @throws TypeError or RangeError unless given a known name or a complete policy. */
export function resolvePolicy(policy: string | AccessPolicy): AccessPolicy {
  if (typeof policy === "object" && policy !== null) return checkPolicy(policy);
  if (typeof policy !== "string") throw wrongType("policy", "a name or a policy", policy);
  const found = policies.find(({ name }) => name === policy);
  if (found !== undefined) return found;
  throw wrongValue("policy", `one of ${policies.map(({ name }) => name).join(", ")}`, policy);
}

const anyRange: StatusRange = { from: 0, to: 0 };
const verdicts: readonly Verdict[] = ["rules", "allowed", "refused"];

/** A policy of the caller's own has every part that the machine reads. */
function checkPolicy(policy: AccessPolicy): AccessPolicy {
  expectLike(policy, rfc9309, "policy");
  for (const [i, row] of policy.statuses.entries()) expectRow(row, `policy.statuses[${i}]`);
  for (const [i, range] of policy.challenges.entries()) expectLike(range, anyRange, `policy.challenges[${i}]`);
  checkedNumber("policy.maxRedirects", policy.maxRedirects, [0], "an integer");
  expectOneOf(["unavailable", "unreachable"], policy.tooManyRedirects, "policy.tooManyRedirects");
  expectOneOf(["success", "unreachable"], policy.html, "policy.html");
  for (const [i, phase] of policy.outage.entries()) expectPhase(phase, `policy.outage[${i}]`);
  expectLike(policy.backoff, rfc9309.backoff, "policy.backoff");
  return policy;
}

/** Bodies of other codes than 2xx are not read. As a success each would be an empty file, which allows everything. */
function expectRow(row: StatusRow, path: string): void {
  expectLike(row, success, path);
  const { status, verdict, from, to } = row;
  expectOneOf(["success", "unavailable", "unreachable"], status, `${path}.status`);
  expectOneOf(verdicts, verdict, `${path}.verdict`);
  if (status === "success" && (from < success.from || to > success.to))
    throw wrongValue(path, "a success to be within 200 and 299", `${from} to ${to}`);
}

function expectPhase(phase: OutagePhase, path: string): void {
  expectLike(phase, rfc9309.outage[0]!, path);
  expectOneOf(verdicts, phase.withCopy, `${path}.withCopy`);
  expectOneOf(["allowed", "refused"], phase.withoutCopy, `${path}.withoutCopy`);
}

/** A misspelt word would be taken for another one. */
function expectOneOf(words: readonly string[], value: string, path: string): void {
  if (!words.includes(value)) throw wrongValue(path, `one of ${words.join(", ")}`, value);
}

function expectLike(value: object, model: object, path: string): void {
  for (const [key, example] of Object.entries(model)) {
    const [wanted, got] = [example, (value as Record<string, unknown> | undefined)?.[key]].map(typeInWords);
    if (wanted !== got)
      throw withCode(new TypeError(`${path}.${key}: expected ${wanted}; got ${got}`), "ERR_INVALID_ARG_TYPE");
    // Each is a time, a status code or a count.
    if (typeof example === "number") checkedNumber(`${path}.${key}`, (value as Record<string, number>)[key]!, [0]);
  }
}

function typeInWords(value: unknown): string {
  if (value === undefined) return "nothing";
  // A time that is NaN would make every decision fetch.
  if (Number.isNaN(value)) return "NaN";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
