/** The values of logs: times in milliseconds since 1970, NaN for other text; and texts of strangers, bytes, one a character. */
import { ZERO } from "./characters.ts";
import type { Line } from "./line.ts";

export const SECOND_MS = 1000;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** Where the seconds stand. */
const SECONDS_AT = 18;
const CLOCK_LENGTH = 26;
const CLOCK = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;

/** Times in lines. It keeps the last minute and its zone, because lines of one minute follow each other. */
export class Clock {
  readonly #read: (text: string) => number;
  readonly #last: Uint8Array = new Uint8Array(CLOCK_LENGTH);
  #minuteMs = Number.NaN;

  /** @param read reads any time */
  constructor(read: (text: string) => number) {
    this.#read = read;
  }

  at({ text, bytes }: Line, from: number, end: number): number {
    const seconds = end - from === CLOCK_LENGTH ? secondsIn(bytes, from + SECONDS_AT) : Number.NaN;
    if (!Number.isNaN(seconds) && this.#isSameMinute(bytes, from)) return this.#minuteMs + SECOND_MS * seconds;
    const time = this.#read(text.slice(from, end));
    if (!Number.isNaN(seconds) && !Number.isNaN(time) && text.charAt(from + 2) === "/") {
      this.#last.set(bytes.subarray(from, end));
      this.#minuteMs = time - SECOND_MS * seconds;
    }
    return time;
  }

  #isSameMinute(bytes: Uint8Array, start: number): boolean {
    const last = this.#last;
    for (let i = 0; i < SECONDS_AT; i++) if (bytes[start + i] !== last[i]) return false;
    for (let i = SECONDS_AT + 2; i < CLOCK_LENGTH; i++) if (bytes[start + i] !== last[i]) return false;
    return true;
  }
}

/** Two digits; NaN for others. */
function secondsIn(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [bytes[at]! - ZERO, bytes[at + 1]! - ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

/** A number of up to nine digits; -1 for other text. */
export function digitsIn(bytes: Uint8Array, from: number, end: number): number {
  if (end <= from || end - from > 9) return -1;
  let number = 0;
  for (let at = from; at < end; at++) {
    const digit = bytes[at]! - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = 10 * number + digit;
  }
  return number;
}

/** `02/Nov/2026:06:00:00 +0000`, the time of Apache and nginx. */
export function clockTime(text: string): number {
  const seconds = Number(text.slice(SECONDS_AT, SECONDS_AT + 2));
  return minuteOf(text) + SECOND_MS * seconds;
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
  if (value >= 1e18) return Math.floor(value / 1e6);
  if (value >= 1e15) return Math.floor(value / 1e3);
  if (value >= 1e12) return Math.floor(value);
  return value >= 1e9 ? Math.floor(value * 1000) : Number.NaN;
}

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

/** V8 copies shorter texts when it cuts them. */
const CUT_LENGTH = 13;

/** A copy that does not keep the block of the log in memory, from which it was cut. */
export const ownedText = (text: string): string => (text.length < CUT_LENGTH ? text : Buffer.from(text).toString());
