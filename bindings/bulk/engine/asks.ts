/** What the module asks its host for while it decides a block (docs/embedding.md). */
import type { BulkModule } from "./module.ts";

export interface PageAsk {
  readonly offset: number;
  readonly bytes: number;
  /** Which archive, from 0. */
  readonly archive: number;
}

/** An origin with its host in ASCII, or the rules of an origin. */
export interface OriginAsk {
  /** To answer with. */
  readonly number: number;
  /** The bytes of the origin, one character each. */
  readonly origin: string;
}

export interface Asks {
  readonly pages: readonly PageAsk[];
  readonly spellings: readonly OriginAsk[];
  readonly rules: readonly OriginAsk[];
}

const ASK_BYTES = 24;
const PAGE = 1;
const SPELLING = 2;
const TWO_TO_32 = 2 ** 32;

/** Reads `count` asks from the buffer: all of them, because answers go through the buffer. */
export function readAsks(module: BulkModule, count: number): Asks {
  const asks = { pages: [] as PageAsk[], spellings: [] as OriginAsk[], rules: [] as OriginAsk[] };
  const view = viewOf(module.buffer(ASK_BYTES * count));
  const texts = textsAfter(view, ASK_BYTES * count);
  let text = 0;
  for (let at = 0; at < ASK_BYTES * count; at += ASK_BYTES) {
    const kind = view.getUint32(at, true);
    if (kind === PAGE) asks.pages.push(pageAskAt(view, at));
    else {
      const origin = texts.slice(text, text + view.getUint32(at + 16, true));
      text += origin.length;
      (kind === SPELLING ? asks.spellings : asks.rules).push({ number: view.getUint32(at + 4, true), origin });
    }
  }
  return asks;
}

/** The texts behind the asks, decoded at once. */
function textsAfter(view: DataView<ArrayBuffer>, end: number): string {
  let bytes = 0;
  for (let at = 0; at < end; at += ASK_BYTES)
    if (view.getUint32(at, true) !== PAGE) bytes += view.getUint32(at + 16, true);
  return Buffer.from(view.buffer, view.byteOffset + end, bytes).toString("latin1");
}

const viewOf = ({ buffer, byteOffset }: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> =>
  new DataView(buffer, byteOffset);

const pageAskAt = (view: DataView, at: number): PageAsk => ({
  offset: view.getUint32(at + 8, true) + TWO_TO_32 * view.getUint32(at + 12, true),
  bytes: view.getUint32(at + 16, true),
  archive: view.getUint32(at + 20, true),
});
