/** The charset of a response body: leaves UTF-8, and UTF-16 with a byte order mark, as they are; converts other charsets to UTF-8. */
import { hasUtf8Mark, hasUtf16Mark } from "../../base/utf8.ts";
import { isUtf8 } from "./codings.ts";

/**
 * RFC 9309 §2.3 asks for UTF-8; other charsets are converted. A byte order mark wins over the header, and so does valid UTF-8
 * with characters beyond ASCII: many servers declare ISO-8859-1 for every file. An unknown label is ignored.
 */
export function toUtf8(body: Uint8Array, contentType: string): Uint8Array {
  const label = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  if (label === undefined || /^utf-?8$/i.test(label) || hasMark(body)) return body;
  try {
    const { encoding } = new TextDecoder(label);
    const actual = encoding.startsWith("utf-16") ? utf16Of(body) : isUtf8BeyondAscii(body) ? undefined : encoding;
    return actual === undefined ? body : new TextEncoder().encode(new TextDecoder(actual).decode(body));
  } catch {
    return body;
  }
}

/**
 * The byte order of UTF-16 without a mark, by the bytes, since labels are wrong about it (RFC 2781 §4.3 and the Encoding
 * Standard read `utf-16` differently). Undefined for text of another charset: read as UTF-16, it would lose all its rules.
 * In UTF-16 the letters of `User-agent`, without which a file has no rules, are never neighbours, and every line end holds a
 * zero byte.
 */
function utf16Of(body: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const zeros: [number, number] = [0, 0];
  for (const [i, byte] of body.entries()) if (byte === 0) zeros[i & 1]!++;
  if (zeros[0] + zeros[1] === 0 || USER_AGENT.test(new TextDecoder("latin1").decode(body))) return undefined;
  return zeros[0] > zeros[1] ? "utf-16be" : "utf-16le";
}

/** In every spelling that a dialect accepts. */
const USER_AGENT = /user.?agent/i;

const hasMark = (body: Uint8Array): boolean => hasUtf16Mark(body) || hasUtf8Mark(body);

const isUtf8BeyondAscii = (body: Uint8Array): boolean => body.some((byte) => byte >= 0x80) && isUtf8(body);
