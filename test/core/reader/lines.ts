/** Records in a form that tests can show: of the reader, and of its model (test/assembly/models.ts). Text is Latin-1, one character a byte. */

import type { Dialect } from "../../../bindings/core/dialects.ts";
import { KEY_END, KEY_START, LINE, RECORD_STRIDE, VALUE_END, VALUE_START } from "../../../bindings/core/layout.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";
import { modelOf, type NaiveRecord, naiveRecords } from "../../assembly/models.ts";

export type Line = readonly [kind: string, line: number, key: string, value: string];

/** By the numbers of the kinds (assembly/bytes/layout.ts). */
const KINDS = ["other", "userAgent", "allow", "disallow", "sitemap", "blank"];

const lineOf = (latin1: string, { kind, line, key, value }: NaiveRecord): Line => [
  KINDS[kind]!,
  line,
  latin1.slice(...key).toLowerCase(),
  latin1.slice(...value),
];

export const naiveLines = (latin1: string, dialect: Dialect): Line[] =>
  naiveRecords(latin1, modelOf(dialect)).map((record) => lineOf(latin1, record));

/** The records of the real reader in the same form. */
export function recordsOf(latin1: string, dialect: Dialect): Line[] {
  const { table } = readRecords(bytesOf(latin1), dialect);
  return Array.from({ length: table.length / RECORD_STRIDE }, (_, i) => {
    const at = (offset: number): number => table[i * RECORD_STRIDE + offset]!;
    const [key, value] = [[at(KEY_START), at(KEY_END)] as const, [at(VALUE_START), at(VALUE_END)] as const];
    return lineOf(latin1, { kind: at(0), line: at(LINE), key, value });
  });
}

export const bytesOf = (latin1: string): Uint8Array => Uint8Array.from(latin1, (one) => one.charCodeAt(0));
