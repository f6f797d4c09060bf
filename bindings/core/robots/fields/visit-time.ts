/**
 * Visit-time (Conner's extension of 1996): the hours of the day in UTC when a crawler is welcome: `0400-0845`, or a blank
 * instead of the dash. A window that ends before it starts crosses midnight. Equal times mean the whole day.
 */
import { type GroupFields, mostOf, valuesOf } from "./field.ts";

/** Minutes since midnight UTC, 0 to 1440; the end is exclusive. The window may cross midnight. */
export interface TimeWindow {
  readonly fromMinute: number;
  readonly toMinute: number;
}

export function parseVisitTime(value: string): TimeWindow | undefined {
  const match = /^(\d\d)([0-5]\d)(?:\s{0,9}-\s{0,9}|\s{1,9})(\d\d)([0-5]\d)$/.exec(value);
  if (match === null) return undefined;
  const [, fromHour, fromMinutes, toHour, toMinutes] = match.map(Number) as [number, number, number, number, number];
  const fromMinute = fromHour * 60 + fromMinutes;
  const toMinute = toHour * 60 + toMinutes;
  return fromMinute <= 1440 && toMinute <= 1440 ? { fromMinute, toMinute } : undefined;
}

const DAY_MINUTES = 1440;

const minutesOf = ({ fromMinute, toMinute }: TimeWindow): number =>
  (toMinute - fromMinute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;

export const visitTimeOf = (fields: GroupFields): TimeWindow | undefined =>
  mostOf(valuesOf(fields, "visit-time", parseVisitTime), (window) => -minutesOf(window));

export function isWithin(window: TimeWindow, date: Date): boolean {
  const minute = date.getUTCHours() * 60 + date.getUTCMinutes();
  return (minute - window.fromMinute + DAY_MINUTES) % DAY_MINUTES < minutesOf(window);
}
