/** A field: what it means, who reads it, and the section. */
import { deadFields, knownFields, standardFields } from "../../tools/lint/internal.ts";
import { code } from "./markdown.ts";

/** @param name in lower case */
export function fieldText(name: string): string | undefined {
  const [standard, known, dead] = [standardFields, knownFields, deadFields].map((table) =>
    Object.hasOwn(table, name) ? table[name] : undefined,
  ) as [
    (typeof standardFields)[string] | undefined,
    (typeof knownFields)[string] | undefined,
    (typeof deadFields)[string] | undefined,
  ];
  if (standard !== undefined) return `${code(name)} ${standard.does} (${standard.section}).`;
  if (known !== undefined) return `${code(name)} is read by ${known.readBy}. Its value: ${known.expected}.`;
  return dead === undefined
    ? undefined
    : `${code(name)} is not read by any crawler that we know. It comes from ${dead}.`;
}
