/**
 * Chooses among several states of an origin: the input with the highest rank wins, and within one input an entry for the
 * scheme wins over one for both schemes. Captures rank below folders; later folders rank above earlier ones.
 */
import { splitKey, type TableEntry } from "../archive/internal.ts";

const RANK_BYTES = 4;

export function ranked(rank: number, state: Uint8Array): Uint8Array {
  const value = Buffer.allocUnsafe(RANK_BYTES + state.length);
  value.writeUInt32LE(rank, 0);
  value.set(state, RANK_BYTES);
  return value;
}

const rankOf = ({ value }: TableEntry): number => Buffer.from(value.buffer, value.byteOffset).readUInt32LE(0);

/** @param entries in the order of their keys. */
export function* resolved(entries: Iterable<TableEntry>): Generator<TableEntry> {
  let host = "";
  let known = new Map<string, TableEntry>();
  for (const entry of entries) {
    const of = splitKey(entry.key);
    if (of.host !== host) {
      yield* winners(known);
      known = new Map();
      host = of.host;
    }
    const other = known.get(of.scheme);
    if (other === undefined || rankOf(other) <= rankOf(entry)) known.set(of.scheme, entry);
  }
  yield* winners(known);
}

function* winners(known: ReadonlyMap<string, TableEntry>): Generator<TableEntry> {
  const general = known.get("");
  for (const [scheme, { key, value }] of known) {
    const isOutranked = scheme !== "" && general !== undefined && rankOf(general) > rankOf({ key, value });
    if (!isOutranked) yield { key, value: value.subarray(RANK_BYTES) };
  }
}
