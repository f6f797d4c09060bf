/** The dates of sitemaps and feeds (W3C Datetime, RFC 822), never in the zone of the machine. */
import { parseDate } from "../../core/meta/internal.ts";

/** ISO 8601 with a zone, or a day alone. `Date` reads it, but takes 30 February for 2 March. */
const PLAIN = /^\d{4}-\d\d-(\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d))?$/;

/** W3C Datetime also has years and months alone. */
const MONTH = /^\d{4}(?:-\d\d)?$/;

/** Undefined for text that is not a date, and for a zone that RFC 822 does not name. Without a zone it is UTC. */
export function dateIn(text: string): Date | undefined {
  if (MONTH.test(text)) return validDate(new Date(text));
  const day = PLAIN.exec(text)?.[1];
  if (day === undefined) {
    const { date, zone } = parseDate(text, Date.now()) ?? {};
    return zone === "unknown" ? undefined : date;
  }
  const isInMonth = day <= "28" || validDate(new Date(text.slice(0, 10)))?.getUTCDate() === Number(day);
  return isInMonth ? validDate(new Date(text)) : undefined;
}

const validDate = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date);
