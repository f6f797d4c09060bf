/** Lines of the whole file as robots-parser hands them out: the value as it stands, not as it can be used. */
import { fieldAt } from "../../core/robots/groups.ts";
import { kinds } from "../../core/robots/keys.ts";
import { RECORD_STRIDE, type Records } from "../../core/robots/records.ts";

/** Offsets in the table of the records of one kind. */
function offsetsOf({ table }: Records, kind: number): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < table.length; at += RECORD_STRIDE) if (table[at] === kind) offsets.push(at);
  return offsets;
}

export const sitemapsOf = (records: Records): string[] =>
  offsetsOf(records, kinds.sitemap)
    .map((at) => fieldAt(records, at).value)
    .filter((value) => value !== "");

export function preferredHostOf(records: Records): string | null {
  const hosts = offsetsOf(records, kinds.other)
    .map((at) => fieldAt(records, at))
    .filter(({ key, value }) => key === "host" && value !== "");
  return hosts.at(-1)?.value.toLowerCase() ?? null;
}
