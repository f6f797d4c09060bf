/** Retry-After (RFC 9110 §10.2.3), apart from freshness, so that robots-wasm/pace loads nothing else. */
import type { Headers } from "./headers.ts";

/** The client waits no longer than this, whatever Retry-After says. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/** Milliseconds from now; undefined without a usable header. A date counts from that of the server, whose clock may differ from ours. */
export function retryAfterMs(nowMs: number, headers: Headers): number | undefined {
  const value = headers["retry-after"]?.trim() ?? "";
  const sentAtMs = httpDateMs(headers["date"]?.trim() ?? "");
  const fromMs = Number.isNaN(sentAtMs) ? nowMs : sentAtMs;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : httpDateMs(value) - fromMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

/**
 * NaN for other text. A date without a time zone, as the asctime form is, means UTC (RFC 9110 §5.6.7); Date.parse would take it for local
 * time, and `-43`, which has no time, for the year 2043.
 */
export const httpDateMs = (text: string): number =>
  /\d:\d\d/.test(text) ? Date.parse(NAMES_ZONE.test(text) ? text : `${text} GMT`) : Number.NaN;

const NAMES_ZONE = /(?:[a-z]|[+-]\d\d:?\d\d)\)?\s*$/i;
