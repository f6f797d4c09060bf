/**
 * Lines of a file for people and tools: every Sitemap line, and every line about pace. Functions of their own, to keep them out of the
 * core.
 */

import { wrongType } from "../../base/errors.ts";
import { RobotsTxt } from "../deciding.ts";
import { VALUE_END, VALUE_START } from "../layout.ts";
import { isPaceKey } from "../reader/field-names.ts";
import { isOther, isSitemap, isUserAgent, offsetsIn } from "../reader/records.ts";
import { fieldAt } from "../reader/text.ts";
import { walkRuns } from "../reader/walk-groups.ts";
import type { Field } from "../robots/fields/field.ts";
import { sitemapUrl } from "../robots/sitemaps.ts";

/** A Sitemap line. */
export interface SitemapLine {
  /** 1-based. */
  readonly line: number;
  /** Without comment and surrounding white space. */
  readonly value: string;
  /** The absolute URL, as `RobotsTxt.sitemaps` has it; absent if the line gives none. */
  readonly url?: string;
}

function partsOf(robots: RobotsTxt) {
  if (!(robots instanceof RobotsTxt)) throw wrongType("robots", "the result of parse()", robots);
  return RobotsTxt.partsOf(robots);
}

/**
 * Returns every Sitemap line in file order, also those that give no URL.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `parse` returned `robots`.
 */
export function sitemapLines(robots: RobotsTxt): readonly SitemapLine[] {
  const { records, url: base } = partsOf(robots);
  const { table } = records;
  return offsetsIn(table, 0, table.length, isSitemap).map((at) => {
    const { line, value } = fieldAt(records, at);
    const url = sitemapUrl(value, table[at + VALUE_END]! - table[at + VALUE_START]!, base);
    return { line, value, ...(url !== undefined && { url }) };
  });
}

/** A line about pace: Crawl-delay, Request-rate or Visit-time. */
export interface PaceLine extends Field {
  /** The values of the user-agent lines directly above it: it counts for these crawlers of its group before others. */
  readonly agents: readonly string[];
}

/**
 * Returns the lines about pace in file order, each with those to whom it is said.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `parse` returned `robots`.
 */
export function paceLines(robots: RobotsTxt): readonly PaceLine[] {
  const { records } = partsOf(robots);
  const lines: PaceLine[] = [];
  walkRuns(records, (start, runEnd, end) => {
    const fields = offsetsIn(records.table, runEnd, end, isOther).map((at) => fieldAt(records, at));
    const found = fields.filter(({ key }) => isPaceKey(key));
    if (found.length === 0) return false;
    const agents = offsetsIn(records.table, start, runEnd, isUserAgent).map((at) => fieldAt(records, at).value);
    lines.push(...found.map((field) => ({ ...field, agents })));
    return false;
  });
  return lines;
}
