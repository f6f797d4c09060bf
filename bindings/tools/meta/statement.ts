/**
 * One directive, with its value where it takes one. Unknown and unreadable ones are ignored with a warning and never
 * void the others.
 */
import { parseDate } from "./dates.ts";
import { type FlagName, flags, type ImagePreview, imagePreviews, type Statement, valueNames } from "./directives.ts";
import type { Findings } from "./findings.ts";
import { type Items, splitAtColon } from "./items.ts";

/** Reads `item`, the one that `items` gave last; a date with a weekday takes the next as well. */
export function readStatement(item: string, agent: string, items: Items, findings: Findings): void {
  const { name, rest } = splitAtColon(item);
  if (valueNames.has(name)) readValue(name, rest ?? "", item, agent, items, findings);
  else if (flags.has(name)) {
    if (rest !== undefined) findings.warn("unexpected-value", item, `${name} takes no value`);
    findings.add(agent, { name: name as FlagName }, item);
  } else {
    const hint = item.includes(";") ? "; directives are separated by commas" : "";
    findings.warn("unknown-directive", item, `no robots directive${hint}`);
  }
}

function readValue(name: string, value: string, item: string, agent: string, items: Items, findings: Findings): void {
  const whole = name === "unavailable_after" && isWeekday(value) ? withNextItem(value, items) : value;
  const statement = statementOf(name, whole, findings);
  const text = whole === value ? item : `${name}: ${whole}`;
  if (value === "") findings.warn("missing-value", item, `${name} needs a value after a colon`);
  else if (statement === undefined) findings.warn("invalid-value", text, `${name} cannot be read`);
  else findings.add(agent, statement, text);
}

/** RFC 850 and RFC 1123 dates hold a comma after the weekday. */
const isWeekday = (value: string): boolean => /^(sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}$/i.test(value);

function withNextItem(weekday: string, items: Items): string {
  const date = items.next(/^\d/);
  return date === undefined ? weekday : `${weekday}, ${date}`;
}

function statementOf(name: string, value: string, findings: Findings): Statement | undefined {
  if (name === "unavailable_after") return dateStatement(value, findings);
  if (name === "max-image-preview") {
    const preview = value.toLowerCase() as ImagePreview;
    return imagePreviews.includes(preview) ? { name, value: preview } : undefined;
  }
  const limit = /^(-1|\d{1,15})$/.test(value) ? Number(value) : undefined;
  return limit === undefined ? undefined : { name: name as "max-snippet" | "max-video-preview", value: limit };
}

function dateStatement(value: string, findings: Findings): Statement | undefined {
  const parsed = parseDate(value, findings.nowMs);
  if (parsed?.zone === "missing") findings.warn("no-time-zone", value, "no time zone, taken as UTC");
  if (parsed?.zone === "unknown") findings.warn("unknown-time-zone", value, "unknown time zone, taken as UTC");
  return parsed && { name: "unavailable_after", value: parsed.date };
}
