/**
 * Sorts entries by key in bounded memory: entries are copied into one buffer, a full buffer is sorted and spilled to a
 * temporary file, and the sorted runs are merged. The file is unlinked at once, so that nothing remains after a crash.
 * Threads sort a part each, and one merges the runs of all. Runs in Node only.
 * Memory: SPILL_BYTES and one entry, and at most as much again while merging.
 */
import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import type { TableEntry } from "../../crawl/archive/internal.ts";
import { mergeEntries } from "./merge-entries.ts";

const SPILL_BYTES = 32 * 2 ** 20;
const MIN_BUFFER_BYTES = 2 ** 17;
/** Memory of an entry beside its bytes: its place in two lists, which grow by half. */
const ENTRY_BYTES = 24;
/** The lengths of key and value, in the buffer and in the file. */
const HEAD_BYTES = 8;
/** The least that is read of a run at a time, whatever the number of runs. */
const MIN_READ_BYTES = 4096;
const MAX_READ_BYTES = 2 ** 20;

/** Sorted entries in a temporary file. Plain data, so that threads send it. */
export interface Run {
  readonly file: number;
  readonly start: number;
  readonly end: number;
  /** How many entries it has. */
  readonly count: number;
}

export class Sorter {
  readonly #temporary: string;
  readonly #spillBytes: number;
  #file: number | undefined;
  #fileBytes = 0;
  readonly #runs: Run[] = [];
  readonly #adopted: Set<number> = new Set();
  #buffer: EntryBuffer = new EntryBuffer();

  /** @param temporary a name for the temporary file, on a disk with room for the entries. */
  constructor(temporary: string, spillBytes: number = SPILL_BYTES) {
    this.#temporary = temporary;
    this.#spillBytes = spillBytes;
  }

  /** Copies the entry. @throws when the disk is full. */
  add(entry: TableEntry): void {
    this.#buffer.add(entry);
    if (this.#buffer.heldBytes > this.#spillBytes) this.#spill();
  }

  /** Everything that was added, if nothing was spilled or adopted. It is valid as `sorted` is. */
  get inMemory(): EntryBuffer | undefined {
    return this.#runs.length === 0 ? this.#buffer : undefined;
  }

  /** Everything that was added, as sorted runs. Their files are open until `close`. */
  runs(): readonly Run[] {
    if (this.#buffer.count > 0) this.#spill();
    return this.#runs;
  }

  /** Hands all runs over. Whoever takes them closes their file. */
  release(): readonly Run[] {
    this.runs();
    this.#file = undefined;
    return this.#runs.splice(0);
  }

  /** Adds the runs of another sorter, and closes their file in the end. */
  adopt(runs: readonly Run[]): void {
    this.#runs.push(...runs);
    for (const { file } of runs) this.#adopted.add(file);
  }

  /**
   * All entries in the order of their keys; entries with equal keys stay in the order of `add`. They are valid as long as the
   * sorter is open and nothing is added.
   */
  sorted(): Generator<TableEntry> {
    const perRun = Math.floor(this.#spillBytes / (this.#runs.length + 1));
    const readBytes = Math.min(MAX_READ_BYTES, Math.max(MIN_READ_BYTES, perRun));
    const runs = this.#runs.map((run) => entriesOf(run, readBytes));
    return mergeEntries([...runs, this.#buffer.sorted()]);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    for (const file of this.#adopted) closeSync(file);
    this.#adopted.clear();
    this.#file = undefined;
    this.#buffer = new EntryBuffer();
  }

  #spill(): void {
    this.#file ??= openUnnamed(this.#temporary);
    const start = this.#fileBytes;
    const { count } = this.#buffer;
    for (const piece of this.#buffer.pieces()) {
      writeAt(this.#file, piece, this.#fileBytes);
      this.#fileBytes += piece.length;
    }
    this.#runs.push({ file: this.#file, start, end: this.#fileBytes, count });
    this.#buffer.clear();
  }
}

interface BufferedEntry extends TableEntry {
  /** Its place, for `entryAt`. */
  readonly start: number;
}

/** Entries one after another in one buffer: no object lives as long as an entry, so nothing is left to the garbage collector. */
export class EntryBuffer {
  /** Each with its head. */
  #entries: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #starts: number[] = [];

  get count(): number {
    return this.#starts.length;
  }

  get heldBytes(): number {
    return this.#bytes + ENTRY_BYTES * this.count;
  }

  add({ key, value }: TableEntry): void {
    const start = this.#bytes;
    const end = start + HEAD_BYTES + key.length + value.length;
    if (end > this.#entries.length) this.#grow(end);
    this.#entries.writeUInt32LE(key.length, start);
    this.#entries.writeUInt32LE(value.length, start + 4);
    this.#entries.set(key, start + HEAD_BYTES);
    this.#entries.set(value, start + HEAD_BYTES + key.length);
    this.#starts.push(start);
    this.#bytes = end;
  }

  *sorted(): Generator<BufferedEntry> {
    for (const start of this.#sort()) yield this.entryAt(start);
  }

  entryAt(start: number): BufferedEntry {
    const bytes = this.#entries;
    const key = start + HEAD_BYTES;
    const value = key + bytes.readUInt32LE(start);
    return { key: bytes.subarray(key, value), value: bytes.subarray(value, this.#endOf(start)), start };
  }

  /** The entries in order as pieces of a file; a piece is valid until the next. */
  *pieces(): Generator<Uint8Array> {
    let piece = Buffer.allocUnsafe(MAX_READ_BYTES);
    let filled = 0;
    for (const start of this.#sort()) {
      const end = this.#endOf(start);
      if (filled + end - start > piece.length) {
        yield piece.subarray(0, filled);
        filled = 0;
        if (end - start > piece.length) piece = Buffer.allocUnsafe(end - start);
      }
      filled += this.#entries.copy(piece, filled, start, end);
    }
    yield piece.subarray(0, filled);
  }

  /** Keeps the buffer, which is filled again after a spill. */
  clear(): void {
    this.#bytes = 0;
    this.#starts = [];
  }

  #sort(): readonly number[] {
    const bytes = this.#entries;
    return this.#starts.sort((a, b) => compareKeys(bytes, a, b));
  }

  #endOf(start: number): number {
    return start + HEAD_BYTES + this.#entries.readUInt32LE(start) + this.#entries.readUInt32LE(start + 4);
  }

  /** Most sorters stay small. Of the others, a quarter of a full buffer is copied. */
  #grow(least: number): void {
    const more = Math.min(Math.max(4 * this.#entries.length, MIN_BUFFER_BYTES), SPILL_BYTES);
    const larger = Buffer.allocUnsafeSlow(Math.max(least, more));
    this.#entries.copy(larger, 0, 0, this.#bytes);
    this.#entries = larger;
  }
}

/** Compares the keys of the entries at two places: byte order; a prefix comes before a longer key. */
function compareKeys(bytes: Buffer, a: number, b: number): number {
  const aBytes = bytes.readUInt32LE(a);
  const bBytes = bytes.readUInt32LE(b);
  const end = a + HEAD_BYTES + Math.min(aBytes, bBytes);
  for (let i = a + HEAD_BYTES, j = b + HEAD_BYTES; i < end; i++, j++)
    if (bytes[i] !== bytes[j]) return bytes[i]! - bytes[j]!;
  return aBytes - bBytes;
}

/** Opens a new file for reading and writing and unlinks it: it disappears when it is closed. */
export function openUnnamed(path: string): number {
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return file;
}

export function writeAt(file: number, bytes: Uint8Array, offset: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, offset + at);
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
