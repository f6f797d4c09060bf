/** How the file was served, and its name: what the caller says in the options `response` and `fileName`. */
import { checkedStrings } from "../../../base/arguments.ts";
import { wrongType } from "../../../base/errors.ts";
import { enumerated } from "../../../base/numbers.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import { shorten } from "../../../base/shorten.ts";
import type { DialectName } from "../../../core/index.ts";
import { policyOf, saysMissing, verdictOn } from "../../../core/linting.ts";
import { dialects } from "../../../core/parsing.ts";
import { nearest } from "../edit-distance.ts";
import type { AddFinding } from "../findings.ts";
import type { LintFile, Span } from "../lint-file.ts";

/** How a server answered the request for the file. All are optional. */
export interface LintResponse {
  /** The HTTP status of the last response. */
  readonly status?: number;
  /** Its Content-Type header; null if the response has none. */
  readonly contentType?: string | null;
  /** The URLs that it was redirected to, in order. */
  readonly redirects?: readonly string[];
}

const knownResponse: KnownOptions<LintResponse> = { status: 1, contentType: 1, redirects: 1 };

/** @throws TypeError for a response of the wrong type. */
export function checkedResponse(response: LintResponse): LintResponse {
  const read = checkedOptions("response", response, knownResponse);
  const { status, contentType, redirects = [] } = read;
  if (status !== undefined && typeof status !== "number") throw wrongType("response.status", "a number", status);
  if (contentType !== undefined && contentType !== null && typeof contentType !== "string")
    throw wrongType("response.contentType", "a string or null", contentType);
  checkedStrings("response.redirects", redirects);
  return read;
}

/** @throws TypeError unless the name is a string. */
export function checkedFileName(name: string): string {
  if (typeof name === "string") return name;
  throw wrongType("fileName", "a string", name);
}

export function checkResponse({ lines, dialect }: LintFile, response: LintResponse, report: AddFinding): void {
  const { status, contentType, redirects = [] } = response;
  const place: Span = lines[0] ?? { line: 1, start: 0, end: 0 };
  if (status !== undefined) checkStatus(status, dialect.name, place, report);
  if (contentType === null) report("not-plain-text", place, { message: "the response has no Content-Type" });
  else if (contentType !== undefined && !/^\s*text\/plain\s*(?:;|$)/i.test(contentType))
    report("not-plain-text", place, { message: `the Content-Type is ${shorten(contentType, 80)}` });
  if (redirects.length > 0)
    report("redirected-file", place, { message: redirectText(redirects, policyOf(dialect.name)) });
}

/** What the access policy of the dialect makes of the status, and which dialects differ. */
function checkStatus(status: number, dialect: DialectName, place: Span, report: AddFinding): void {
  const refusing = dialects.filter(({ name }) => isRefusal(status, name)).map(({ name }) => name);
  const allowing = dialects.filter(({ name }) => !isRefusal(status, name)).map(({ name }) => name);
  const answer = `the server answers with status ${status}`;
  if (refusing.includes(dialect)) {
    const others = allowing.length === 0 ? "" : `; in ${enumerated(allowing)}, they may fetch everything`;
    report("unreachable-file", place, { message: `${answer}: crawlers may fetch nothing${others}` });
  } else if (verdictOn(status, dialect) === "allowed" && !saysMissing(status)) {
    const others = refusing.length === 0 ? "" : `; in ${enumerated(refusing)}, they may fetch nothing`;
    report("unavailable-file", place, { message: `${answer}: crawlers may fetch everything${others}` });
  }
}

/** A status that no row of the policy names means an unreachable file. */
const isRefusal = (status: number, dialect: DialectName): boolean =>
  (verdictOn(status, dialect) ?? "refused") === "refused";

/** Crawlers must follow five redirects (RFC 9309 §2.3.1.2); the draft of 1996 follows more. */
function redirectText(redirects: readonly string[], { maxRedirects }: { readonly maxRedirects: number }): string {
  const to = shorten(redirects.at(-1)!, 200);
  if (redirects.length > maxRedirects)
    return `${redirects.length} redirects lead to ${to}; crawlers must follow only ${maxRedirects}`;
  return redirects.length === 1 ? `a redirect leads to ${to}` : `${redirects.length} redirects lead to ${to}`;
}

const NAME = "robots.txt";

/** Reports names that are nearly robots.txt: crawlers request exactly /robots.txt, in lower case. */
export function checkFileName({ lines }: LintFile, name: string, report: AddFinding): void {
  if (name === NAME || !isNearly(name)) return;
  const place: Span = lines[0] ?? { line: 1, start: 0, end: 0 };
  report("file-name", place, { message: `the file is called ${shorten(name)}; crawlers request ${NAME}` });
}

/** One mistake away, or with a second ending. A digit makes it the name of a copy. */
const isNearly = (name: string): boolean =>
  name.toLowerCase() === `${NAME}.txt` || (!/\d/.test(name) && nearest(name, [NAME], () => 1) !== undefined);

/** Reports a URL with a path other than /robots.txt. The path / stands for the site. */
export function checkPlace({ lines, url }: LintFile, report: AddFinding): void {
  if (url === undefined || url.pathname === "/" || url.pathname === `/${NAME}`) return;
  const place: Span = lines[0] ?? { line: 1, start: 0, end: 0 };
  const hint = url.hostname.endsWith(".github.io")
    ? `; GitHub Pages serves it from the repository ${url.hostname}`
    : "";
  report("not-at-root", place, {
    message: `crawlers request ${shorten(url.origin, 200)}/${NAME}, not ${shorten(url.pathname, 80)}${hint}`,
  });
}
