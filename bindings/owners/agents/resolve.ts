/** Finds the crawler that a typed name means: a product token, one with a version, or a whole User-Agent header. */

import { wrongType, wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { DialectName } from "../../core/index.ts";
import type { AgentIndex } from "./agent-index.ts";
import { indexOf } from "./all-agents.ts";
import { newName, tokensOf } from "./chain.ts";
import { crawlersOf } from "./companies.ts";
import { type AgentRow, type KnownAgent, productToken } from "./rows/known-agent.ts";
import { checkedRows } from "./rows/own-rows.ts";

/** What a typed name means. */
export interface ResolvedAgent {
  /** The product tokens to look for in robots.txt, in order. `RobotsTxt.agent` takes them, and `RobotsClient` this object. */
  readonly tokens: readonly string[];
  /** What is known of the crawler; absent if it is unknown. */
  readonly agent?: KnownAgent;
  /**
   * If the name is not a token but the name of a company or a product, such as "OpenAI" or "ChatGPT": its crawlers that are still
   * sent. `tokens` then has the name as it was typed: a file may name it, but no crawler looks for it.
   */
  readonly crawlers?: readonly KnownAgent[];
  /** The dialect that its operator documents; `rfc9309` if it documents none or the crawler is unknown. */
  readonly dialect: DialectName;
  /** What was assumed to read the name, a sentence each; empty if the name is the token of an active known crawler. */
  readonly assumed: readonly string[];
}

/** What `resolveAgent` knows besides the tables. */
export interface ResolveAgentOptions {
  /** Rows of your own. A row replaces the known row with the same token. */
  readonly agents?: readonly AgentRow[];
}

const resolveAgentOptions: KnownOptions<ResolveAgentOptions> = { agents: 1 };

/** The longest header of a crawler that we know has 250 characters. */
export const MAX_NAME_LENGTH = 1024;

/**
 * Returns the product tokens of a crawler, what is known of it, and what was assumed. `resolveAgent("Googlebot-Image")` gives
 * the tokens ["Googlebot-Image", "Googlebot"] and the dialect `google`. Reads the first 1,024 characters.
 * @param name a product token, one with a version such as `Googlebot/2.1`, or a whole User-Agent header. The name of a company or
 *   a product gives its `crawlers`.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string, RangeError (ERR_INVALID_ARG_VALUE) for one without a name.
 */
export function resolveAgent(name: string, options: ResolveAgentOptions = {}): ResolvedAgent {
  if (typeof name !== "string") throw wrongType("name", EXPECTED, name);
  const known = indexOf(checkedRows(checkedOptions("options", options, resolveAgentOptions).agents ?? []));
  const written = name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^\s*(?:user-agent:)?\s*/i, "")
    .trimEnd();
  const row = known.find(written);
  const crawlers = row === undefined ? crawlersOf(written) : undefined;
  const found =
    row !== undefined
      ? resolved(row, [])
      : crawlers !== undefined
        ? ofCompany(written, crawlers)
        : isHeader(written)
          ? ofHeader(written, known)
          : ofToken(written, known);
  return name.length <= MAX_NAME_LENGTH ? found : { ...found, assumed: [...found.assumed, CUT] };
}

const EXPECTED = "a product token or a User-Agent header";

const ofCompany = (name: string, crawlers: readonly KnownAgent[]): ResolvedAgent => ({
  tokens: [productToken(name)],
  crawlers,
  dialect: "rfc9309",
  assumed: [`${name} is not the name of a crawler; its crawlers are ${crawlers.map(({ token }) => token).join(", ")}`],
});

const CUT = `only the first ${MAX_NAME_LENGTH} characters were read`;

/** @param assumed what was assumed to find the row */
const resolved = (agent: KnownAgent, assumed: readonly string[]): ResolvedAgent => ({
  tokens: tokensOf(agent),
  agent,
  dialect: agent.dialect,
  assumed: [...assumed, ...cutNote(agent.token), ...statusNote(agent)],
});

const cutNote = (token: string): readonly string[] =>
  productToken(token) === token ? [] : [`parsers read "${token}" as ${productToken(token)}`];

function statusNote({ token, operator, status }: KnownAgent): readonly string[] {
  const renamed = newName(status);
  if (renamed !== undefined) return [`${operator} calls ${token} ${renamed} today`];
  return status === "retired" ? [`${operator} no longer uses ${token}`] : [];
}

/** A version alone does not make a header: `Googlebot/2.1` is a token with a version. */
const isHeader = (name: string): boolean => /[\s;(]|:\/\//.test(name);

function ofToken(written: string, known: AgentIndex): ResolvedAgent {
  const [token = "", ...rest] = written.split("/");
  if (token === "") throw wrongValue("name", EXPECTED, JSON.stringify(written));
  const version = rest.length === 0 ? [] : [`the version ${rest.join("/")} does not count`];
  const row = known.find(token);
  return row === undefined ? unknown(token, version) : resolved(row, version);
}

/** `*` is nobody's token: it stands for every crawler that no group names. */
const unknown = (token: string, assumed: readonly string[]): ResolvedAgent => ({
  tokens: [token],
  dialect: "rfc9309",
  assumed: token === "*" ? assumed : [...assumed, `${token} is unknown: read as a crawler that follows the standard`],
});

/** What browsers, and crawlers that act like browsers, call themselves first. */
const BROWSERS: ReadonlySet<string> = new Set([
  ...["mozilla", "opera", "applewebkit", "chrome", "safari"],
  // Feature phones that Google's crawlers imitated.
  ...["samsung-sgh-e250", "docomo"],
]);

/** A header without URLs and without what the client only resembles: "(KHTML, like Gecko)". */
export const withoutLinks = (header: string): string =>
  header.replaceAll(/\(?\+?https?:\/\/[^\s;)]*\)?|\blike [^;)]*/gi, " ").trimStart();

/** A crawler names itself first, or in the comment of a browser's header (RFC 9110 §10.1.5). */
function ofHeader(header: string, known: AgentIndex): ResolvedAgent {
  const text = withoutLinks(header);
  const first = /^[^\s/;(),]+/.exec(text)?.[0];
  const row = known.atStartOf(text);
  if (row !== undefined) return resolved(row, [`the header names ${row.token} first`]);
  if (first !== undefined && !BROWSERS.has(first.toLowerCase()))
    return unknown(first, [`the header names ${first} first`]);
  return ofBrowserHeader(text, first, known) ?? refuse(header);
}

function ofBrowserHeader(text: string, first: string | undefined, known: AgentIndex): ResolvedAgent | undefined {
  const row = known.firstIn(text);
  if (row !== undefined) return resolved(row, [`the header names ${row.token}`]);
  const named = /compatible;\s*([A-Za-z][\w.-]*)/i.exec(text)?.[1];
  if (named !== undefined) return unknown(named, [`the header names ${named}`]);
  return first === undefined ? undefined : unknown(first, ["the header names no crawler"]);
}

function refuse(header: string): never {
  throw wrongValue("name", EXPECTED, JSON.stringify(header));
}
