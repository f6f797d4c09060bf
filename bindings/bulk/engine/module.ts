/** The module that decides lines of any origins: its calls (docs/embedding.md) and its buffer. Runs in Node only. */
import { readFileSync } from "node:fs";
import { inputError } from "../files/input-error.ts";

interface Exports {
  readonly memory: WebAssembly.Memory;
  buffer(bytes: number): number;
  bulk_open(dialect: number, missing: number, memoryBytes: number, seed: number): number;
  bulk_archive(bytes: number, crawler: number, shard: number, shards: number): number;
  bulk_lines(bytes: number): number;
  bulk_explain(bytes: number): number;
  bulk_causes(): number;
  bulk_fetched_at(): number;
  bulk_resume(): number;
  bulk_pages(bytes: number): number;
  bulk_origin(number: number, bytes: number): number;
  bulk_rules(number: number, bytes: number): number;
  bulk_file(number: number, fileBytes: number, agentsBytes: number): number;
  bulk_status(number: number, status: number): number;
  bulk_verdict(number: number, verdict: number): number;
  bulk_count(kind: number): number;
  bulk_divide(bytes: number, parts: number): number;
  bulk_select(verdict: number): number;
  bulk_failed_at(): number;
}

export interface LinesPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each line starts in the whole. */
  readonly starts: Uint32Array;
}

const OUT_OF_MEMORY = -17;
/** Behind each part of divided lines. */
const GAP_BYTES = 16;
/** Beside the library, or where the build leaves it if the sources themselves run. */
const EMBED_FILE = import.meta.url.endsWith(".ts") ? "../../../build/embed.wasm" : "../../embed.wasm";

/** An error of the module, and the origin at which it failed; "" if none was at fault. */
export class ModuleError extends Error {
  readonly origin: string;

  constructor(code: number, origin: string) {
    super(`embed.wasm failed with ${code}${origin === "" ? "" : ` at ${origin}`}`);
    this.name = "ModuleError";
    this.origin = origin;
  }
}

/** All methods throw a ModuleError if the module returns an error, and ERR_INPUT if it runs out of memory. */
export class BulkModule {
  readonly #exports: Exports;
  /** All of linear memory. */
  #memory: Uint8Array<ArrayBuffer> = new Uint8Array();
  /** Memory for lines, by their verdict. */
  readonly #selected: Map<number, Uint8Array<ArrayBuffer>> = new Map();

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL(EMBED_FILE, import.meta.url)));
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  }

  open(dialect: number, missing: number, memoryBytes: number, seed: number): void {
    this.#check(this.#exports.bulk_open(dialect, missing, memoryBytes, seed));
  }

  addArchive(ends: Uint8Array, crawler: number, shard: { readonly number: number; readonly of: number }): void {
    this.#check(this.#exports.bulk_archive(this.#write(ends), crawler, shard.number, shard.of));
  }

  /** Starts a block. @returns the number of asks in the buffer */
  startLines(lines: Uint8Array): number {
    return this.#check(this.#exports.bulk_lines(this.#write(lines)));
  }

  /** Starts a block, and keeps the causes of verdicts. */
  startExplaining(lines: Uint8Array): number {
    return this.#check(this.#exports.bulk_explain(this.#write(lines)));
  }

  /** The row of each line of the block, and the rows. */
  causes(): Uint8Array<ArrayBuffer> {
    return this.read(this.#check(this.#exports.bulk_causes()));
  }

  /** When the robots.txt of each line of the block was fetched (f64). */
  fetchedAt(): Uint8Array<ArrayBuffer> {
    return this.read(this.#check(this.#exports.bulk_fetched_at()));
  }

  /** Goes on with a block. @returns the number of asks in the buffer */
  resume(): number {
    return this.#check(this.#exports.bulk_resume());
  }

  /** Takes pages of so many bytes from the buffer. */
  givePages(bytes: number): void {
    this.#check(this.#exports.bulk_pages(bytes));
  }

  /** No bytes: it is not a URL. */
  giveOrigin(number: number, spelled: Uint8Array): void {
    this.#check(this.#exports.bulk_origin(number, this.#write(spelled)));
  }

  giveRules(number: number, saved: Uint8Array): void {
    this.#check(this.#exports.bulk_rules(number, this.#write(saved)));
  }

  /** The bytes of a robots.txt, and product tokens on a line each. */
  giveFile(number: number, file: Uint8Array, agents: Uint8Array): void {
    const buffer = this.buffer(file.length + agents.length);
    buffer.set(file);
    buffer.set(agents, file.length);
    this.#check(this.#exports.bulk_file(number, file.length, agents.length));
  }

  /** @param status why, as causes.ts counts it; 0 if it has no name */
  giveVerdict(number: number, verdict: number, status: number): void {
    if (status > 0) this.#check(this.#exports.bulk_status(number, status));
    this.#check(this.#exports.bulk_verdict(number, verdict));
  }

  count(kind: number): number {
    return this.#exports.bulk_count(kind);
  }

  /** A copy of the first bytes of the buffer. */
  read(bytes: number): Uint8Array<ArrayBuffer> {
    return this.buffer(bytes).slice();
  }

  /**
   * A copy of the lines of the block that have a verdict, valid until the next such copy. Copies for one verdict share memory
   * unless it is transferred to another thread: garbage of this size takes more time than copying.
   */
  select(verdict: number): Uint8Array<ArrayBuffer> {
    const lines = this.buffer(this.#check(this.#exports.bulk_select(verdict)));
    let room = this.#selected.get(verdict);
    // Memory that was transferred has no bytes.
    if (room === undefined || room.length === 0 || room.length < lines.length) room = new Uint8Array(lines.length);
    this.#selected.set(verdict, room);
    room.set(lines);
    return room.subarray(0, lines.length);
  }

  /** Divides lines by their hosts. Needs no run. */
  divide(lines: Uint8Array, parts: number): readonly LinesPart[] {
    const result = this.buffer(this.#check(this.#exports.bulk_divide(this.#write(lines), parts)));
    const sizes = new Uint32Array(result.slice(0, 8 * parts).buffer);
    let starts = sizes.byteLength;
    let at = result.length - GAP_BYTES * parts - lines.length;
    return Array.from({ length: parts }, (_, i) => {
      const [bytes, count] = [sizes[2 * i]!, sizes[2 * i + 1]!];
      starts += 4 * count;
      at += bytes + GAP_BYTES;
      return {
        bytes: result.slice(at - GAP_BYTES - bytes, at - GAP_BYTES),
        starts: new Uint32Array(result.slice(starts - 4 * count, starts).buffer),
      };
    });
  }

  /** The buffer, at least so long. Valid until the next call of another method. */
  buffer(bytes: number): Uint8Array<ArrayBuffer> {
    const at = this.#check(this.#exports.buffer(bytes));
    const { buffer } = this.#exports.memory;
    if (this.#memory.buffer !== buffer) this.#memory = new Uint8Array(buffer as ArrayBuffer);
    return this.#memory.subarray(at, at + bytes);
  }

  #write(bytes: Uint8Array): number {
    this.buffer(bytes.length).set(bytes);
    return bytes.length;
  }

  #check(result: number): number {
    if (result >= 0) return result;
    if (result === OUT_OF_MEMORY)
      throw inputError("memory", "expected 1 GiB to suffice; got more; pass a smaller --memory");
    const origin = this.read(Math.max(0, this.#exports.bulk_failed_at()));
    throw new ModuleError(result, Buffer.from(origin.buffer).toString("latin1"));
  }
}
