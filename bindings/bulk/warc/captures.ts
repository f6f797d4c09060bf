/**
 * Captures of WARC files by origin, URL and date: read in order, and looked up to follow redirects. They stay in memory if the
 * sorter has spilled none; otherwise they go into a table on disk. Runs in Node only. Memory: a sorter, then the pages of the table
 * that its cache keeps.
 */
import * as fs from "node:fs";
import {
  compareBytes,
  type OriginState,
  readingFrom,
  type TableEntry,
  TableReader,
  writeTable,
} from "../../crawl/archive/internal.ts";

import { type EntryBuffer, openUnnamed, type Run, Sorter, writeAt } from "../folder/sorter.ts";
import { Yielder } from "../folder/turns.ts";
import {
  type Capture,
  type Captured,
  type Kind,
  type Position,
  type Revisit,
  type Skip,
  UNDATED,
  type Unnumbered,
} from "./capture.ts";
import { decodeCaptured, encodeCaptured, kindOf } from "./capture-bytes.ts";
import { captureKey, isLater, isSameUrl, isSkipKey, originKeyIn, positionIn } from "./capture-key.ts";

/** Entries in the order of their keys. */
interface SortedEntries {
  /** From the first key that is not before `key`. */
  from(key: Uint8Array): Iterator<TableEntry> & Iterable<TableEntry>;
  /** The last entry whose key is before `key`. */
  before(key: Uint8Array): TableEntry | undefined;
}

/** A capture of a robots.txt. */
export interface StoredCapture extends TableEntry {
  /** The key of its origin in an archive. */
  readonly originKey: Uint8Array;
}

export class Captures {
  readonly #temporary: string;
  readonly #sorter: Sorter;
  #entries: SortedEntries | undefined;
  #file: number | undefined;

  /**
   * @param temporary a prefix for the names of temporary files.
   * @param spillBytes as of `Sorter`
   */
  constructor(temporary: string, spillBytes?: number) {
    this.#temporary = temporary;
    this.#sorter = new Sorter(`${temporary}.captures`, spillBytes);
  }

  /**
   * @param order sorts the captures of one date: `orderOf`
   * @param state what an answer means for its origin, whatever was captured before
   * @throws when the disk is full.
   */
  add(kind: Kind, captured: Unnumbered<Captured>, order: number, state?: OriginState): void {
    const key = captureKey(captured.url, kind === "skip", { dateMs: captured.dateMs, order });
    this.#sorter.add({ key, value: encodeCaptured(kind, captured, state) });
  }

  /** Everything that was added, until `close`. */
  runs(): readonly Run[] {
    return this.#sorter.runs();
  }

  /** Hands all runs over, for `adopt` of another thread. */
  release(): readonly Run[] {
    return this.#sorter.release();
  }

  adopt(runs: readonly Run[]): void {
    this.#sorter.adopt(runs);
  }

  /** Call it after the last `add` and before reading. */
  async finish(signal: AbortSignal): Promise<void> {
    const { inMemory } = this.#sorter;
    this.#entries = inMemory ? new EntriesInMemory(inMemory) : await this.#onDisk(signal);
  }

  async #onDisk(signal: AbortSignal): Promise<SortedEntries> {
    this.#file = openUnnamed(`${this.#temporary}.table`);
    const yielder = new Yielder(signal);
    let bytes = 0;
    for await (const piece of writeTable("captures", withLastSkips(this.#sorter.sorted()))) {
      writeAt(this.#file, piece, bytes);
      bytes += piece.length;
      await yielder.pause();
    }
    this.#sorter.close();
    return new TableReader(readingFrom(fs, this.#file));
  }

  /** The captures of every robots.txt, by origin and date, then the last skip of each unless an answer is later. */
  *ofRobotsTxt(): Generator<StoredCapture> {
    for (const { key, value } of this.#entries!.from(new Uint8Array())) {
      const originKey = originKeyIn(key);
      if (originKey !== undefined) yield { originKey, key, value };
    }
  }

  /** The first capture of a URL at or after a date, else the last before it. */
  near(url: string, dateMs: number): { readonly kind: Kind; readonly capture: Capture | Revisit } | undefined {
    const key = captureKey(url, false, { dateMs, order: 0 });
    const isWanted = (entry: TableEntry | undefined): entry is TableEntry =>
      entry !== undefined && !isSkipKey(entry.key) && isSameUrl(entry.key, key);
    const after = this.#entries!.from(key).next().value ?? undefined;
    const entry = isWanted(after) ? after : this.#entries!.before(key);
    if (!isWanted(entry)) return undefined;
    const capture = decodeCaptured(url, positionIn(entry.key), entry.value) as Capture | Revisit;
    return { kind: kindOf(entry.value), capture };
  }

  /** The last skip of a URL, unless an answer of the same URL is later. */
  lastSkip(url: string): Skip | undefined {
    const key = captureKey(url, true, FIRST);
    const entry: TableEntry | undefined = this.#entries!.from(key).next().value ?? undefined;
    if (entry === undefined || !isSkipKey(entry.key) || !isSameUrl(entry.key, key)) return undefined;
    return decodeCaptured(url, positionIn(entry.key), entry.value) as Skip;
  }

  close(): void {
    this.#sorter.close();
    if (this.#file !== undefined) fs.closeSync(this.#file);
    this.#file = undefined;
  }
}

const FIRST: Position = { dateMs: UNDATED, order: 0 };

class EntriesInMemory implements SortedEntries {
  readonly #buffer: EntryBuffer;
  /** Their places in the buffer, in order. */
  readonly #starts: readonly number[];

  constructor(buffer: EntryBuffer) {
    this.#buffer = buffer;
    this.#starts = Array.from(withLastSkips(buffer.sorted()), ({ start }) => start);
  }

  *from(key: Uint8Array): Generator<TableEntry> {
    for (let i = this.#firstFrom(key); i < this.#starts.length; i++) yield this.#buffer.entryAt(this.#starts[i]!);
  }

  before(key: Uint8Array): TableEntry | undefined {
    const start = this.#starts[this.#firstFrom(key) - 1];
    return start === undefined ? undefined : this.#buffer.entryAt(start);
  }

  #firstFrom(key: Uint8Array): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.#buffer.entryAt(this.#starts[middle]!).key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Leaves out the skips that cannot matter: of those of a URL only the last can, and only if no answer is later. They come after
 * all captures of their URL.
 */
function* withLastSkips<Entry extends TableEntry>(entries: Iterable<Entry>): Generator<Entry> {
  let skip: Entry | undefined;
  let answer: Entry | undefined;
  for (const entry of entries) {
    if (skip !== undefined && !isSameUrl(skip.key, entry.key)) {
      yield skip;
      skip = undefined;
    }
    if (isSkipKey(entry.key)) {
      const isAnswered = answer !== undefined && isSameUrl(answer.key, entry.key) && isLater(answer.key, entry.key);
      if (!isAnswered) skip = entry;
    } else {
      if (kindOf(entry.value) === "answer") answer = entry;
      yield entry;
    }
  }
  if (skip !== undefined) yield skip;
}
