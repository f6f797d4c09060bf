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
 * @param name the header to get from an object like `Headers`.
 * @throws TypeError for any other value.
 */
export function headerLines(header: HeaderSource, name: string): readonly string[] {
  if (header === null || header === undefined) return [];
  if (typeof header === "string") return [header];
  if (Array.isArray(header) && header.every((line) => typeof line === "string")) return header;
  if (hasGet(header)) return headerLines(header.get(name), name);
  throw wrongType("header", "a string, an array of strings or Headers", header);
}

const hasGet = (header: object): header is { get(name: string): string | null | undefined } =>
  typeof (header as { get?: unknown }).get === "function";
