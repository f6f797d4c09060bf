/**
 * Parses the dates of unavailable_after: the three HTTP forms (RFC 9110 §5.6.7: RFC 1123, RFC 850, asctime), RFC 822 with
 * its zones, and ISO 8601. Rejects text longer than MAX_DATE_LENGTH first, so no regular expression runs on long input.
 */

interface ParsedDate {
  readonly date: Date;
  /** Whether the text names the zone. A missing or unknown zone is read as UTC. */
  readonly zone: "given" | "missing" | "unknown";
}

const MAX_DATE_LENGTH = 64;
const FIFTY_YEARS_MS = 50 * 365.2425 * 86_400_000;

const WEEKDAY = "(?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}";
const ZONE = "\\s*(?<zone>[a-z]{1,5}|[+-]\\d\\d(?::?[0-5]\\d)?)?$";

const forms = [
  // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT · 6 Nov 94 08:49 +0100
  `^(?:${WEEKDAY},?\\s+)?(?<day>\\d{1,2})[\\s-](?<month>[a-z]{3,9})[\\s-](?<year>\\d{4}|\\d\\d)(?:\\s+(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d))?)?${ZONE}`,
  // Sun Nov  6 08:49:37 1994 (asctime is always UTC)
  `^${WEEKDAY}\\s+(?<month>[a-z]{3})\\s+(?<day>\\d{1,2})\\s+(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)\\s+(?<year>\\d{4})(?<zone>)$`,
  // 1994-11-06 · 1994-11-06T08:49:37Z · 1994-11-06 08:49+01:00 · 19941106T084937Z
  `^(?<year>\\d{4})-?(?<month>\\d\\d)-?(?<day>\\d\\d)(?:[t\\s](?<hour>\\d\\d)(?::?(?<minute>\\d\\d)(?::?(?<second>\\d\\d)(?:\\.\\d+)?)?)?)?${ZONE}`,
].map((source) => new RegExp(source, "i"));

/** Minutes east of UTC (RFC 822 §5, and the common Z and UTC). */
const zones: ReadonlyMap<string, number> = new Map([
  ["", 0],
  ["z", 0],
  ["ut", 0],
  ["utc", 0],
  ["gmt", 0],
  ["edt", -240],
  ["est", -300],
  ["cdt", -300],
  ["cst", -360],
  ["mdt", -360],
  ["mst", -420],
  ["pdt", -420],
  ["pst", -480],
]);

const MONTHS = "january february march april may june july august september october november december".split(" ");

/** Returns undefined if the text is not a date. `nowMs` decides the century of two-digit years. */
export function parseDate(text: string, nowMs: number): ParsedDate | undefined {
  if (text.length > MAX_DATE_LENGTH) return undefined;
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return dateOf(parts, nowMs);
  }
  return undefined;
}

type Parts = Readonly<Record<string, string | undefined>>;

function dateOf(found: Parts, nowMs: number): ParsedDate | undefined {
  const parts = in24Hours(found);
  const { year, zone } = parts;
  const minutes = zoneMinutes(zone?.toLowerCase());
  const known = zone === undefined ? "missing" : minutes === undefined ? "unknown" : "given";
  const time = instant(parts, year!.length === 4 ? Number(year) : fullYear(parts, nowMs), minutes ?? 0);
  return time === undefined ? undefined : { date: new Date(time), zone: known };
}

/** People write `3:00 PM`, which stands where a zone would. */
function in24Hours(parts: Parts): Parts {
  const { hour, zone = "" } = parts;
  const hours = Number(hour);
  if (!/^[ap]m$/i.test(zone) || hours > 12) return parts;
  return { ...parts, hour: String((hours % 12) + (/^p/i.test(zone) ? 12 : 0)), zone: undefined };
}

/** A two-digit year more than fifty years ahead is in the past (RFC 9110 §5.6.7). */
function fullYear(parts: Parts, nowMs: number): number {
  const year = Math.floor(new Date(nowMs).getUTCFullYear() / 100) * 100 + Number(parts["year"]);
  const time = instant(parts, year, 0);
  return time !== undefined && time > nowMs + FIFTY_YEARS_MS ? year - 100 : year;
}

function instant({ month, day, hour, minute, second }: Parts, year: number, zone: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, monthIndex(month!), Number(day));
  const [hours, minutes, seconds] = [hour, minute, second].map((part) => Number(part ?? 0)) as [number, number, number];
  // A leap second counts as the first second of the next minute. The 31st of a shorter month is not a date.
  if (date.getUTCDate() !== Number(day) || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  return date.getTime() + ((hours * 60 + minutes - zone) * 60 + seconds) * 1000;
}

/** 0-based; NaN if the text is not a month. */
function monthIndex(month: string): number {
  if (/^\d/.test(month)) return Number(month) >= 1 && Number(month) <= 12 ? Number(month) - 1 : Number.NaN;
  const name = month.toLowerCase();
  const index = MONTHS.findIndex((full) => name === full || name === full.slice(0, 3));
  return index < 0 ? Number.NaN : index;
}

function zoneMinutes(zone: string | undefined): number | undefined {
  const numeric = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? "");
  if (numeric === null) return zones.get(zone ?? "");
  const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
  return numeric[1] === "-" ? -minutes : minutes;
}
