/** Decides requests by the site's own robots.txt, so that a server refuses crawlers what the file refuses. Reads and sends nothing. */
import { textOfUrl } from "../../base/arguments.ts";
import { wrongType, wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { urlOf } from "../../base/url.ts";
import { RobotsTxt } from "../../core/deciding.ts";
import type { Rule } from "../../core/index.ts";
import { ruleText } from "../../core/parsing.ts";
import { HeaderNames, type NamedCrawler } from "./header-names.ts";
import { checkedFacts, type IdentityFacts, type IdentityVerdict, identify } from "./identity.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

/** A request that a site received. */
export interface EnforcedRequest {
  /** The User-Agent header; empty if there is none. The first 1,024 characters are read. */
  readonly userAgent: string;
  /** The absolute URL that was requested. The request is allowed if `new URL` does not accept it. */
  readonly url: string | URL;
  /** The client's address, as `verifyCrawler` takes it. Without one, nothing contradicts a name. */
  readonly address?: string;
  /** The Signature-Agent header (Web Bot Auth). It is a claim: the signature is not checked. */
  readonly signatureAgent?: string;
}

/** How a site enforces its file. */
export interface EnforceOptions extends Pick<IdentityFacts, "lists" | "at"> {
  /** Whether crawlers that fetch a page because a person asked (purpose `user-request`) are refused too. Default: false. */
  readonly people?: boolean;
  /**
   * What happens to a spoofed request. `file`: the file decides, as for any other of that name. `refuse`: it may fetch
   * /robots.txt alone. `allow`: it is allowed. Default: `file`.
   */
  readonly spoofed?: "file" | "refuse" | "allow";
  /** Whether the answer is 402 instead of 403 if the group has a License line. Default: false. */
  readonly payment?: boolean;
}

/** What a site does with a request. */
export interface Enforcement {
  readonly allowed: boolean;
  /** Who decided: the file; or nobody, because `enforce` does not touch the request; or the option `spoofed`. */
  readonly reason: "file" | "no-crawler" | "person" | "not-a-url" | "spoofed";
  /** The product token; absent if the header names no known crawler and no group of the file. */
  readonly crawler?: string;
  /** Its row in the table; absent if only the file names it. */
  readonly agent?: KnownAgent;
  /** Absent without an address, or without a row. */
  readonly identity?: IdentityVerdict;
  /** Whether a list in `lists` proves that the crawler has no such address. */
  readonly spoofed: boolean;
  readonly signatureAgent?: string;
  /** The rule that refuses, with its line. */
  readonly rule?: Rule;
  /** What to answer if it is refused: `new Response(answer.body, answer)`. The body is a line of text; a second one names the licence. */
  readonly answer?: {
    readonly status: 402 | 403;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

type Crawler = Omit<Enforcement, "allowed" | "reason" | "rule" | "answer">;
const enforcedNames: KnownOptions<EnforcedRequest> = { userAgent: 1, url: 1, address: 1, signatureAgent: 1 };
const optionNames: KnownOptions<EnforceOptions> = { lists: 1, at: 1, people: 1, spoofed: 1, payment: 1 };
const noOptions: EnforceOptions = Object.freeze(Object.create(null));
const NOBODY: Enforcement = Object.freeze({ allowed: true, reason: "no-crawler", spoofed: false });
const headers = Object.freeze({ "content-type": "text/plain; charset=utf-8", vary: "User-Agent" });
const namesByFile: WeakMap<RobotsTxt, HeaderNames> = new WeakMap();

/**
 * Decides a request by the site's own file: `robots.agent(crawler).isAllowed(new URL(url))` for the crawler that the User-Agent
 * header names. /robots.txt is always allowed, and so is a browser: a name is a whole product token of the header, either of a
 * known crawler or of a group of the file, and words such as Mozilla, Chrome and Safari name no crawler.
 * @example
 * ```ts
 * import { parse } from "robots-wasm";
 * import { enforce } from "robots-wasm/agents";
 *
 * const robots = parse("User-agent: GPTBot\nDisallow: /drafts/"); // keep it: rules and headers are remembered with it
 * enforce(robots, { userAgent: "GPTBot/1.3", url: "https://shop.example/drafts/1" }).answer?.status; // 403
 * ```
 * @param robots the result of `parse`, which also says in which dialect the file is read.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION), RangeError (ERR_INVALID_ARG_VALUE) for another `spoofed`.
 */
export function enforce(robots: RobotsTxt, request: EnforcedRequest, options: EnforceOptions = noOptions): Enforcement {
  const asked = checkedMembers("request", request, enforcedNames);
  const choices = options === noOptions ? noOptions : checkedChoices(options);
  const named = headersOf(robots).find(requestText("userAgent", asked.userAgent));
  return named === null ? NOBODY : decide(named, asked, choices);
}

/** As checkedOptions, which takes longer than the rest of a request and is called for what may be wrong. */
function checkedMembers<T extends object>(name: string, given: T, known: KnownOptions<NoInfer<T>>): T {
  let isUsual = given?.constructor === Object;
  for (const member in given) isUsual &&= known[member] !== undefined;
  return isUsual ? { __proto__: null, ...given } : checkedOptions(name, given, known);
}

function headersOf(robots: RobotsTxt): HeaderNames {
  let names = namesByFile.get(robots);
  if (names !== undefined) return names;
  if (!(robots instanceof RobotsTxt)) throw wrongType("robots", "the result of parse", robots);
  names = new HeaderNames(robots);
  namesByFile.set(robots, names);
  return names;
}

function checkedChoices(options: EnforceOptions): EnforceOptions {
  const choices = checkedMembers("options", options, optionNames);
  const { people = false, payment = false, spoofed = "file" } = choices;
  if (typeof people !== "boolean") throw wrongType("options.people", "a boolean", people);
  if (typeof payment !== "boolean") throw wrongType("options.payment", "a boolean", payment);
  if (!["file", "refuse", "allow"].includes(spoofed))
    throw wrongValue("options.spoofed", "file, refuse, allow", spoofed);
  return choices;
}

function requestText(name: keyof EnforcedRequest, text: string): string {
  if (typeof text !== "string") throw wrongType(`request.${name}`, "a string", text);
  return text;
}

function decide(named: NamedCrawler, request: EnforcedRequest, options: EnforceOptions): Enforcement {
  const who = crawlerOf(named, request, options);
  const allowed = (reason: Enforcement["reason"]): Enforcement => ({ allowed: true, reason, ...who });
  if (who.agent?.purpose === "user-request" && options.people !== true) return allowed("person");
  const url = urlOf(textOfUrl(request.url))?.href;
  if (url === undefined) return allowed("not-a-url");
  if (who.spoofed && options.spoofed === "allow") return allowed("spoofed");
  if (!named.rules.isAllowed(url)) return refusedBy(named, url, who, options.payment === true);
  if (!who.spoofed || options.spoofed !== "refuse" || named.rules.explain(url).reason === "robots-txt")
    return allowed("file");
  return { allowed: false, reason: "spoofed", ...who, answer: answerOf(`${named.crawler} has no such address.`, []) };
}

function refusedBy({ crawler, rules }: NamedCrawler, url: string, who: Crawler, isPaid: boolean): Enforcement {
  const { rule } = rules.explain(url);
  const place = rule === undefined ? "" : ` (line ${rule.line}, ${ruleText(rule)})`;
  const answer = answerOf(`robots.txt refuses this URL to ${crawler}${place}.`, isPaid ? rules.licenses : []);
  return { allowed: false, reason: "file", ...who, ...(rule && { rule }), answer };
}

function answerOf(line: string, [licence]: readonly string[]): NonNullable<Enforcement["answer"]> {
  if (licence === undefined) return { status: 403, headers, body: `${line}\n` };
  return { status: 402, headers, body: `${line}\nLicense: ${licence}\n` };
}

function crawlerOf({ crawler, agent }: NamedCrawler, request: EnforcedRequest, options: EnforceOptions): Crawler {
  const { address, signatureAgent } = request;
  const claim = signatureAgent !== undefined && { signatureAgent: requestText("signatureAgent", signatureAgent) };
  const client = address !== undefined && requestText("address", address);
  if (agent === undefined || client === false) return { crawler, ...(agent && { agent }), spoofed: false, ...claim };
  const { lists, at } = options;
  const { identity, by } = identify(agent, client, checkedFacts({ ...(lists && { lists }), ...(at && { at }) }));
  return { crawler, agent, identity, spoofed: identity === "false" && by === "list", ...claim };
}
