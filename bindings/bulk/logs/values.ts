/** The values of logs: times in milliseconds since 1970, NaN for other text; and texts of strangers, bytes, one a character. */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** Where the seconds stand. */
const SECONDS_AT = 18;
const CLOCK_LENGTH = 26;
const CLOCK = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;

/** The last minute that was read, and its zone: lines of one minute follow each other. */
let minute = "none";
let zone = "";
let minuteMs = Number.NaN;

/** `02/Nov/2026:06:00:00 +0000`, the time of Apache and nginx. */
export function clockTime(text: string): number {
  if (!text.startsWith(minute) || !text.endsWith(zone) || text.length !== CLOCK_LENGTH) {
    minuteMs = minuteOf(text);
    minute = ownedText(text.slice(0, SECONDS_AT));
    zone = ownedText(text.slice(SECONDS_AT + 2));
  }
  const seconds = 10 * (text.charCodeAt(SECONDS_AT) - 48) + text.charCodeAt(SECONDS_AT + 1) - 48;
  return minuteMs + 1000 * seconds;
}

/** NaN unless the whole text is such a time. */
function minuteOf(text: string): number {
  const [, day, name, year, hours, minutes, , sign, zoneHours, zoneMinutes] = CLOCK.exec(text) ?? [];
  const month = MONTHS.indexOf(name ?? "");
  if (month < 0) return Number.NaN;
  const minutesEast = (60 * Number(zoneHours) + Number(zoneMinutes)) * (sign === "-" ? -1 : 1);
  return Date.UTC(Number(year), month, Number(day), Number(hours), Number(minutes)) - 60_000 * minutesEast;
}

/** RFC 3339 such as `2026-11-02T06:00:00Z`; without a zone, in UTC. */
export function isoTime(text: string): number {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text)) return Number.NaN;
  const joined = text.replace(" ", "T");
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(joined) ? joined : `${joined}Z`);
}

/** Nanoseconds, microseconds, milliseconds and seconds are told apart by their size: all lie between 2001 and 2286. */
export function epochTime(value: number): number {
  for (const [least, perMs] of UNITS) if (value >= least) return Math.floor(value / perMs);
  return value >= 1e9 ? Math.floor(value * 1000) : Number.NaN;
}

const UNITS = [
  [1e18, 1e6],
  [1e15, 1e3],
  [1e12, 1],
] as const;

/** Whichever of these the value is. */
export function anyTime(value: unknown): number {
  if (typeof value === "number") return epochTime(value);
  if (typeof value !== "string") return Number.NaN;
  if (/^\d+(\.\d+)?$/.test(value)) return epochTime(Number(value));
  return value.charAt(2) === "/" ? clockTime(value) : isoTime(value);
}

/** What a command line cannot hold, or a terminal would not show, is percent-encoded: the same path (RFC 9309 §2.2.2). */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

export const printableTarget = (target: string): string => {
  if (/^[\x21-\x7e]*$/.test(target)) return target;
  return target.replace(UNSHOWN, (character) =>
    Array.from(new TextEncoder().encode(character), (byte) => percent(byte)).join(""),
  );
};

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/** Bytes, one a character, as text. Bytes that are not UTF-8 become their percent-encoding. */
export function textOfBytes(bytes: string): string {
  if (/^[\0-\x7f]*$/.test(bytes)) return bytes;
  const text = Buffer.from(bytes, "latin1").toString("utf8");
  if (!text.includes("\ufffd")) return text;
  return bytes.replace(/[\x80-\xff]/g, (byte) => percent(byte.charCodeAt(0)));
}

/** A copy that does not keep the block of the log in memory, from which it was cut. */
export const ownedText = (text: string): string => Buffer.from(text).toString();
