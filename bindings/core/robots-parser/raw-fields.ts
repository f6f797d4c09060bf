/** Lines of the whole file as robots-parser returns them: the value as written, valid or not. */

import { isOther, isSitemap, offsetsIn, type Records } from "../reader/records.ts";
import { fieldAt } from "../reader/text.ts";
import type { Field } from "../robots/fields/field.ts";

const fieldsOf = (records: Records, isWanted: (kind: number) => boolean): Field[] =>
  offsetsIn(records.table, 0, records.table.length, isWanted).map((at) => fieldAt(records, at));

export const rawSitemaps = (records: Records): string[] =>
  fieldsOf(records, isSitemap)
    .map(({ value }) => value)
    .filter((value) => value !== "");

export function preferredHostOf(records: Records): string | null {
  const hosts = fieldsOf(records, isOther).filter(({ key, value }) => key === "host" && value !== "");
  return hosts.at(-1)?.value.toLowerCase() ?? null;
}
