/** One log: a file or standard input, plain or compressed. Memory: one block of lines. */
import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import * as zlib from "node:zlib";
import { CR } from "../../base/characters.ts";
import { decodedByStart } from "../../base/gzip.ts";
import { hasUtf8Mark } from "../../base/utf8.ts";
import { type Block, blocksOf } from "../files/blocks.ts";
import { gunzipped, tapBytes } from "../files/gunzip.ts";
import { inputError, isInputFault } from "../files/input-error.ts";
import { detectedFormat, keysText, type NewReader, readerNamed } from "./detect.ts";
import { Finder } from "./finder.ts";
import type { Event } from "./judge.ts";
import { Line, lineOf } from "./line.ts";
import { AMBIGUOUS, anybody, type FindCrawler, type LineReader, MESSAGE, PERSON, UNREADABLE } from "./request.ts";
import type { Tally } from "./tally.ts";

export interface LogOptions {
  /** A format or a pattern; undefined to look at the first lines. */
  readonly format: string | undefined;
  readonly find: FindCrawler;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  /** Called with the bytes read, before decompression. */
  readonly onBytes: (bytes: number) => void;
  /** Called for a log that is damaged after its first lines: those before the damage count. */
  readonly onDamage: (error: unknown) => void;
}

/** Larger texts take four times as long to make: V8 keeps them apart from small ones. */
const BLOCK_BYTES = 2 ** 16;
/** Read to find the format and the first time. */
const START_BYTES = 65_536;
const READ_BYTES = 262_144;

/** What reads the lines of one log. */
interface LogReading {
  readonly reader: LineReader;
  readonly crs: Finder;
  readonly find: FindCrawler;
}

export class LogFile {
  /** As the user named it; `-` for standard input. */
  readonly name: string;
  /** The time of its first line; -Infinity for standard input and pipes, which are read once. */
  readonly firstMs: number;
  /** Of its first bytes, decompressed: logs that begin alike are the same log. Empty if their lines have no request. */
  readonly fingerprint: string;
  readonly #newReader: NewReader;
  readonly #chunks: AsyncIterable<Uint8Array>;

  private constructor(
    name: string,
    firstMs: number,
    fingerprint: string,
    newReader: NewReader,
    chunks: AsyncIterable<Uint8Array>,
  ) {
    this.name = name;
    this.firstMs = firstMs;
    this.fingerprint = fingerprint;
    this.#newReader = newReader;
    this.#chunks = chunks;
  }

  /** @throws ERR_INPUT for a format that is unknown or has no User-Agent header; RangeError for a wrong pattern */
  static async open(name: string, options: LogOptions): Promise<LogFile> {
    const source = name === "-" ? process.stdin : bytesIn(name);
    const chunks = decodedLog(name, tapBytes(source, options.onBytes));
    const isOnce = isReadOnce(name);
    const start = await firstLinesOf(isOnce ? chunks : decodedLog(name, bytesIn(name)));
    if (!isOnce) await start.close();
    const newReader = readersOf(name, start.text, options);
    const ms = timeOfFirst(name, start.text, newReader());
    const firstMs = isOnce ? -Infinity : (ms ?? Infinity);
    const fingerprint = ms === undefined ? "" : start.fingerprint;
    return new LogFile(name, firstMs, fingerprint, newReader, isOnce ? start.all() : chunks);
  }

