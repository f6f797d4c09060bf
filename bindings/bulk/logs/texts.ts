/** The texts of logs: bytes of strangers, one a character. */

/** What a command line cannot hold, or a terminal would not show, is percent-encoded: the same path (RFC 9309 §2.2.2). */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

export const printableTarget = (target: string): string => {
  if (/^[\x21-\x7e]*$/.test(target)) return target;
  return target.replace(UNSHOWN, (character) =>
    Array.from(new TextEncoder().encode(character), (byte) => percent(byte)).join(""),
  );
};

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/** Bytes, one a character, as text. Bytes that are not UTF-8 become their percent-encoding. */
export function textOfBytes(bytes: string): string {
  if (/^[\0-\x7f]*$/.test(bytes)) return bytes;
  const text = Buffer.from(bytes, "latin1").toString("utf8");
  if (!text.includes("\ufffd")) return text;
  return bytes.replace(/[\x80-\xff]/g, (byte) => percent(byte.charCodeAt(0)));
}

/** A copy that does not keep the block of the log in memory, from which it was cut. */
export const ownedText = (text: string): string => Buffer.from(text).toString();
