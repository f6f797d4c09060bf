/**
 * Partials: the sorted captures of some WARC files of a list (docs/archive.md). Several machines write one each, and one machine
 * compiles the archive from all of them. Runs in Node only.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { u32 } from "../../base/little-endian.ts";
import { crc32, describe, VERSION } from "../../crawl/archive/internal.ts";
import { inputError } from "../files/input-error.ts";
import type { Output } from "../files/output-file.ts";
import { startOf } from "../files/read-start.ts";
import type { Run } from "../folder/sorter.ts";
import { Yielder } from "../folder/turns.ts";
import { Captures } from "../warc/captures.ts";
import type { ReadCounts } from "../warc/compile-stats.ts";
import { readCaptures, type WarcPlan } from "./warcs.ts";

const MAGIC: Buffer = Buffer.from("RWPC");
/** Change it with the bytes of captures. */
const PARTIAL_VERSION = 1;
/** The length of the head and the checksum of everything before it. */
const END_BYTES = 8;
const PIECE_BYTES = 2 ** 20;

/** Which WARC files of the whole list a partial has. */
export interface Part {
  /** The number of its first file, from 0: it orders captures of one second. */
  readonly first: number;
  /** How many files the whole list has. */
  readonly total: number;
}

/** What stands after the captures, in JSON. */
interface Head extends Part {
  readonly version: string;
  /** A description, as of an archive. */
  readonly compiled: string;
  readonly files: number;
  readonly counts: ReadCounts;
  readonly runs: readonly Omit<Run, "file">[];
}

const versionText = `${PARTIAL_VERSION}, archives of format ${VERSION}`;

/** The last run names the snapshot. */
const compiledFor = ({ description, policy }: WarcPlan): string =>
  describe({ ...description, policy: policy.name, snapshot: undefined });

/** The output is not committed. @throws whatever reading and writing throw; the signal's reason when it aborts. */
export async function writePartial(plan: WarcPlan, { first, total }: Part, output: Output): Promise<void> {
  const captures = new Captures(plan.temporary);
  try {
    await readCaptures(plan, captures, first);
    const writer = new PartialWriter(output);
    await writer.write(MAGIC);
    const runs: Omit<Run, "file">[] = [];
    for (const run of captures.runs()) runs.push(await writer.copy(run));
    const { stats, warcs } = plan;
    stats.kept = runs.reduce((sum, { count }) => sum + count, 0);
    const part = { version: versionText, compiled: compiledFor(plan), first, files: warcs.length, total };
    await writer.end({ ...part, counts: stats.readCounts, runs });
    stats.bytes = writer.bytes;
  } finally {
    captures.close();
  }
}

class PartialWriter {
  bytes = 0;
  #crc = 0;
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  async write(piece: Uint8Array): Promise<void> {
    await this.#output.write(piece);
    this.#crc = crc32(piece, this.#crc);
    this.bytes += piece.length;
  }

  async copy({ file, start, end, count }: Run): Promise<Omit<Run, "file">> {
    const to = this.bytes;
    for (const piece of filePieces(file, start, end)) await this.write(piece);
    return { start: to, end: this.bytes, count };
  }

  async end(head: Head): Promise<void> {
    const text = Buffer.from(JSON.stringify(head));
    await this.write(text);
    await this.write(u32(text.length));
    await this.write(u32(this.#crc));
  }
}

/** One buffer is filled again for each piece. */
function* filePieces(file: number, start: number, end: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - start));
  for (let at = start; at < end; ) {
    const bytes = readSync(file, buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytes === 0) throw new Error("expected more bytes; got the end of the file, which has become shorter");
    yield buffer.subarray(0, bytes);
    at += bytes;
  }
}

/** Only regular files: what a pipe gives can be read once. */
export function isPartial(file: number): boolean {
  return fstatSync(file).isFile() && startOf(file, MAGIC.length).equals(MAGIC);
}

interface OpenedPartial {
  readonly path: string;
  readonly head: Head;
}

/**
 * Adds the captures of all partials, which keep their files open until `captures` is closed.
 * @throws ERR_INPUT if one is damaged or was written for something else, or unless they have each WARC file of the list once
 */
export async function readPartials(plan: WarcPlan, captures: Captures): Promise<void> {
  const opened: OpenedPartial[] = [];
  for (const path of plan.partials ?? []) opened.push({ path, head: await openPartial(path, plan, captures) });
  opened.sort((a, b) => a.head.first - b.head.first);
  checkWhole(opened);
  for (const { head } of opened) plan.stats.addRead(head.counts);
}

async function openPartial(path: string, plan: WarcPlan, captures: Captures): Promise<Head> {
  const file = openSync(path, "r");
  try {
    if (!isPartial(file)) throw inputError(path, "expected a partial like the first input; got another file");
    const head = partialHead(path, file, await checkedEnd(path, file, plan.signal));
    if (head.version !== versionText)
      throw inputError(path, `expected a partial of version ${versionText}; got ${head.version}`);
    if (head.compiled !== compiledFor(plan))
      throw inputError(path, `expected a partial of ${compiledFor(plan)}; got ${head.compiled}`);
    captures.adopt(head.runs.map((run) => ({ ...run, file })));
    return head;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Reads the whole file. @returns where its head ends @throws ERR_INPUT if its checksum is wrong */
async function checkedEnd(path: string, file: number, signal: AbortSignal): Promise<number> {
  const end = fstatSync(file).size - END_BYTES;
  const yielder = new Yielder(signal);
  let crc = 0;
  for (const piece of filePieces(file, 0, Math.max(0, end + 4))) {
    crc = crc32(piece, crc);
    await yielder.pause();
  }
  if (end < MAGIC.length || crc !== u32At(file, end + 4))
    throw inputError(path, "expected a whole partial; got damage");
  return end;
}

function bytesAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, offset);
  return bytes;
}

const u32At = (file: number, offset: number): number => bytesAt(file, offset, 4).readUInt32LE();

function partialHead(path: string, file: number, end: number): Head {
  const start = end - u32At(file, end);
  if (start < MAGIC.length) throw inputError(path, "expected a whole partial; got a head longer than the file");
  return JSON.parse(bytesAt(file, start, end - start).toString());
}

/** @param opened by the number of their first file @throws ERR_INPUT unless each file of the list is in one of them */
function checkWhole(opened: readonly OpenedPartial[]): void {
  let next = 0;
  for (const { path, head } of opened) {
    if (head.first < next) throw inputError(path, `expected each WARC file once; got file ${head.first} again`);
    if (head.first > next) throw missing(next, head.first);
    next = head.first + head.files;
  }
  const total = Math.max(0, ...opened.map(({ head }) => head.total));
  if (next < total) throw missing(next, total);
}

const missing = (from: number, to: number): Error =>
  inputError("the partials", `expected each WARC file of the list; got none of files ${from} to ${to - 1}`);
