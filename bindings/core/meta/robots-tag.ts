/**
 * Robots-Tag header fields (draft-illyes-repext-03): a structured field list (RFC 9651) of agents with directives as
 * parameters, such as `*;nosnippet, ExampleBot;noindex`.
 */

import { checkedPackage } from "../../base/optional-package.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { agentOf } from "./directive-agents.ts";
import { DirectiveCollector, type ParsedDirectives } from "./directive-collector.ts";
import { type HeaderSource, headerLines } from "./header-lines.ts";
import { CommaList } from "./items.ts";
import { type Moment, millisecondsOf } from "./meta-arguments.ts";
import { readStatement } from "./statement.ts";

type BareItem = string | number | boolean | object;
type Member = readonly [value: unknown, parameters: Iterable<readonly [name: string, value: BareItem]>];

/** What is used of the package structured-headers. */
export interface StructuredHeaders {
  parseList(text: string): Iterable<Member>;
  readonly Token: new (value: string) => object;
}

/** Options of `parseRobotsTag`. All but `structuredHeaders` are optional. */
export interface RobotsTagOptions {
  /** The package structured-headers: `import * as structuredHeaders from "structured-headers"`. */
  readonly structuredHeaders: StructuredHeaders;
  /** Decides the century of two-digit years (RFC 9110 §5.6.7). Default: now. */
  readonly now?: Moment;
}

const robotsTagOptions: KnownOptions<RobotsTagOptions> = { structuredHeaders: 1, now: 1 };

const STRUCTURED_HEADERS = {
  name: "structured-headers",
  install: "structured-headers@2",
  functions: ["parseList", "Token"],
};

/** In characters. The draft asks parsers to take at least 8 KiB; this takes more. */
const MAX_HEADER_LENGTH = 65_536;

/**
 * Parses Robots-Tag headers. The result has the same form as that of `parseXRobotsTag`. A field that is not a valid list is
 * ignored as a whole, with a warning (RFC 9651 §4.2). No header makes it throw.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for arguments of the wrong type; TypeError (ERR_MISSING_PACKAGE) without
 *   `structuredHeaders`.
 */
export function parseRobotsTag(header: HeaderSource, options: RobotsTagOptions): ParsedDirectives {
  const { now, structuredHeaders } = checkedOptions("options", options, robotsTagOptions);
  const parser = checkedPackage("structuredHeaders", STRUCTURED_HEADERS, structuredHeaders);
  const collector = new DirectiveCollector("header", millisecondsOf(now));
  const value = headerLines(header, "robots-tag").join(", ");
  if (value.length > MAX_HEADER_LENGTH)
    collector.warn("invalid-field", value, `more than ${MAX_HEADER_LENGTH} characters: ignored`);
  else readList(value, parser, collector);
  return collector.parsed;
}

function readList(value: string, parser: StructuredHeaders, collector: DirectiveCollector): void {
  for (const [item, parameters] of listOf(value, parser, collector)) {
    if (!(item instanceof parser.Token)) collector.warn("invalid-agent", String(item), "not a product token: ignored");
    else for (const [name, argument] of parameters) readParameter(item.toString(), name, argument, collector);
  }
}

function listOf(value: string, { parseList }: StructuredHeaders, collector: DirectiveCollector): Iterable<Member> {
  try {
    return parseList(value);
  } catch {
    collector.warn("invalid-field", value, "not a structured field list (RFC 9651): ignored");
    return [];
  }
}

/** `noindex` is a directive without a value, `max-snippet=50` has one, and `noindex=?0` states nothing. */
function readParameter(agent: string, name: string, argument: BareItem, collector: DirectiveCollector): void {
  if (argument === false) return;
  const text = argument === true ? name : `${name}: ${argumentText(argument)}`;
  const items = new CommaList(text);
  readStatement(items.next() ?? "", agentOf(agent), items, collector);
}

const argumentText = (argument: BareItem): string =>
  argument instanceof Date ? argument.toISOString() : String(argument);
