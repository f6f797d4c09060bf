/**
 * Sorts entries by key in bounded memory: a full buffer is sorted and spilled to a temporary file, and the sorted runs are
 * merged. The file is unlinked at once, so that nothing remains after a crash. Threads sort a part each, and one merges the
 * runs of all. Runs in Node only.
 * Memory: SPILL_BYTES and one entry, and at most as much again while merging.
 */
import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { compareBytes, type TableEntry } from "../archive/internal.ts";

const SPILL_BYTES = 32 * 2 ** 20;
/** Memory of objects and lists for each entry, beside its bytes. */
const ENTRY_BYTES = 300;
const HEAD_BYTES = 8;
/** The least that is read of a run at a time, whatever the number of runs. */
const MIN_READ_BYTES = 4096;
const MAX_READ_BYTES = 2 ** 20;

/** Sorted entries in a temporary file. Plain data, so that threads send it. */
export interface Run {
  readonly file: number;
  readonly start: number;
  readonly end: number;
}

export class Sorter {
  readonly #temporary: string;
  readonly #spillBytes: number;
  #file: number | undefined;
  #fileBytes = 0;
  readonly #runs: Run[] = [];
  readonly #adopted: Set<number> = new Set();
  #entries: TableEntry[] = [];
  #bytes = 0;

  /** @param temporary a name for the temporary file, on a disk with room for the entries. */
  constructor(temporary: string, spillBytes: number = SPILL_BYTES) {
    this.#temporary = temporary;
    this.#spillBytes = spillBytes;
  }

  /** Takes ownership of the entry. @throws when the disk is full. */
  add(entry: TableEntry): void {
    this.#entries.push(entry);
    this.#bytes += ENTRY_BYTES + entry.key.length + entry.value.length;
    if (this.#bytes > this.#spillBytes) this.#spill();
  }

  /** Everything that was added, as sorted runs. Whoever takes them closes their file. */
  release(): readonly Run[] {
    if (this.#entries.length > 0) this.#spill();
    this.#file = undefined;
    return this.#runs.splice(0);
  }

  /** Adds the runs of another sorter, and closes their file in the end. */
  adopt(runs: readonly Run[]): void {
    this.#runs.push(...runs);
    for (const { file } of runs) this.#adopted.add(file);
  }

  /** All entries in the order of their keys; entries with equal keys stay in the order of `add`. */
  *sorted(): Generator<TableEntry> {
    this.#entries.sort(byKey);
    const perRun = Math.floor(this.#spillBytes / (this.#runs.length + 1));
    const readBytes = Math.min(MAX_READ_BYTES, Math.max(MIN_READ_BYTES, perRun));
    const runs = this.#runs.map((run) => entriesOf(run, readBytes));
    yield* merged([...runs, this.#entries.values()]);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    for (const file of this.#adopted) closeSync(file);
    this.#adopted.clear();
    this.#file = undefined;
    this.#entries = [];
  }

  #spill(): void {
    this.#file ??= openUnnamed(this.#temporary);
    this.#entries.sort(byKey);
    const start = this.#fileBytes;
    for (const piece of piecesOf(this.#entries)) {
      writeFully(this.#file, piece, this.#fileBytes);
      this.#fileBytes += piece.length;
    }
    this.#runs.push({ file: this.#file, start, end: this.#fileBytes });
    this.#entries = [];
    this.#bytes = 0;
  }
}

/** Faster than a call of `Buffer.compare`, whose arguments Node checks each time. */
const byKey = (a: TableEntry, b: TableEntry): number => compareBytes(a.key, b.key);

/** Opens a new file for reading and writing and unlinks it: it disappears when it is closed. */
export function openUnnamed(path: string): number {
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return file;
}

export function writeFully(file: number, bytes: Uint8Array, offset: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, offset + at);
}

function* piecesOf(entries: readonly TableEntry[]): Generator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for (const { key, value } of entries) {
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    head.writeUInt32LE(key.length, 0);
    head.writeUInt32LE(value.length, 4);
    pieces.push(head, key, value);
    bytes += HEAD_BYTES + key.length + value.length;
    if (bytes < MAX_READ_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  yield Buffer.concat(pieces);
}

/** The entries of a run, read in pieces. */
function* entriesOf({ file, start, end }: Run, readBytes: number): Generator<TableEntry> {
  let buffer = Buffer.alloc(0);
  let at = 0;
  let offset = start;
  const need = (bytes: number): void => {
    if (buffer.length - at >= bytes) return;
    const rest = buffer.length - at;
    const larger = Buffer.allocUnsafe(Math.max(bytes, Math.min(rest + readBytes, rest + end - offset)));
    buffer.copy(larger, 0, at);
    for (let filled = rest; filled < larger.length; ) {
      const some = readSync(file, larger, filled, larger.length - filled, offset);
      if (some === 0) throw new Error("the temporary file ended before its last entry");
      filled += some;
      offset += some;
    }
    buffer = larger;
    at = 0;
  };
  while (offset < end || at < buffer.length) {
    need(HEAD_BYTES);
    const keyBytes = buffer.readUInt32LE(at);
    const valueBytes = buffer.readUInt32LE(at + 4);
    need(HEAD_BYTES + keyBytes + valueBytes);
    const key = at + HEAD_BYTES;
    at = key + keyBytes + valueBytes;
    yield { key: buffer.subarray(key, key + keyBytes), value: buffer.subarray(key + keyBytes, at) };
  }
}

/** Merges sorted runs with a heap of their next entries; for equal keys the earlier run comes first. */
function* merged(runs: readonly Iterator<TableEntry>[]): Generator<TableEntry> {
  const heap: Next[] = [];
  runs.forEach((run, rank) => {
    const { value, done } = run.next();
    if (!done) push(heap, { entry: value, rank, run });
  });
  while (heap.length > 0) {
    const top = heap[0]!;
    yield top.entry;
    const { value, done } = top.run.next();
    const last = done ? heap.pop()! : { ...top, entry: value };
    if (heap.length === 0) return;
    heap[0] = last;
    sink(heap);
  }
}

interface Next {
  readonly entry: TableEntry;
  readonly rank: number;
  readonly run: Iterator<TableEntry>;
}

const isBefore = (a: Next, b: Next): boolean => (byKey(a.entry, b.entry) || a.rank - b.rank) < 0;

function push(heap: Next[], next: Next): void {
  let at = heap.push(next) - 1;
  while (at > 0 && isBefore(heap[at]!, heap[(at - 1) >> 1]!)) at = swap(heap, at, (at - 1) >> 1);
}

function sink(heap: Next[]): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    const right = left + 1;
    if (left >= heap.length) return;
    const least = right < heap.length && isBefore(heap[right]!, heap[left]!) ? right : left;
    if (!isBefore(heap[least]!, heap[at]!)) return;
    at = swap(heap, at, least);
  }
}

function swap(heap: Next[], a: number, b: number): number {
  [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  return b;
}