  /** The requests of crawlers, block by block. @throws ERR_INPUT if most lines cannot be read */
  async *events({ find, tally, signal, onDamage }: LogOptions): AsyncGenerator<readonly Event[]> {
    // The caches of the reader take megabytes, and there may be thousands of logs.
    const reading = { reader: this.#newReader(), crs: new Finder("\r"), find };
    // Of this log alone: others are read at the same time.
    const counts = { lines: 0, unreadable: 0 };
    const options = { blockBytes: BLOCK_BYTES, offset: 0, skip: 0, signal };
    let line = 0;
    for await (const { bytes, overlong } of untilDamage(blocksOf(this.#chunks, options), onDamage)) {
      if (signal.aborted) return;
      line += overlong;
      tally.overlong += overlong;
      const { events, lines, filled, unreadable, ambiguous } = this.#eventsIn(bytes, line, reading);
      line += lines;
      tally.lines += filled;
      tally.unreadable += unreadable;
      tally.ambiguous += ambiguous;
      counts.lines += filled + overlong;
      counts.unreadable += unreadable + overlong;
      yield events;
    }
    checkReadable(this.name, counts.lines, counts.unreadable);
  }

  #eventsIn(bytes: Uint8Array, before: number, { reader, crs, find }: LogReading) {
    const events: Event[] = [];
    const line = new Line(bytes);
    let [lines, filled, unreadable, ambiguous] = [0, 0, 0, 0];
    for (let lf = 0; line.at < bytes.length; line.at = lf + 1) {
      lf = line.text.indexOf("\n", line.at);
      line.end = bytes[lf - 1] === CR && lf > line.at ? lf - 1 : lf;
      lines++;
      if (line.end === line.at) continue;
      filled++;
      // Servers escape CR in values: it ends lines that LF does not end.
      const read = crs.in(line, line.at) < 0 ? reader.read(line, find) : UNREADABLE;
      if (read === UNREADABLE) unreadable++;
      else if (read === AMBIGUOUS) ambiguous++;
      else if (read === PERSON) find.countPerson();
      else if (read !== MESSAGE) events.push({ request: read, file: this.name, line: before + lines });
    }
    return { events, lines, filled, unreadable, ambiguous };
  }
}

async function* untilDamage(blocks: AsyncIterable<Block>, onDamage: LogOptions["onDamage"]): AsyncGenerator<Block> {
  try {
    yield* blocks;
  } catch (error) {
    if (!isInputFault(error)) throw error;
    onDamage(error);
  }
}

/** Opened when the first byte is asked for: there may be more logs than files that may be open. */
async function* bytesIn(name: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(name, { highWaterMark: READ_BYTES });
}

/** Standard input, or a pipe such as `<(zcat access.log.gz)`. */
export const isReadOnce = (name: string): boolean => name === "-" || !statSync(name).isFile();

const readersOf = (name: string, start: string, { format }: LogOptions): NewReader =>
  format === undefined ? detectedFormat(name, start) : () => readerNamed(format, name);

/**
 * The time of the first request; undefined without a request.
 * @throws ERR_INPUT if what every request needs is missing, such as a wrong key of `json:…`: lines of people are not read that far
 */
function timeOfFirst(name: string, start: string, reader: LineReader): number | undefined {
  const lines = start.split(/\r?\n/).filter((line) => line !== "");
  let unreadable = 0;
  for (const line of lines) {
    const read = reader.read(lineOf(line), anybody);
    if (typeof read === "object") return read.timeMs;
    if (read === UNREADABLE) unreadable++;
  }
  checkReadable(name, lines.length, unreadable, keysText(lines));
  if (reader.lacksHeaders) throw inputError(name, NO_HEADER);
  return undefined;
}

const NO_HEADER =
  "expected the User-Agent header; got requests without it; log it, in Traefik with accessLog.fields.headers.names.User-Agent=keep";

function checkReadable(name: string, lines: number, unreadable: number, hint = ""): void {
  if (2 * unreadable <= lines) return;
  throw inputError(name, `expected lines of one format; got ${unreadable} of ${lines} that cannot be read${hint}`);
}

interface Start {
  /** Whole lines. */
  readonly text: string;
  /** Of the same number of bytes in every log: a pipe is read in smaller pieces than a file. */
  readonly fingerprint: string;
  /** Everything, from the first byte on. */
  all(): AsyncGenerator<Uint8Array>;
  /** If nothing else is read. */
  close(): Promise<unknown>;
}

/** Reads the first lines. @throws what reading throws before the first byte: damage behind it comes again */
async function firstLinesOf(chunks: AsyncIterable<Uint8Array>): Promise<Start> {
  const reader = chunks[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let bytes = 0;
  let isOver = false;
  let damage: unknown;
  const next = () =>
    reader.next().catch((error: unknown) => {
      if (bytes === 0) throw error;
      damage = error;
      return { value: undefined, done: true };
    });
  while (!isOver && bytes < START_BYTES) {
    const { value, done } = await next();
    isOver = done === true;
    if (value === undefined || isOver) continue;
    read.push(Uint8Array.from(value));
    bytes += value.length;
  }
  const all = Buffer.concat(read);
  const text = all.subarray(hasUtf8Mark(all) ? 3 : 0).toString("latin1");
  return {
    text: isOver && damage === undefined ? text : text.slice(0, text.lastIndexOf("\n") + 1),
    fingerprint: createHash("sha256").update(all.subarray(0, START_BYTES)).digest("hex"),
    close: async () => reader.return?.(),
    async *all() {
      yield* read;
      if (damage !== undefined) throw damage;
      while (!isOver) {
        const { value, done } = await reader.next();
        if (done) return;
        yield value;
      }
    },
  };
}

/** Plain text of plain, gzip and Zstandard input. */
const decodedLog = (name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  decodedByStart(chunks, (head) => {
    if (startsWith(head, ZSTD)) return (all) => unzstd(name, all);
    if (!startsWith(head, BZIP2)) return (all) => gunzipped(all, (got) => wrongInput(name, "complete gzip", got));
    throw wrongInput(name, "plain text, gzip or Zstandard", "bzip2; use bzip2 -dc FILE | robots-wasm logs -");
  });

const wrongInput = (name: string, expected: string, got: string): Error =>
  inputError(name, `expected ${expected}; got ${got}`);

const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
const BZIP2 = [0x42, 0x5a, 0x68];
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);

type Decoder = { createZstdDecompress?: () => NodeJS.ReadWriteStream };

async function* unzstd(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { createZstdDecompress } = zlib as Decoder;
  if (createZstdDecompress === undefined)
    throw inputError(
      name,
      "expected plain text or gzip, because this Node.js cannot read Zstandard; use zstd -dc FILE | robots-wasm logs -",
    );
  const { Readable } = await import("node:stream");
  const source = Readable.from(chunks, { objectMode: false });
  const decoder = createZstdDecompress();
  source.on("error", (error) => (decoder as unknown as { destroy(error: Error): void }).destroy(error));
  try {
    yield* source.pipe(decoder) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw inputError(name, error);
  }
}
