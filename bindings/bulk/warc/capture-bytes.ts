/**
 * What captures are on disk, beside their keys:
 *
 *   0 u8 kind │ 1 u8 form │ 2 u16 HTTP status, or 0 │ 4 f64 date of the original │ 12 u32 start of the state, or 0
 *   16 u32 its end │ 20 u32 start of what was kept │ 24 texts, each u32 bytes + 1, or 0 │ the state │ what was kept
 *
 * The texts are the digest, the reason of a skip or an error, the URL of the original, and the headers. The state is what
 * an answer means for its origin; if it ends in what was kept, this is stored once.
 */

import { u32At } from "../../base/little-endian.ts";
import { type OriginState, stateBytes, writeState } from "../../crawl/archive/internal.ts";
import { type Captured, HEADERS, type Kind, type Position, type Response, type Unnumbered } from "./capture.ts";
import type { SkipReason } from "./compile-stats.ts";

const kinds: readonly Kind[] = ["answer", "reference", "outage", "skip"];
const forms = ["response", "response with a body", "error", "revisit", "skip"] as const;
const HEAD_BYTES = 24;
const TEXT_BYTES = 4;
const NOTHING = new Uint8Array();
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** What a form fills; the rest is absent. */
interface CaptureParts {
  readonly form: (typeof forms)[number];
  readonly digest?: string | undefined;
  readonly reason?: string;
  readonly original?: { readonly url: string; readonly dateMs: number };
  readonly response?: Response | undefined;
  readonly kept?: Uint8Array;
}

function captureParts(captured: Unnumbered<Captured>): CaptureParts {
  if ("skipped" in captured) return { form: "skip", reason: captured.skipped };
  const { digest } = captured;
  if ("original" in captured) return { form: "revisit", digest, original: captured.original, response: captured.head };
  const { outcome, kept } = captured;
  if (outcome.type === "error") return { form: "error", digest, reason: outcome.error };
  if (kept === undefined) return { form: "response", digest, response: outcome };
  return { form: "response with a body", digest, response: outcome, kept };
}

/** What was encoded last. */
let scratch: Buffer = Buffer.alloc(2 ** 16);

function scratchOf(bytes: number): Buffer {
  if (bytes > scratch.length) scratch = Buffer.alloc(2 * bytes);
  return scratch;
}

/**
 * @param state what an answer means for its origin
 * @returns bytes that are valid until the next call
 */
export function encodeCaptured(kind: Kind, captured: Unnumbered<Captured>, state?: OriginState): Uint8Array {
  const { form, digest, reason, original, response, kept = NOTHING } = captureParts(captured);
  const texts = [digest, reason, original?.url];
  for (const name of HEADERS) texts.push(response?.headers[name]);
  const ofState = state === undefined ? 0 : stateBytes(state);
  let room = HEAD_BYTES + ofState + kept.length;
  for (const text of texts) room += TEXT_BYTES + MAX_UNIT_BYTES * (text?.length ?? 0);
  const value = scratchOf(room);
  value[0] = kinds.indexOf(kind);
  value[1] = forms.indexOf(form);
  value.writeUInt16LE(response?.status ?? 0, 2);
  value.writeDoubleLE(original?.dateMs ?? 0, 4);
  let at = HEAD_BYTES;
  for (const text of texts) {
    const bytes = text === undefined ? -1 : value.write(text, at + TEXT_BYTES);
    value.writeUInt32LE(bytes + 1, at);
    at += TEXT_BYTES + Math.max(0, bytes);
  }
  value.writeUInt32LE(state === undefined ? 0 : at, 12);
  value.writeUInt32LE(at + ofState, 16);
  if (state !== undefined) writeState(value, at, state);
  at += ofState;
  // The state ends in what was kept.
  if (state?.programs !== undefined) at -= kept.length;
  value.writeUInt32LE(at, 20);
  value.set(kept, at);
  return value.subarray(0, at + kept.length);
}

export const kindOf = (value: Uint8Array): Kind => kinds[value[0]!]!;

/** The encoded state of the origin, if it was given. */
export function stateIn(value: Uint8Array): Uint8Array | undefined {
  const start = u32At(value, 12);
  return start === 0 ? undefined : value.subarray(start, u32At(value, 16));
}

/** @param value what `encodeCaptured` returned */
export function decodeCaptured(url: string, position: Position, value: Uint8Array): Captured {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  let at = HEAD_BYTES;
  const text = (): string | undefined => {
    const start = at + TEXT_BYTES;
    const length = bytes.readUInt32LE(at) - 1;
    at = start + Math.max(0, length);
    return length < 0 ? undefined : bytes.toString("utf8", start, at);
  };
  const [digest, reason, originalUrl] = [text(), text(), text()];
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const header = text();
    if (header !== undefined) headers[name] = header;
  }
  const status = bytes.readUInt16LE(2);
  const outcome: Response = { type: "response", status, headers, chance: 0 };
  const located = { url, ...position, ...(digest !== undefined && { digest }) };
  switch (forms[bytes[1]!]!) {
    case "skip":
      return { url, ...position, skipped: reason as SkipReason };
    case "error":
      return { ...located, outcome: { type: "error", error: reason!, chance: 0 } };
    case "revisit":
      return {
        ...located,
        original: { url: originalUrl!, dateMs: bytes.readDoubleLE(4) },
        ...(status !== 0 && { head: outcome }),
      };
    case "response":
      return { ...located, outcome };
    case "response with a body":
      return { ...located, outcome, kept: value.subarray(u32At(value, 20)) };
  }
}
