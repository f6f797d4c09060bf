/**
 * Divides entries among the shards of an archive. Entries are sorted on disk a second time, by shard and key, so that one
 * shard is written after another. Runs in Node only. Memory: one sorter.
 */
import { hostHash, splitKey, type TableEntry } from "../../crawl/archive/internal.ts";
import { Sorter } from "../folder/sorter.ts";
import { Yielder } from "../folder/turns.ts";

export const MAX_SHARDS = 65_536;
const PREFIX_BYTES = 2;

/** Yields the entries of each shard, in order. Read the entries of a shard to their end before the next shard. */
export async function* shardsOf(
  entries: Iterable<TableEntry>,
  shards: number,
  temporary: string,
  signal: AbortSignal,
): AsyncGenerator<Iterable<TableEntry>> {
  const sorter = new Sorter(`${temporary}.shards`);
  try {
    const yielder = new Yielder(signal);
    for (const { key, value } of entries) {
      sorter.add({ key: prefixed(hostHash(splitKey(key).host) % shards, key), value });
      await yielder.pause();
    }
    const sorted = sorter.sorted();
    let next = sorted.next();
    const entriesOf = function* (shard: number): Generator<TableEntry> {
      for (; !next.done && shardOf(next.value.key) === shard; next = sorted.next())
        yield { key: next.value.key.subarray(PREFIX_BYTES), value: next.value.value };
    };
    for (let shard = 0; shard < shards; shard++) yield entriesOf(shard);
  } finally {
    sorter.close();
  }
}

function prefixed(shard: number, key: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(PREFIX_BYTES + key.length);
  bytes[0] = shard >> 8;
  bytes[1] = shard & 255;
  bytes.set(key, PREFIX_BYTES);
  return bytes;
}

const shardOf = (key: Uint8Array): number => (key[0]! << 8) | key[1]!;
