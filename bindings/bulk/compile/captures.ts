/**
 * Captures of WARC files by URL and date, in a table on disk: read in order, and looked up to follow redirects. Runs in
 * Node only. Memory: a sorter, then one block and the index of the table.
 */
import * as fs from "node:fs";
import { readingFrom } from "../archive/access.ts";
import { type TableEntry, tableOf } from "../archive/table.ts";
import { TableReader } from "../archive/table-reader.ts";
import { type Capture, captureKey, decodeCapture, encodeCapture, urlOfKey } from "./capture.ts";
import { openUnnamed, Sorter, writeFully } from "./sorter.ts";
import { Turns } from "./turns.ts";

export class Captures {
  readonly #temporary: string;
  readonly #sorter: Sorter;
  #order = 0;
  #table: TableReader | undefined;
  #file: number | undefined;

  /** @param temporary a prefix for the names of temporary files. */
  constructor(temporary: string) {
    this.#temporary = temporary;
    this.#sorter = new Sorter(`${temporary}.captures`);
  }

  /** For one URL and date, the capture added last counts. @throws when the disk is full. */
  add(capture: Capture): void {
    const key = captureKey(capture.url, capture.dateMs, this.#order++);
    this.#sorter.add({ key, value: encodeCapture(capture) });
  }

  /** Call it after the last `add` and before reading. */
  async finish(signal: AbortSignal): Promise<void> {
    this.#file = openUnnamed(`${this.#temporary}.table`);
    const turns = new Turns(signal);
    let bytes = 0;
    for await (const piece of tableOf("captures", this.#sorter.sorted())) {
      writeFully(this.#file, piece, bytes);
      bytes += piece.length;
      await turns.step();
    }
    this.#sorter.close();
    this.#table = new TableReader(readingFrom(fs, this.#file));
  }

  /** All captures, by URL and date. */
  *[Symbol.iterator](): Generator<Capture> {
    for (const { value } of this.#table!.from(new Uint8Array())) yield decodeCapture(value);
  }

  /** The first capture of a URL at or after a date, else the last before it. */
  near(url: string, dateMs: number): Capture | undefined {
    const key = captureKey(url, dateMs, 0);
    const isWanted = (entry: TableEntry | undefined): entry is TableEntry =>
      entry !== undefined && urlOfKey(entry.key) === url;
    const after = this.#table!.from(key).next().value;
    const entry = isWanted(after ?? undefined) ? after! : this.#table!.before(key);
    return isWanted(entry) ? decodeCapture(entry.value) : undefined;
  }

  close(): void {
    this.#sorter.close();
    if (this.#file !== undefined) fs.closeSync(this.#file);
    this.#file = undefined;
  }
}
