/** Archives made in memory. */
import { type Description, describe } from "../../../bindings/crawl/archive/description.ts";
import { hostOfKey, originKey, type Scheme } from "../../../bindings/crawl/archive/origin-key.ts";
import { programsOf } from "../../../bindings/crawl/archive/programs.ts";
import { encodeState, type OriginState } from "../../../bindings/crawl/archive/state.ts";
import { compareBytes, type TableEntry, writeTable } from "../../../bindings/crawl/archive/table-writer.ts";
import { type DialectName, parse } from "../../../bindings/index.ts";

export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}

export const rfc9309: Description = { crawlers: [["ExampleBot"]], dialect: "rfc9309", leniency: {}, policy: "rfc9309" };

export interface Origin {
  readonly host: string;
  readonly scheme?: Scheme;
  readonly state: OriginState;
}

export const byRules = (body: string | Uint8Array, dialect: DialectName = "rfc9309"): OriginState => ({
  status: "success",
  verdict: "rules",
  programs: programsOf(parse(body, { dialect }), [["ExampleBot"]])!,
});

/** In any order; of one origin given twice, the first. */
export function archiveOf(origins: readonly Origin[], description: Description = rfc9309): Promise<Uint8Array> {
  const entries = origins
    .map(({ host, scheme = "", state }): TableEntry => ({ key: originKey(host, scheme), value: encodeState(state) }))
    .sort((a, b) => compareBytes(a.key, b.key))
    .filter(({ key }, i, all) => i === 0 || compareBytes(all[i - 1]!.key, key) !== 0);
  return bytesOf(writeTable(describe(description), entries, hostOfKey));
}
