/**
 * `filter --serve`: a worker for executors that keep a process. It reads frames of lines from standard input and answers
 * each with one byte per line (docs/filter.md).
 *
 *   request   u32 bytes │ lines, each ended by LF
 *   response  u32 lines │ for each line `1` allowed, `0` refused, `-` not a URL, or `?` with --missing mark
 *
 * Numbers are little-endian.
 */

import { LF } from "../../base/characters.ts";
import { ByteReader } from "../../bulk/files/byte-reader.ts";
import { inputError } from "../../bulk/files/input-error.ts";
import type { Output } from "../../bulk/files/output-file.ts";
import { type BlockFilter, blockFilterOf, type Fetcher, type FilterPlan } from "../../bulk/filter/index.ts";
import type { FilterStats } from "./filter-stats.ts";

const LENGTH_BYTES = 4;
const MAX_FRAME_BYTES = 2 ** 28;

/** Lines are decided in blocks of about this size, so that memory for them does not grow with the frame. */
const BLOCK_BYTES = 2 ** 20;

/** Answers frames until the input ends or the signal aborts. @returns the input offset after the last frame that was answered */
export async function serve(
  plan: FilterPlan,
  fetcher: Fetcher,
  input: AsyncIterable<Uint8Array>,
  output: Output,
  stats: FilterStats,
  signal: AbortSignal,
): Promise<number> {
  const filter = blockFilterOf({ ...plan, output: { format: "bytes", refused: false, invalid: false } }, fetcher);
  const reader = new ByteReader(input);
  let end = 0;
  for (;;) {
    const lines = await nextFrame(reader, signal);
    if (lines === undefined) return end;
    const answer = await answerOf(lines, filter, stats);
    stats.checkFound();
    await output.write(answer);
    end = reader.offset;
  }
}

async function answerOf(lines: Uint8Array, filter: BlockFilter, stats: FilterStats): Promise<Uint8Array> {
  const answer = Buffer.alloc(LENGTH_BYTES + countOf(lines));
  answer.writeUInt32LE(answer.length - LENGTH_BYTES);
  let at = LENGTH_BYTES;
  for (let start = 0; start < lines.length; ) {
    const end = blockEnd(lines, start);
    const bytes = lines.slice(start, end);
    const result = await filter.decide({ bytes, offset: start, end, overlong: 0 });
    stats.add(result);
    const { output } = result;
    answer.set(output, at);
    at += output.length;
    start = end;
  }
  return answer;
}

function countOf(lines: Uint8Array): number {
  let count = 0;
  for (const byte of lines) if (byte === LF) count++;
  return count;
}

/** The end of the last line that ends in the block, or of a longer line. */
function blockEnd(lines: Uint8Array, start: number): number {
  if (lines.length - start <= BLOCK_BYTES) return lines.length;
  const end = lines.lastIndexOf(LF, start + BLOCK_BYTES - 1) + 1;
  return end > start ? end : lines.indexOf(LF, start + BLOCK_BYTES) + 1;
}

/** Reads piece by piece, so that a frame is in memory once. @returns how many bytes there were */
async function fill(target: Uint8Array, reader: ByteReader): Promise<number> {
  let at = 0;
  for (let missing = target.length; missing > 0; missing = target.length - at) {
    const piece = await reader.take(Math.min(missing, BLOCK_BYTES));
    if (piece.length === 0) break;
    target.set(piece, at);
    at += piece.length;
  }
  return at;
}

/** The lines of the next frame; undefined at the end of the input, and if the signal cuts it off. */
async function nextFrame(reader: ByteReader, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const head = Buffer.from(await reader.take(LENGTH_BYTES));
  if (head.length === 0 || signal.aborted) return undefined;
  const length = head.length < LENGTH_BYTES ? 0 : head.readUInt32LE();
  if (length > MAX_FRAME_BYTES)
    throw inputError("the input", `expected a frame of at most ${MAX_FRAME_BYTES} bytes; got ${length}`);
  const lines = new Uint8Array(length);
  const got = await fill(lines, reader);
  if (signal.aborted) return undefined;
  if (head.length < LENGTH_BYTES || got < length)
    throw inputError("the input", "expected a complete frame; got the end of the input");
  if (length > 0 && lines[length - 1] !== LF)
    throw inputError("the input", "expected a frame whose last line ends in LF; got another end");
  return lines;
}
