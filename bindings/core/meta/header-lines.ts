/** The field lines of one header, from whatever a caller has. */
import { wrongType } from "../../base/errors.ts";

/** One value, an array of field lines, an object like `Headers`, or null or undefined if there is no header. */
export type HeaderSource =
  | string
  | readonly string[]
  | { get(name: string): string | null | undefined }
  | null
  | undefined;

/**
 * The values of a header, also of several lines in one string. A field line may begin with its name (RFC 9110 §5): the value follows the colon.
 * @param name the header to get from an object like `Headers`, in lower case.
 * @throws TypeError for any other value.
 */
export const headerLines = (header: HeaderSource, name: string): readonly string[] =>
  linesOf(hasGet(header) ? header.get(name) : header)
    .flatMap((lines) => lines.split(/\r?\n/))
    .map((line) => withoutName(line, name));

function withoutName(line: string, name: string): string {
  const colon = line.indexOf(":");
  return line.slice(0, colon).trim().toLowerCase() === name ? line.slice(colon + 1) : line;
}

function linesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.every((line) => typeof line === "string")) return value;
  throw wrongType("header", "a string, an array of strings or Headers", value);
}

/** Whether it is an object like `Headers`. */
export const hasGet = (header: HeaderSource): header is { get(name: string): string | null | undefined } =>
  typeof (header as { get?: unknown } | null)?.get === "function";
