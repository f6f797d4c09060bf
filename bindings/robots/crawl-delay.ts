/**
 * Crawl-delay, which no standard defines: seconds between two requests as a plain decimal number. What is no such
 * number is ignored, never turned into zero or for ever; of several the last that can be used counts, as robots-parser,
 * Protego and CPython have it. Anything above a day is a day.
 */
interface Field {
  readonly key: string;
  readonly value: string;
}

/** A longer delay would be a refusal to crawl, which is what Disallow is for. */
export const MAX_CRAWL_DELAY_SECONDS = 86_400;

export function parseCrawlDelay(value: string): number | undefined {
  if (!/^(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(value)) return undefined;
  return Math.min(Number(value), MAX_CRAWL_DELAY_SECONDS);
}

export function crawlDelayOf(fields: readonly Field[]): number | undefined {
  let seconds: number | undefined;
  for (const { key, value } of fields) if (key === "crawl-delay") seconds = parseCrawlDelay(value) ?? seconds;
  return seconds;
}
