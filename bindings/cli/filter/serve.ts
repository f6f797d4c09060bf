/**
 * `filter --serve`: a worker for executors that keep a process. It reads frames of lines from standard input and answers
 * each with one byte per line (docs/filter.md).
 *
 *   request   u32 bytes │ lines, each ended by LF
 *   response  u32 lines │ for each line `1` allowed, `0` refused, or `-` not a URL
 *
 * Numbers are little-endian.
 */
import { ByteReader } from "../../bulk/compile/byte-reader.ts";
import { blockFilterOf, type FilterPlan } from "../../bulk/filter/decider.ts";
import type { Fetcher } from "../../bulk/filter/origins.ts";
import { inputError } from "../../node/input-error.ts";
import type { Output } from "../../node/output-file.ts";

const LENGTH_BYTES = 4;
const MAX_FRAME_BYTES = 2 ** 28;
const LF = 10;

/** Answers frames until the input ends. */
export async function serve(
  plan: FilterPlan,
  fetcher: Fetcher,
  input: AsyncIterable<Uint8Array>,
  output: Output,
): Promise<void> {
  const filter = blockFilterOf({ ...plan, output: { format: "bytes", denied: false, invalid: false } }, fetcher);
  const reader = new ByteReader(input);
  for (let lines = await nextFrame(reader); lines !== undefined; lines = await nextFrame(reader)) {
    const { output: verdicts } = await filter.decide({ bytes: lines, offset: 0, end: lines.length, overlong: 0 });
    const head = Buffer.alloc(LENGTH_BYTES);
    head.writeUInt32LE(verdicts.length);
    await output.write(Buffer.concat([head, verdicts]));
  }
}

/** The lines of the next frame; undefined at the end of the input. */
async function nextFrame(reader: ByteReader): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const head = Buffer.from(await reader.take(LENGTH_BYTES));
  if (head.length === 0) return undefined;
  const length = head.length < LENGTH_BYTES ? 0 : head.readUInt32LE();
  if (length > MAX_FRAME_BYTES)
    throw inputError("the input", `expected a frame of at most ${MAX_FRAME_BYTES} bytes; got ${length}`);
  const lines = new Uint8Array(await reader.take(length));
  if (head.length < LENGTH_BYTES || lines.length < length)
    throw inputError("the input", "expected a complete frame; got the end of the input");
  if (length > 0 && lines[length - 1] !== LF)
    throw inputError("the input", "expected a frame whose last line ends in LF; got another end");
  return lines;
}
