/** The content of one robots meta tag: `<meta name="robots" content="…">`. Linear in its length. */
import { agentOf, EVERYBODY } from "./agents.ts";
import { Findings, type ParsedDirectives } from "./findings.ts";
import { Items } from "./items.ts";
import { type Clock, checkedName, checkedOptions, checkedString, millisecondsOf } from "./options.ts";
import { readStatement } from "./statement.ts";

/** Which tag it is, and when it is read. */
export interface MetaOptions {
  /** The tag's name: "robots" (the default) speaks to all, any other, such as "googlebot", to that crawler alone. */
  readonly name?: string;
  /** The clock that two-digit years are read against (RFC 9110 §5.6.7). Default: now. */
  readonly now?: Clock;
}

/**
 * Reads the `content` of a robots meta tag. A page may hold several: their directives add up.
 * @param content the attribute's value, character references already decoded.
 * @throws TypeError for arguments of the wrong kind, never for what the content says.
 */
export function parseRobotsMeta(content: string, options: MetaOptions = {}): ParsedDirectives {
  const items = new Items(checkedString("content", content));
  const { name = EVERYBODY, now } = checkedOptions(options);
  const agent = agentOf(checkedName("name", name));
  const findings = new Findings("meta", millisecondsOf(now));
  for (let item = items.next(); item !== undefined && !findings.full; item = items.next()) {
    readStatement(item, agent, items, findings);
  }
  return findings.parsed;
}
