/** The robots.txt that a command decides by: a file, standard input, or the one that an origin serves now. */

import { isHtml } from "../base/html.ts";
import { formatNumber } from "../base/numbers.ts";
import { urlOf } from "../base/url.ts";
import { policyOf, saysMissing } from "../core/access/internal.ts";
import { blanketRules, type ParseOptions, type RobotsTxt } from "../core/deciding.ts";
import type { DialectName } from "../core/index.ts";
import { LEAST_READ_BYTES } from "../core/parsing.ts";
import type { OriginRobots, Refusal } from "../crawl/client/index.ts";
import { accessUnder, refusalOf } from "../crawl/client/internal.ts";
import type { ResolvedAgent } from "../owners/agents/index.ts";
import { type CrawlerReading, RobotsByDialect, readingOf } from "../owners/agents/internal.ts";
import { usageError } from "./errors.ts";
import { gzipText, readRobots, type UrlOrBytes } from "./input.ts";
import { type Addresses, networkOf } from "./network.ts";
import { warn } from "./output.ts";

/** What decides for a crawler: a file, or the access policy of the crawler's dialect. */
export interface SourceReading extends CrawlerReading {
  /** The file in the dialect of the crawler; undefined if the policy decides without a file. */
  readonly robots?: RobotsTxt;
  /** How the fetch ended, if the policy decides without a file. */
  readonly access?: OriginRobots["access"];
}

export interface RobotsSource {
  /** A file name or a URL, for messages. */
  readonly name: string;
  /** The body; undefined if the server gave no file. */
  readonly body?: Uint8Array;
  /** The file as a crawler reads it of which nothing is known. */
  readonly robots: RobotsTxt | undefined;
  /** What the policy of a dialect makes of the server's answer; undefined if there is a file. */
  accessIn(dialect: DialectName): OriginRobots["access"] | undefined;
  readingFor(crawler: ResolvedAgent): SourceReading;
}

/** How the fetch failed, if a verdict comes from an outage: nobody knows what the site allows. Robots.txt itself is always allowed. */
export function outageFor({ access, rules }: SourceReading, url: UrlOrBytes): string | undefined {
  const outage = access && outageIn(access);
  return outage === undefined || rules.explain(url).reason === "robots-txt" ? undefined : outage;
}

/** What JSON says of a refusal, whose outage is the one of `outageFor`. */
export const refusalIn = ({ access }: SourceReading, outage: string | undefined): Partial<Refusal> =>
  outage === undefined || access === undefined ? { isFinal: true } : refusalOf(false, access);

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
  // A challenge is not the answer of the site.
  const isAnswer = status !== undefined && status >= 400 && access.errorCode !== "challenge";
  const isError = isAnswer && !saysMissing(status);
  if (body === undefined && !isError) throw usageError(`expected a robots.txt at ${url}; got ${outcomeOf(access)}`);
  // The type of an error page says nothing about the file.
  const contentType = body === undefined ? undefined : (headers["content-type"] ?? null);
  return {
    body: body ?? new Uint8Array(),
    response: { redirects, ...(status !== undefined && { status }), ...(contentType !== undefined && { contentType }) },
  };
}

/**
 * The file that a site serves now; empty if it serves none, which allows everything.
 * @throws a usage error for an outage, also if it is one by the policy of some crawlers alone
 */
export async function servedBody(word: string, agents: readonly string[], addresses: Addresses): Promise<Uint8Array> {
  const fetched = await fetchFor(word, agents, addresses);
  if (fetched.body !== undefined) return fetched.body;
  const all = (["rfc9309", "google"] as const).map((dialect) => accessUnder(policyOf(dialect), fetched));
  const outage = all.find(({ verdict }) => verdict !== "allowed");
  if (outage === undefined) return new Uint8Array();
  throw usageError(`expected a robots.txt at ${fetched.url}; got ${outcomeOf(outage)}`);
}

/** @param agents whose User-Agent header is sent @param options with a dialect, all crawlers read the file in it */
export async function openRobots(
  word: string,
  agents: readonly string[],
  options: ParseOptions,
  addresses: Addresses,
): Promise<RobotsSource> {
  if (!isLive(word)) return fileSource(word === "-" ? "standard input" : word, readRobots(word), options);
  const fetched = await fetchFor(word, agents, addresses, options.dialect);
  return fetched.body === undefined
    ? policySource(fetched, options.dialect)
    : fileSource(fetched.url, fetched.body, options);
}

function fileSource(name: string, body: Uint8Array, options: ParseOptions): RobotsSource {
  const file = new RobotsByDialect(body, options);
  warnAboutBody(name, body, file.robots.truncated);
  const readingFor = (crawler: ResolvedAgent): SourceReading => {
    const reading = file.readingFor(crawler);
    return { ...reading, robots: file.in(reading.dialect) };
  };
  return { name, body, robots: file.robots, accessIn: () => undefined, readingFor };
}

/** A server gave no file: the policy of each crawler's dialect says what its answer means. */
function policySource(fetched: Fetched, given: DialectName | undefined): RobotsSource {
  const accessIn = (dialect: DialectName) => accessUnder(policyOf(dialect), fetched);
  const rulesIn = (dialect: DialectName) => {
    const { verdict } = accessIn(dialect);
    return blanketRules(verdict === "allowed" ? verdict : "refused", dialect);
  };
  const readingFor = (crawler: ResolvedAgent): SourceReading => {
    const reading = readingOf(crawler, given, rulesIn);
    return { ...reading, isFile: false, access: accessIn(reading.dialect) };
  };
  return { name: fetched.url, robots: undefined, accessIn, readingFor };
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

type Fetched = Awaited<ReturnType<typeof fetchFor>>;

/** @param dialect whose policy follows redirects */
async function fetchFor(word: string, agents: readonly string[], addresses: Addresses, dialect?: DialectName) {
  const url = urlOf(word);
  if (url === undefined) throw usageError(`expected an http or https URL; got ${word}`);
  const { fetchRobots } = await import("./fetch-robots.ts");
  const fetched = await fetchRobots(url, {
    agent: agents,
    policy: policyOf(dialect ?? "rfc9309"),
    ...(await networkOf(addresses)),
  });
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
