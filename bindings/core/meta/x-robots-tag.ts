const headerOptions: KnownOptions<HeaderOptions> = { strict: 1, now: 1 };

/**
 * Parses X-Robots-Tag header fields. A field may start with an agent: the text before the first colon, unless that is the
 * name of a directive. An agent after a comma starts a new field, because intermediaries and `Headers` join field lines with
 * commas (RFC 9110 §5.3). Linear in the length of the fields.
 */
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { agentOf, EVERYBODY, isToken } from "./directive-agents.ts";
import { DirectiveCollector, type ParsedDirectives } from "./directive-collector.ts";
import { isDirectiveName } from "./directives.ts";
import { type HeaderSource, headerLines } from "./header-lines.ts";
import { CommaList, splitAtColon } from "./items.ts";
import { type Moment, millisecondsOf } from "./meta-arguments.ts";
import { readStatement } from "./statement.ts";

/** Options of `parseXRobotsTag`. All are optional. */
export interface HeaderOptions {
  /**
   * Accepts an agent only at the start of a field line, as Google documents it, and ignores an agent after a comma and its
   * directive. Use it if you pass the field lines as an array. Default false.
   */
  readonly strict?: boolean;
  /** Decides the century of two-digit years (RFC 9110 §5.6.7). Default: now. */
  readonly now?: Moment;
}

/**
 * Parses X-Robots-Tag headers. Pass the field lines as an array if you have them: in a joined value, directives for all
 * crawlers look like those of the agent before them. No header makes it throw.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for arguments of the wrong type.
 */
export function parseXRobotsTag(header: HeaderSource, options: HeaderOptions = {}): ParsedDirectives {
  const { strict, now } = checkedOptions("options", options, headerOptions);
  const collector = new DirectiveCollector("header", millisecondsOf(now));
  for (const line of headerLines(header, "x-robots-tag")) readLine(line, collector, strict === true);
  return collector.parsed;
}

function readLine(line: string, collector: DirectiveCollector, strict: boolean): void {
  const items = new CommaList(line);
  let agent = EVERYBODY;
  let first = true;
  for (let item = items.next(); item !== undefined && !collector.isFull; item = items.next()) {
    const { name, rest } = splitAtColon(item);
    const isScoped = rest !== undefined && startsScope(name, rest, first);
    if (isScoped && !first) {
      collector.warn("agent-after-comma", item, strict ? "ignored" : `read as a new field for ${agentOf(name)}`);
      if (strict) continue;
    }
    if (isScoped) agent = scopeOf(name, item, collector);
    if (!isScoped) readStatement(item, agent, items, collector);
    else if (rest !== "") readStatement(rest, agent, items, collector);
    first = false;
  }
}

/** After a comma, an agent needs a directive after its colon; otherwise the item is an unknown directive. */
function startsScope(name: string, rest: string, first: boolean): boolean {
  return !isDirectiveName(name) && (first || isDirectiveName(splitAtColon(rest).name));
}

function scopeOf(name: string, item: string, collector: DirectiveCollector): string {
  const agent = agentOf(name);
  if (!isToken(agent)) collector.warn("invalid-agent", item, "the text before the colon is not a product token");
  return agent;
}
