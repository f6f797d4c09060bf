/**
 * Captures of WARC files by URL and date, in a table on disk: read in order, and looked up to follow redirects. Runs in
 * Node only. Memory: a sorter, then the pages of the table that its cache keeps.
 */
import * as fs from "node:fs";
import { compareBytes, readingFrom, type TableEntry, TableReader, writeTable } from "../archive/internal.ts";

import {
  type Capture,
  type Captured,
  captureKey,
  decodeCaptured,
  encodeCaptured,
  type Kind,
  kindOf,
  lastKey,
  type Revisit,
  type Skip,
  type Unnumbered,
  urlPart,
} from "./capture.ts";
import { openUnnamed, type Run, Sorter, writeFully } from "./sorter.ts";
import { Yielder } from "./turns.ts";

export class Captures {
  readonly #temporary: string;
  readonly #sorter: Sorter;
  #table: TableReader | undefined;
  #file: number | undefined;

  /** @param temporary a prefix for the names of temporary files. */
  constructor(temporary: string) {
    this.#temporary = temporary;
    this.#sorter = new Sorter(`${temporary}.captures`);
  }

  /** @param order sorts the captures of one date: `orderOf` @throws when the disk is full. */
  add(kind: Kind, captured: Unnumbered<Captured>, order: number): void {
    const key = captureKey(captured.url, captured.dateMs, order);
    this.#sorter.add({ key, value: encodeCaptured(kind, captured, order) });
  }

  /** Everything that was added, for `adopt` of another thread. */
  release(): readonly Run[] {
    return this.#sorter.release();
  }

  adopt(runs: readonly Run[]): void {
    this.#sorter.adopt(runs);
  }

  /** Call it after the last `add` and before reading. */
  async finish(signal: AbortSignal): Promise<void> {
    this.#file = openUnnamed(`${this.#temporary}.table`);
    const yielder = new Yielder(signal);
    let bytes = 0;
    for await (const piece of writeTable("captures", withLastSkips(this.#sorter.sorted()))) {
      writeFully(this.#file, piece, bytes);
      bytes += piece.length;
      await yielder.pause();
    }
    this.#sorter.close();
    this.#table = new TableReader(readingFrom(fs, this.#file));
  }

  /** Everything, by URL; of each URL the captures by date, then the last skip unless an answer is later. */
  *[Symbol.iterator](): Generator<Captured> {
    for (const { value } of this.#table!.from(new Uint8Array())) yield decodeCaptured(value);
  }

  /** The first capture of a URL at or after a date, else the last before it. */
  near(url: string, dateMs: number): { readonly kind: Kind; readonly capture: Capture | Revisit } | undefined {
    const key = captureKey(url, dateMs, 0);
    const isWanted = (entry: TableEntry | undefined): entry is TableEntry =>
      entry !== undefined && kindOf(entry.value) !== "skip" && isSameUrl(entry.key, key);
    const after = this.#table!.from(key).next().value ?? undefined;
    const entry = isWanted(after) ? after : this.#table!.before(key);
    if (!isWanted(entry)) return undefined;
    return { kind: kindOf(entry.value), capture: decodeCaptured(entry.value) as Capture | Revisit };
  }

  /** The last skip of a URL, unless an answer of the same URL is later. */
  lastSkip(url: string): Skip | undefined {
    const key = lastKey(captureKey(url, 0, 0));
    const entry = this.#table!.from(key).next().value ?? undefined;
    return entry !== undefined && isSameUrl(entry.key, key) ? (decodeCaptured(entry.value) as Skip) : undefined;
  }

  close(): void {
    this.#sorter.close();
    if (this.#file !== undefined) fs.closeSync(this.#file);
    this.#file = undefined;
  }
}

const isSameUrl = (one: Uint8Array, other: Uint8Array): boolean => compareBytes(urlPart(one), urlPart(other)) === 0;

/**
 * Of the skips of a URL only the last can matter, and only if no answer is later. It comes after all captures of its URL,
 * where a look-up finds it.
 */
function* withLastSkips(entries: Iterable<TableEntry>): Generator<TableEntry> {
  let skip: TableEntry | undefined;
  for (const entry of entries) {
    if (skip !== undefined && !isSameUrl(skip.key, entry.key)) {
      yield { key: lastKey(skip.key), value: skip.value };
      skip = undefined;
    }
    const kind = kindOf(entry.value);
    if (kind === "skip") skip = entry;
    else {
      if (kind === "answer") skip = undefined;
      yield entry;
    }
  }
  if (skip !== undefined) yield { key: lastKey(skip.key), value: skip.value };
}
