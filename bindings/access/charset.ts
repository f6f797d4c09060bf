/** The charset of a response body: whatever was declared becomes UTF-8, or stays as it is. */
import { hasUtf8Mark, hasUtf16Mark } from "../core/robots/text.ts";

/**
 * RFC 9309 §2.3 asks for UTF-8; other charsets are bridged. A mark wins over the header, and so does valid UTF-8 beyond
 * ASCII: servers that declare ISO-8859-1 for every file are common, text in it that is valid UTF-8 is not. An unknown label is ignored.
 */
export function toUtf8(body: Uint8Array, contentType: string): Uint8Array {
  const label = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  if (label === undefined || /^utf-?8$/i.test(label) || hasMark(body) || isBeyondAscii(body)) return body;
  try {
    const decoder = new TextDecoder(label);
    return isMisnamed(decoder, body) ? body : new TextEncoder().encode(decoder.decode(body));
  } catch {
    return body;
  }
}

/** UTF-16 has a zero in every line end and every letter of a key: read as UTF-16, text without one would lose all its rules. */
const isMisnamed = ({ encoding }: TextDecoder, body: Uint8Array): boolean =>
  encoding.startsWith("utf-16") && !body.includes(0);

const hasMark = (body: Uint8Array): boolean => hasUtf16Mark(body) || hasUtf8Mark(body);

/** As UTF-8, of which the limit may have cut off the last character. */
function isBeyondAscii(body: Uint8Array): boolean {
  if (body.every((byte) => byte < 0x80)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true });
    return true;
  } catch {
    return false;
  }
}
