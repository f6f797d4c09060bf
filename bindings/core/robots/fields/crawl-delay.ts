/**
 * Crawl-delay (no standard defines it): seconds between two requests as a plain decimal number. Other values are ignored:
 * they never mean zero or forever. More than a day counts as a day.
 */

import { MAX_CRAWL_DELAY_SECONDS } from "../../limits.ts";
import { type GroupFields, mostOf, valuesOf } from "./field.ts";

export function parseCrawlDelay(value: string): number | undefined {
  if (!/^(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(value)) return undefined;
  return Math.min(Number(value), MAX_CRAWL_DELAY_SECONDS);
}

export const crawlDelayOf = (fields: GroupFields): number | undefined =>
  mostOf(valuesOf(fields, "crawl-delay", parseCrawlDelay), (seconds) => seconds);
