/** What a Content-Signal or Content-Usage line says that no reader knows, and what it probably means. Linear in the value. */

import { enumerated } from "../../base/numbers.ts";
import { shorten } from "../../base/shorten.ts";
import { type PreferenceLabels as Labels, preferenceLabels, writtenName } from "./known-fields.ts";

/** Words in labels that people write, with a word of the label that they mean. */
const meanings: readonly (readonly [written: RegExp, meant: RegExp])[] = [
  [/train|learn|^(?:gen-?)?ai$|tdm|model/, /train/],
  [/search|index/, /search/],
  [/input|retriev|infer|output|answer|ground|rag$|use/, /input|ai-use/],
];

/** What is wrong in a value, and the value that was probably meant; absent if that is unclear. */
export interface MeantPreferences {
  readonly problems: readonly string[];
  readonly meant?: string;
}

/** Longer values are not looked at, and of a value so many items. */
const MAX_LENGTH = 1000;

/**
 * @param key the name of the field in lower case
 * @param isOther whether another check reports a label
 */
export function preferencesMeant(key: string, value: string, isOther: (label: string) => boolean): MeantPreferences {
  const labels = preferenceLabels[key];
  if (labels === undefined || value.length > MAX_LENGTH) return { problems: [] };
  const [path = ""] = /^\/\S*\s+/.exec(value) ?? [];
  const list = withoutParameters(value.slice(path.length), key, labels);
  const items = list.split(SEPARATORS).filter((item) => item.trim() !== "");
  const read = items.map((item) => readItem(item.trim(), key, labels, isOther));
  const problems = [...new Set(read.flatMap(({ problem }) => problem ?? []))];
  if (list.split(",").filter((item) => item.trim() !== "").length < items.length && read.every(isKnown))
    problems.push("write a comma between preferences");
  const isClear = problems.length > 0 && read.every(isKnown);
  return { problems, ...(isClear && { meant: `${path}${read.map(({ meant }) => meant).join(", ")}` }) };
}

/** An item of Content-Usage may have parameters after a semicolon (RFC 9651 §3.1.2), whatever they mean. */
const withoutParameters = (list: string, key: string, labels: Labels): string =>
  key === "content-usage"
    ? list.replaceAll(/;\s*([\w.*-]+)(?:=[^,;\s]*)?/g, (all, name: string) => (labelMeant(name, labels) ? all : ""))
    : list;

/** What people write between preferences: a comma, a semicolon, or white space. */
const SEPARATORS = /[,;]|[ \t]+(?=[\w-]+[ \t]*[=:])/;

interface ReadItem {
  readonly problem?: string;
  /** The item as it should be written; absent if that is unclear. */
  readonly meant?: string;
}

const isKnown = ({ meant }: ReadItem): boolean => meant !== undefined;

function readItem(item: string, key: string, labels: Labels, isOther: (label: string) => boolean): ReadItem {
  const [, written = item, sign = "", answer = ""] = /^([^=:\s]+)\s*([=:]?)\s*(.*)$/s.exec(item) ?? [];
  if (isOther(written)) return {};
  const label = labelMeant(written, labels);
  if (label === undefined) {
    const list = enumerated(Object.keys(labels));
    return { problem: `${shorten(written)} is not a label of ${writtenName(key)}; the labels are ${list}` };
  }
  const values = labels[label]!;
  const value = valueMeant(answer, values);
  const meant = value === undefined ? {} : { meant: `${label}=${value}` };
  if (!isLabel(written, label, key))
    return { problem: `${shorten(written)} is not a label of ${writtenName(key)}; did you mean ${label}?`, ...meant };
  if (sign !== "=") return { problem: `write = after ${label}`, ...meant };
  if (isValue(answer, value, key)) return meant;
  const hint = value === undefined ? `the values are ${enumerated(values)}` : `did you mean ${value}?`;
  return { problem: `${shorten(answer) || "nothing"} is not a value of ${label}; ${hint}`, ...meant };
}

/** Content-Usage is a dictionary (RFC 9651), in which letter case counts. */
const isLabel = (written: string, label: string, key: string): boolean =>
  (key === "content-usage" ? written : written.toLowerCase()) === label;
const isValue = (answer: string, value: string | undefined, key: string): boolean =>
  value !== undefined &&
  (key === "content-usage" ? answer.replace(/;.*$/s, "").trim() : answer.toLowerCase()) === value;

/** The label that a word means; undefined if none is near. */
function labelMeant(written: string, labels: Labels): string | undefined {
  const name = written.toLowerCase().replaceAll("_", "-");
  if (Object.hasOwn(labels, name)) return name;
  const [, meant] = meanings.find(([pattern]) => pattern.test(name)) ?? [];
  return meant && Object.keys(labels).find((label) => meant.test(label));
}

const positive = /^(?:y|yes|true|1|\?1|allow(?:ed)?|on|ok)$/i;
const negative = /^(?:n|no|none|not|never|false|0|\?0|disallow(?:ed)?|deny|denied|block(?:ed)?|off)$/i;

function valueMeant(answer: string, values: readonly string[]): string | undefined {
  const text = answer.trim().toLowerCase().replaceAll(/["']/g, "");
  if (values.includes(text)) return text;
  if (values.length > 2) return undefined;
  return positive.test(text) ? values[0] : negative.test(text) ? values[1] : undefined;
}

/** The line that a label as a field means: `ai-train: no` means `Content-Signal: ai-train=no`. */
export function lineMeant(key: string, value: string): string | undefined {
  const name = key.toLowerCase().replaceAll("_", "-");
  const field = Object.keys(preferenceLabels).find(
    (one) => name.includes("-") && Object.hasOwn(preferenceLabels[one]!, name),
  );
  const answer = field && valueMeant(value, preferenceLabels[field]![name]!);
  return answer && `${writtenName(field!)}: ${name}=${answer}`;
}
