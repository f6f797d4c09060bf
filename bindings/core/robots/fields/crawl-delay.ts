/**
 * Crawl-delay, which no standard defines: seconds between two requests as a plain decimal number. What is no such
 * number is ignored, never turned into zero or for ever. Anything above a day is a day.
 */
import { type Field, lastOf } from "./field.ts";

/** A longer delay would be a refusal to crawl, which is what Disallow is for. */
export const MAX_CRAWL_DELAY_SECONDS = 86_400;

export function parseCrawlDelay(value: string): number | undefined {
  if (!/^(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(value)) return undefined;
  return Math.min(Number(value), MAX_CRAWL_DELAY_SECONDS);
}

export const crawlDelayOf = (fields: readonly Field[]): number | undefined =>
  lastOf(fields, "crawl-delay", parseCrawlDelay);
