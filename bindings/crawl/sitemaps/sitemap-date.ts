/** The dates of sitemaps and feeds (W3C Datetime, RFC 822), never in the zone of the machine. */
import { parseDate } from "../../core/meta/internal.ts";

/** ISO 8601 with a zone, or a day alone: `Date` reads it, unless the day may not be in its month. */
const PLAIN = /^\d{4}-\d\d-(?:[01]\d|2[0-8])(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d))?$/;

/** W3C Datetime also has years and months alone. */
const MONTH = /^\d{4}(?:-\d\d)?$/;

/** Undefined for text that is not a date. Without a zone it is UTC. */
export function dateIn(text: string): Date | undefined {
  if (PLAIN.test(text)) return validDate(new Date(text));
  if (MONTH.test(text)) return validDate(new Date(text));
  return parseDate(text, Date.now())?.date;
}

const validDate = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date);
