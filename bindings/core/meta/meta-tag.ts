/** Parses the content of one robots meta tag: `<meta name="robots" content="…">`. Linear in its length. */
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { agentOf, EVERYBODY } from "./directive-agents.ts";
import { DirectiveCollector, type ParsedDirectives } from "./directive-collector.ts";
import { CommaList } from "./items.ts";
import { checkedName, checkedString, type Moment, millisecondsOf } from "./meta-arguments.ts";
import { readStatement } from "./statement.ts";

/** Options of `parseRobotsMeta`. All are optional. */
export interface MetaOptions {
  /** The name of the tag: "robots" (default) for all crawlers, or the name of one, such as "googlebot". */
  readonly name?: string;
  /** Decides the century of two-digit years (RFC 9110 §5.6.7). Default: now. */
  readonly now?: Moment;
}

const metaOptions: KnownOptions<MetaOptions> = { name: 1, now: 1 };

/**
 * Parses the `content` of a robots meta tag. If a page has several tags, combine the directives of all.
 * @param content the value of the attribute, with decoded character references. No content makes it throw.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for arguments of the wrong type.
 */
export function parseRobotsMeta(content: string, options: MetaOptions = {}): ParsedDirectives {
  const items = new CommaList(checkedString("content", content));
  const { name = EVERYBODY, now } = checkedOptions("options", options, metaOptions);
  const agent = agentOf(checkedName("name", name));
  const collector = new DirectiveCollector("meta", millisecondsOf(now));
  for (let item = items.next(); item !== undefined && !collector.isFull; item = items.next()) {
    readStatement(item, agent, items, collector);
  }
  return collector.parsed;
}
