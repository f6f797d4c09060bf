/** Parses one directive and its value. Unknown or invalid directives are ignored with a warning and do not affect others. */
import { parseDate } from "./dates.ts";
import type { DirectiveCollector } from "./directive-collector.ts";
import { type FlagName, flags, type ImagePreview, imagePreviews, type Statement, valueNames } from "./directives.ts";
import { type CommaList, splitAtColon } from "./items.ts";

/** Parses `item`, which `items` returned last. A date with a weekday also takes the next item. */
export function readStatement(item: string, agent: string, items: CommaList, collector: DirectiveCollector): void {
  const { name, rest } = splitAtColon(item);
  if (valueNames.has(name)) readValue(name, rest ?? "", item, agent, items, collector);
  else if (flags.has(name)) {
    if (rest !== undefined) collector.warn("unexpected-value", item, `${name} takes no value`);
    collector.add(agent, { name: name as FlagName }, item);
  } else {
    const hint = item.includes(";") ? "; directives are separated by commas" : "";
    collector.warn("unknown-directive", item, `not a robots directive${hint}`);
  }
}

function readValue(
  name: string,
  value: string,
  item: string,
  agent: string,
  items: CommaList,
  collector: DirectiveCollector,
): void {
  const fullValue = name === "unavailable_after" && isWeekday(value) ? withNextItem(value, items) : value;
  const statement = statementOf(name, fullValue, collector);
  const text = fullValue === value ? item : `${name}: ${fullValue}`;
  if (value === "") collector.warn("missing-value", item, `${name} needs a value after a colon`);
  else if (statement === undefined) collector.warn("invalid-value", text, `the value of ${name} is invalid`);
  else collector.add(agent, statement, text);
}

/** RFC 850 and RFC 1123 dates have a comma after the weekday. */
const isWeekday = (value: string): boolean => /^(sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}$/i.test(value);

function withNextItem(weekday: string, items: CommaList): string {
  const date = items.next(/^\d/);
  return date === undefined ? weekday : `${weekday}, ${date}`;
}

function statementOf(name: string, value: string, collector: DirectiveCollector): Statement | undefined {
  if (name === "unavailable_after") return dateStatement(value, collector);
  if (name === "max-image-preview") {
    const preview = value.toLowerCase() as ImagePreview;
    return imagePreviews.includes(preview) ? { name, value: preview } : undefined;
  }
  const limit = /^(-1|\d{1,15})$/.test(value) ? Number(value) : undefined;
  return limit === undefined ? undefined : { name: name as "max-snippet" | "max-video-preview", value: limit };
}

function dateStatement(value: string, collector: DirectiveCollector): Statement | undefined {
  const parsed = parseDate(value, collector.nowMs);
  if (parsed?.zone === "missing") collector.warn("no-time-zone", value, "no time zone; read as UTC");
  if (parsed?.zone === "unknown") collector.warn("unknown-time-zone", value, "unknown time zone; read as UTC");
  return parsed && { name: "unavailable_after", value: parsed.date };
}
