/** A field: what it means, who reads it, and the section. */
import { deadFields, knownFields, standardFields } from "../lint/known-fields.ts";
import { code } from "./markdown.ts";

/** @param name in lower case */
export function fieldHover(name: string): string | undefined {
  const [standard, known, dead] = [ownOf(standardFields, name), ownOf(knownFields, name), ownOf(deadFields, name)];
  if (standard !== undefined) return `${code(name)} ${standard.does} (${standard.section}).`;
  if (known !== undefined) return `${code(name)} is read by ${known.readBy}. Its value: ${known.expected}.`;
  return dead === undefined
    ? undefined
    : `${code(name)} is not read by any crawler that we know. It comes from ${dead}.`;
}

const ownOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
