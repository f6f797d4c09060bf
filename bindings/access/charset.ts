/** The charset of a response body: converts other charsets to UTF-8, and leaves UTF-8 and UTF-16 with a mark as they are. */
import { hasUtf8Mark, hasUtf16Mark } from "../core/robots/text.ts";
import { isUtf8 } from "./codings.ts";

/**
 * RFC 9309 §2.3 asks for UTF-8; other charsets are bridged. A byte order mark wins over the header, and so does valid UTF-8
 * with characters beyond ASCII: many servers declare ISO-8859-1 for every file. An unknown label is ignored.
 */
export function toUtf8(body: Uint8Array, contentType: string): Uint8Array {
  const label = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  if (label === undefined || /^utf-?8$/i.test(label) || hasMark(body) || isUtf8BeyondAscii(body)) return body;
  try {
    const decoder = new TextDecoder(label);
    return isMisnamed(decoder, body) ? body : new TextEncoder().encode(decoder.decode(body));
  } catch {
    return body;
  }
}

/** Every line end of UTF-16 holds a zero byte. Text without one is not UTF-16: read as such, it would lose all its rules. */
const isMisnamed = ({ encoding }: TextDecoder, body: Uint8Array): boolean =>
  encoding.startsWith("utf-16") && !body.includes(0);

const hasMark = (body: Uint8Array): boolean => hasUtf16Mark(body) || hasUtf8Mark(body);

const isUtf8BeyondAscii = (body: Uint8Array): boolean => body.some((byte) => byte >= 0x80) && isUtf8(body);
