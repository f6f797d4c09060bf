/** The robots.txt that a command decides by: a file, standard input, or the one that an origin serves now. */

import { isHtml } from "../base/html.ts";
import { formatNumber } from "../base/numbers.ts";
import { urlOf } from "../base/url.ts";
import { verdictOn } from "../core/access/internal.ts";
import { blanketRules, type ParseOptions, parse, type RobotsTxt } from "../core/deciding.ts";
import type { AgentRules, DialectName } from "../core/index.ts";
import { LEAST_READ_BYTES } from "../core/parsing.ts";
import type { OriginRobots, Refusal } from "../crawl/client/index.ts";
import { refusalOf } from "../crawl/client/internal.ts";
import { fetchedAnyway } from "../owners/agents/internal.ts";
import { usageError } from "./errors.ts";
import { gzipText, readRobots } from "./input.ts";
import { type Addresses, networkOf } from "./network.ts";
import { warn } from "./output.ts";

export interface RobotsSource {
  /** A file name or a URL, for messages. */
  readonly name: string;
  /** Undefined if the policy decides without a file. */
  readonly robots?: RobotsTxt;
  /** Why the policy decides without a file: `unreachable, 503`. */
  readonly outcome?: string;
  /** The outcome, if nobody could read the file: an outage is not an answer of the site. */
  readonly outage?: string;
  /** How the fetch ended, if the policy decides without a file. */
  readonly access?: OriginRobots["access"];
  rulesFor(agents: readonly string[]): AgentRules;
}

/** What JSON says of a refusal, whose outage is the one of `outageOf`. */
export const refusalIn = ({ access }: RobotsSource, outage: string | undefined): Partial<Refusal> =>
  outage === undefined || access === undefined ? { isFinal: true } : refusalOf(false, access);

/** Why a crawler fetches what the file refuses it: it ignores the groups for `*`. Undefined if it does not, or no file decides. */
export const fetchedBy = (
  { robots }: RobotsSource,
  agents: readonly string[],
  rules: Pick<AgentRules, "isNamed">,
): string | undefined => (robots === undefined ? undefined : fetchedAnyway(agents[0]!, rules));

/** Whether a word names an origin to fetch from, not a file. */
export const isLive = (word: string): boolean => /^https?:\/\//i.test(word);

/** A robots.txt to check, and how a server answered, if it is one of a site. */
interface ServedRobots {
  readonly body: Uint8Array;
  readonly response?: {
    readonly status?: number;
    readonly contentType?: string | null;
    readonly redirects: readonly string[];
  };
}

/**
 * A file, standard input (`-`), or the robots.txt of a URL's origin. A server that answers with an error has no body.
 * @throws a usage error if there is neither a file nor such an answer
 */
export async function readServedRobots(
  word: string,
  agents: readonly string[],
  addresses: Addresses,
): Promise<ServedRobots> {
  if (!isLive(word)) return { body: readRobots(word) };
  const { url, body, access, headers } = await fetchFor(word, agents, addresses);
  const { httpStatus: status, redirects } = access;
  // 404 and 410 say that there is no file to check.
  const isError = status !== undefined && status >= 400 && status !== 404 && status !== 410;
  if (body === undefined && !isError) throw usageError(`expected a robots.txt at ${url}; got ${outcomeOf(access)}`);
  // The type of an error page says nothing about the file.
  const contentType = body === undefined ? undefined : (headers["content-type"] ?? null);
  return {
    body: body ?? new Uint8Array(),
    response: { redirects, ...(status !== undefined && { status }), ...(contentType !== undefined && { contentType }) },
  };
}

/** The file that a site serves now; empty if it serves none, which allows everything. @throws a usage error for an outage */
export async function servedBody(word: string, agents: readonly string[], addresses: Addresses): Promise<Uint8Array> {
  const { url, body, access } = await fetchFor(word, agents, addresses);
  if (access.verdict === "rules") return body!;
  if (access.status === "unavailable") return new Uint8Array();
  throw usageError(`expected a robots.txt at ${url}; got ${outcomeOf(access)}`);
}

export async function openRobots(
  word: string,
  agents: readonly string[],
  options: ParseOptions,
  addresses: Addresses,
): Promise<RobotsSource> {
  if (!isLive(word)) return parsed(word === "-" ? "standard input" : word, readRobots(word), options);
  const { url, body, access } = await fetchFor(word, agents, addresses);
  if (access.verdict === "rules") return parsed(url, body!, options);
  const { dialect = "rfc9309" } = options;
  const rules = blanketRules(verdictIn(access, dialect), dialect);
  warnAboutStatus(url, access, dialect);
  const outage = outageIn(access);
  return {
    name: url,
    outcome: outcomeOf(access),
    access,
    ...(outage !== undefined && { outage }),
    rulesFor: () => rules,
  };
}

/** The verdict of a status, in a dialect that may read it otherwise than the standard. */
const verdictIn = ({ httpStatus = 0, verdict }: OriginRobots["access"], dialect: DialectName) =>
  (verdictOn(httpStatus, dialect) ?? verdict) === "allowed" ? "allowed" : "refused";

/** Google stops at 429, which the standard takes for a site without rules. */
function warnAboutStatus(url: string, access: OriginRobots["access"], dialect: DialectName): void {
  const [own, google] = [dialect, "google" as const].map((one) => verdictIn(access, one));
  if (own !== google)
    warn(`${url}: ${outcomeOf(access)}: ${own} by ${dialect}, ${google} for the crawlers of Google (--dialect google)`);
}

function parsed(name: string, body: Uint8Array, options: ParseOptions): RobotsSource {
  const robots = parse(body, options);
  warnAboutBody(name, body, robots.truncated);
  const known = new Map<string, AgentRules>();
  const rulesFor = (agents: readonly string[]): AgentRules => {
    const key = agents.join(",");
    const rules = known.get(key) ?? robots.agent(agents);
    known.set(key, rules);
    return rules;
  };
  return { name, robots, rulesFor };
}

/** Says on standard error if rules may be missing. */
export function warnAboutBody(name: string, body: Uint8Array, truncated: boolean): void {
  if (isHtml(body)) warn(htmlText(name));
  if (truncated) warn(truncationText(name));
}

export const htmlText = (name: string): string =>
  `${name} looks like an HTML page, not a robots.txt: a page has no rules, so everything is allowed`;

export const truncationText = (name: string): string =>
  `${name} is longer than ${formatNumber(LEAST_READ_BYTES)} bytes: rules after that are ignored (RFC 9309 §2.5)`;

async function fetchFor(word: string, agents: readonly string[], addresses: Addresses) {
  const url = urlOf(word);
  if (url === undefined) throw usageError(`expected an http or https URL; got ${word}`);
  const { fetchRobots } = await import("./fetch-robots.ts");
  const fetched = await fetchRobots(url, { agent: agents, ...(await networkOf(addresses)) });
  if (fetched.undeclaredGzip) warn(gzipText(fetched.url));
  return fetched;
}

/** How a fetch ended; both Access and LiveRobots have it. */
type Ending = Pick<OriginRobots["access"], "status" | "httpStatus" | "error">;

/** How an attempt failed, if it is an outage: `unreachable, 503`. */
export const outageIn = (ending: Ending): string | undefined =>
  ending.status === "unreachable" ? outcomeOf(ending) : undefined;

export const outcomeOf = ({ status, httpStatus, error }: Ending): string =>
  [status, httpStatus, error].filter((one) => one !== undefined).join(", ");
