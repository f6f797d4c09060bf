/**
 * Bounds what decoding Zstandard can take (RFC 8878 §3.1.1), because the decoder of hyparquet-compressors takes all memory that
 * the input asks for.
 */

const MAGIC = 0xfd2fb528;
const FIRST_SKIPPABLE = 0x184d2a50;
const MAX_BLOCK_BYTES = 2 ** 17;
/** The largest window that decoders accept by default (RFC 8878 §3.1.1.1.2 recommends 8 MiB; zstd --ultra writes 128 MiB). */
const MAX_WINDOW_BYTES = 2 ** 27;

/** @throws an Error if the frames are cut off, ask for a window above 128 MiB, or may decode to more than `maxBytes`. */
export function checkZstd(input: Uint8Array, mostBytes: number): void {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  let bytes = 0;
  for (let at = 0; at < input.length; ) {
    const magic = view.getUint32(at, true);
    if (magic >>> 4 === FIRST_SKIPPABLE >>> 4) at += 8 + view.getUint32(at + 4, true);
    else if (magic !== MAGIC) throw new Error("a page that is not Zstandard");
    else {
      const blocks = frameBlocks(view, at + headerBytes(view, at, mostBytes));
      at = blocks.end + (hasChecksum(view, at) ? 4 : 0);
      bytes += blocks.bytes;
    }
    if (at > input.length) throw new Error("a page that ends early");
    if (bytes > mostBytes) throw new Error(`a page of up to ${bytes} bytes`);
  }
}

/** The byte after the magic number describes the frame. */
const descriptor = (view: DataView, at: number): number => view.getUint8(at + 4);
const hasChecksum = (view: DataView, at: number): boolean => (descriptor(view, at) & 4) !== 0;

/** The length of the header of a frame. A window is at least 1 KiB; a single segment has its content as window. */
function headerBytes(view: DataView, at: number, mostBytes: number): number {
  const flags = descriptor(view, at);
  const isSingleSegment = (flags & 32) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3]!;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][flags >> 6]!;
  const before = 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes;
  if (!isSingleSegment && windowOf(view.getUint8(at + 5)) > MAX_WINDOW_BYTES)
    throw new Error("a page with a window above 128 MiB");
  if (contentOf(view, at + before, sizeBytes) > mostBytes) throw new Error(`a page of more than ${mostBytes} bytes`);
  return before + sizeBytes;
}

const windowOf = (byte: number): number => 2 ** (10 + (byte >> 3)) * (1 + (byte & 7) / 8);

function contentOf(view: DataView, at: number, bytes: number): number {
  let content = bytes === 2 ? 256 : 0;
  for (let i = 0; i < bytes; i++) content += view.getUint8(at + i) * 256 ** i;
  return content;
}

/** Where the blocks of a frame end, and how many bytes they hold at most. */
function frameBlocks(view: DataView, start: number): { end: number; bytes: number } {
  let bytes = 0;
  for (let at = start; ; ) {
    const header = view.getUint16(at, true) + view.getUint8(at + 2) * 2 ** 16;
    const type = (header >> 1) & 3;
    const size = header >> 3;
    bytes += type === 2 ? MAX_BLOCK_BYTES : size;
    at += 3 + (type === 1 ? 1 : size);
    if ((header & 1) === 1) return { end: at, bytes };
  }
}
