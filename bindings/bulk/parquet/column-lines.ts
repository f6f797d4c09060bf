/**
 * Reads one text column of a Parquet file as lines, page by page. A null and a value that contains a line feed are empty lines,
 * so that every row has one line. Every count and length is checked before it is used: damage ends in an error after a
 * number of steps that the bytes and rows of the file bound. Runs in Node only.
 */
import { LF } from "../../base/characters.ts";
import { inputError } from "../files/input-error.ts";
import { decompressed } from "./codecs.ts";
import { Cursor } from "./cursor.ts";
import type { FilePart } from "./file-part.ts";
import { type Chunk, chunksOf } from "./footer.ts";
import { type Page, pagesOf } from "./pages.ts";
import { readRuns } from "./runs.ts";
import { type Dictionary, dictionaryOf, type Texts, textsOf } from "./texts.ts";

/** Lines leave in pieces of about this size. */
const PIECE_BYTES = 2 ** 20;

/**
 * @param part reads the file
 * @throws ERR_INPUT if the file is damaged or has no such column of text
 */
export function* columnLines(part: FilePart, fileBytes: number, column: string): Generator<Uint8Array<ArrayBuffer>> {
  try {
    for (const chunk of chunksOf(part, fileBytes, column)) yield* chunkLines(part(chunk.start, chunk.bytes), chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_INPUT") throw error;
    throw inputError("the input", `expected a complete Parquet file; got ${(error as Error).message}`);
  }
}

function* chunkLines(stored: Uint8Array<ArrayBuffer>, chunk: Chunk): Generator<Uint8Array<ArrayBuffer>> {
  const pages = pagesOf(stored, chunk);
  const dictionary = pages.dictionary && dictionaryIn(pages.dictionary, chunk.codec);
  for (const page of pages.data) yield* pageLines(page, chunk.codec, dictionary);
}

const dictionaryIn = (page: Page, codec: string): Dictionary =>
  dictionaryOf(decompressed(codec, page.bytes, page.length), page.values);

function* pageLines(page: Page, codec: string, dictionary: Dictionary | undefined): Generator<Uint8Array<ArrayBuffer>> {
  const { present, values } = splitPage(page, codec);
  const count = present === undefined ? page.values : present.reduce((sum, one) => sum + one, 0);
  if (page.levels.kind === "outside" && count !== page.values - page.levels.nulls)
    throw new Error(`${page.values - count} of ${page.levels.nulls} nulls`);
  const texts = textsOf(page.encoding, values, count, dictionary);
  yield* linesOf(texts, page.values, present);
}

interface SplitPage {
  /** For each row 1, or 0 for a null; undefined if all rows have a value. */
  readonly present: Uint32Array | undefined;
  readonly values: Uint8Array;
}

function splitPage({ bytes, length, values, levels }: Page, codec: string): SplitPage {
  if (levels.kind === "outside") {
    const rest = bytes.subarray(levels.bytes);
    const ownCodec = levels.isCompressed ? codec : "UNCOMPRESSED";
    const present = levels.bytes === 0 ? undefined : readRuns(new Cursor(bytes.subarray(0, levels.bytes)), 1, values);
    return { present, values: decompressed(ownCodec, rest, length - levels.bytes) };
  }
  const cursor = new Cursor(decompressed(codec, bytes, length));
  const present = levels.kind === "none" ? undefined : readRuns(new Cursor(cursor.take(cursor.u32())), 1, values);
  return { present, values: cursor.take(cursor.remaining) };
}

function* linesOf(texts: Texts, rows: number, present: Uint32Array | undefined): Generator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(PIECE_BYTES);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const text = present === undefined || present[row] === 1 ? texts.next() : NOTHING;
    const line = text.includes(LF) ? NOTHING : text;
    if (length + line.length >= piece.length) {
      yield piece.subarray(0, length);
      piece = new Uint8Array(Math.max(PIECE_BYTES, line.length + 1));
      length = 0;
    }
    piece.set(line, length);
    length += line.length;
    piece[length++] = LF;
  }
  yield piece.subarray(0, length);
}

const NOTHING = new Uint8Array();
