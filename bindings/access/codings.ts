/**
 * Whether a body that names a coding still is coded. `fetch` undoes the codings that it knows and passes all others as they
 * came; coded bytes hold no rules, which would allow everything (RFC 9110 §8.4). Servers also name codings that do not exist,
 * such as `utf-8`: their bodies are text and can be read.
 */
import { hasUtf16Mark } from "../core/robots/text.ts";
import type { Headers } from "./freshness.ts";

/** The codings that a `fetch` undoes, if its runtime knows them. */
const UNDONE_BY_FETCH: readonly string[] = ["gzip", "x-gzip", "deflate", "br", "zstd"];

/** The header that names a coding which was not undone, such as `content-encoding: compress`; undefined for text. */
export function undecodedCoding(headers: Headers, body: Uint8Array): string | undefined {
  const transfer = codingsIn(headers["transfer-encoding"]).filter((one) => one !== "chunked");
  if (transfer.length > 0 && !isText(body, transfer)) return named("transfer-encoding", transfer);
  const codings = codingsIn(headers["content-encoding"]);
  const isKnown = codings.every((one) => UNDONE_BY_FETCH.includes(one));
  const isCoded = isKnown ? isCompressed(body, headers["content-type"]) : !isText(body, codings);
  return codings.length > 0 && isCoded ? named("content-encoding", codings) : undefined;
}

const named = (header: string, codings: readonly string[]): string => `${header}: ${codings.join(", ")}`;

const codingsIn = (header = ""): readonly string[] =>
  header
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && one !== "identity");

/** For codings that nothing undoes: text is UTF-8, UTF-16 with its mark, or in the charset that was named by mistake. */
function isText(body: Uint8Array, codings: readonly string[]): boolean {
  if (hasUtf16Mark(body)) return true;
  return !hasControls(body) && (isUtf8(body) || codings.some(isCharset));
}

/** For codings that `fetch` undoes: a few odd bytes do not prove that it did not. */
function isCompressed(body: Uint8Array, contentType = ""): boolean {
  if (MAGIC_NUMBERS.some((magic) => magic.every((byte, i) => body[i] === byte))) return true;
  const isUtf16 = hasUtf16Mark(body) || /charset\s*=\s*["']?utf-16/i.test(contentType);
  return !isUtf16 && hasControls(body) && !isUtf8(body);
}

/** gzip (RFC 1952 §2.3.1) and zstd (RFC 8878 §3.1.1). */
const MAGIC_NUMBERS = [
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
];

/** Control characters that no text uses: all below 0x20 but TAB, LF, VT, FF and CR. */
const hasControls = (body: Uint8Array): boolean => body.some((byte) => byte < 9 || (byte > 13 && byte < 32));

/** The limit may have cut the last character in two. */
export function isUtf8(body: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "replacement";
  } catch {
    return false;
  }
}
