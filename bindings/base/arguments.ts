/** Checks arguments. Misuse throws an error that says what was expected and what was given; the content of a site never does. */
import { kindOf, wrongType, wrongValue } from "./errors.ts";

/** @throws TypeError unless `body` is a string or a Uint8Array. */
export function checkedBody(body: string | Uint8Array): string | Uint8Array {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  const kind = kindOf(body);
  const got = kind === "Response" ? "Response: pass await response.bytes()" : kind;
  throw wrongType("body", "a string or a Uint8Array", body, got);
}

/** @throws TypeError unless `value` is an object. Objects of options go through ../options.ts. */
export function checkedObject<T extends object>(name: string, value: T): T {
  if (typeof value === "object" && value !== null) return value;
  throw wrongType(name, "an object", value);
}

/** @throws TypeError unless `value` is a number; RangeError unless it lies between the limits, and is an integer if it has to be. */
export function checkedNumber(
  name: string,
  value: number,
  [least, most = Number.POSITIVE_INFINITY]: readonly [least: number, most?: number],
  kind: "a number" | "an integer" = "a number",
): number {
  const range = most === Number.POSITIVE_INFINITY ? `${least} on` : `${least} to ${most}`;
  if (typeof value !== "number") throw wrongType(name, `${kind} from ${range}`, value);
  if (value >= least && value <= most && (kind === "a number" || Number.isInteger(value))) return value;
  throw wrongValue(name, `${kind} from ${range}`, value);
}

/** @throws TypeError unless `list` is an array. */
export function checkedList<T>(name: string, list: readonly T[]): readonly T[] {
  if (Array.isArray(list)) return list;
  throw wrongType(name, "an array", list);
}

/** @throws TypeError unless `list` is an array of objects whose properties `strings` are strings. */
export function checkedRecords<T extends object>(
  name: string,
  list: readonly T[],
  strings: readonly (keyof T & string)[],
): readonly T[] {
  checkedList(name, list).forEach((record, i) => {
    checkedObject(`${name}[${i}]`, record);
    for (const key of strings) {
      if (typeof record[key] !== "string") throw wrongType(`${name}[${i}].${key}`, "a string", record[key]);
    }
  });
  return list;
}

/** @throws TypeError unless `list` is an array of strings. */
export function checkedStrings(name: string, list: readonly string[]): readonly string[] {
  checkedList(name, list).forEach((text, i) => {
    if (typeof text !== "string") throw wrongType(`${name}[${i}]`, "a string", text);
  });
  return list;
}

/** @throws TypeError unless `list` is an iterable of elements; a string, an iterable of characters, is not. */
export function checkedIterable<T>(name: string, list: Iterable<T>): Iterable<T> {
  if (typeof list === "object" && list !== null && Symbol.iterator in list) return list;
  throw wrongType(name, "an array or another iterable", list);
}

/** Whether `name` names an own member of the table. Another kind of value does not, even if it would convert to a name. */
export const isNameIn = (table: object, name: unknown): name is string =>
  typeof name === "string" && Object.hasOwn(table, name);

/** Does not check whether the URL is valid. @throws TypeError unless `url` is a string or a URL. */
export function textOfUrl(url: string | URL): string {
  if (typeof url === "string" || url instanceof URL) return String(url);
  throw wrongType("url", "a string or a URL", url);
}
