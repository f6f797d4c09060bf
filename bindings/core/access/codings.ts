/**
 * Whether a body that names a coding still is coded. `fetch` undoes the codings that it knows and passes all others as they
 * came; coded bytes hold no rules, which would allow everything (RFC 9110 §8.4). Coded bytes can look like text, as base64 does,
 * so a body in an unknown coding is never read. Servers also name codings that change nothing, such as `utf-8`: those are text.
 */
import { isCompressed } from "../../base/gzip.ts";
import { hasUtf16Mark } from "../../base/utf8.ts";
import type { Headers } from "./headers.ts";

/** The codings that every `fetch` undoes, or leaves recognizable. */
const UNDONE_BY_FETCH: readonly string[] = ["gzip", "x-gzip", "deflate", "br"];

/** What requests ask for: the coding that every `fetch` undoes. Runtimes and their versions differ on the others. */
export const ACCEPT_ENCODING = "gzip";

/**
 * Whether the runtime asks for zstd, and so undoes it, whatever a request says. Browsers do, and do not let a request set the
 * header. Elsewhere a body in zstd is an outage: whether `fetch` undoes it depends on the version of Node.
 */
export const asksForZstd = (): boolean =>
  typeof Request === "function" &&
  !new Request("http://a.invalid/", { headers: { "accept-encoding": ACCEPT_ENCODING } }).headers.has("accept-encoding");

/** Names that occur by mistake and leave the body as it is: no coding, and those of MIME (RFC 2045 §6.2). */
const WITHOUT_EFFECT: readonly string[] = ["none", "7bit", "8bit", "binary"];

/**
 * The header that names a coding which was not undone, such as `content-encoding: compress`; undefined for text.
 * @param undoesZstd whether whoever received the body undoes zstd.
 */
export function undecodedCoding(headers: Headers, body: Uint8Array, undoesZstd = false): string | undefined {
  const transfer = codingsIn(headers["transfer-encoding"]).filter((one) => one !== "chunked");
  if (transfer.length > 0 && !isMisnamedText(body, transfer)) return named("transfer-encoding", transfer);
  const codings = codingsIn(headers["content-encoding"]);
  const isKnown = codings.every((one) => UNDONE_BY_FETCH.includes(one) || (undoesZstd && one === "zstd"));
  const remains = isKnown ? isCoded(body, headers["content-type"]) : !isMisnamedText(body, codings);
  return codings.length > 0 && remains ? named("content-encoding", codings) : undefined;
}

const named = (header: string, codings: readonly string[]): string => `${header}: ${codings.join(", ")}`;

const codingsIn = (header = ""): readonly string[] =>
  header
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && one !== "identity");

/** Text whose codings are harmless: UTF-8, UTF-16 with its mark, or another charset without controls. */
function isMisnamedText(body: Uint8Array, codings: readonly string[]): boolean {
  if (body.length === 0) return true;
  if (!codings.every(isHarmless)) return false;
  if (hasUtf16Mark(body)) return true;
  return !hasControls(body) && (isUtf8(body) || codings.some(isCharset));
}

/** Codings that change nothing, and those whose bytes never look like text. */
const isHarmless = (coding: string): boolean =>
  WITHOUT_EFFECT.includes(coding) || UNDONE_BY_FETCH.includes(coding) || isCharset(coding);

/** For codings that `fetch` undoes: a few odd bytes do not prove that it did not. */
function isCoded(body: Uint8Array, contentType = ""): boolean {
  if (isCompressed(body)) return true;
  const isUtf16 = hasUtf16Mark(body) || /charset\s*=\s*["']?utf-16/i.test(contentType);
  return !isUtf16 && hasControls(body) && !isUtf8(body);
}

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
