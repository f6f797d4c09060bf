const encoder = new TextEncoder();
const decoder = new TextDecoder();
const markedDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of UTF-8 without a byte order mark at its start; invalid bytes as U+FFFD. */
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** The text of UTF-8, of which a byte order mark is a character. */
export const decodeMarked = (bytes: Uint8Array): string => markedDecoder.decode(bytes);

/** The text with U+FFFD for lone surrogates, which UTF-8 cannot hold. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, "\ufffd");

/** Text in UTF-8, lone surrogates as U+FFFD. Bytes are returned as they are. */
export const bytesOf = (text: string | Uint8Array): Uint8Array =>
  typeof text === "string" ? encoder.encode(text) : text;

/** Writes text in one encoding, UTF-16 least significant byte first, from the start of `to`, where there is room for it. */
export type WriteText = (text: string, to: Uint8Array) => void;

/** Writes text in UTF-8 from the start of `to`, as far as it fits, and returns the number of bytes. */
export const writeUtf8 = (text: string, to: Uint8Array): number => encoder.encodeInto(text, to).written;

export const hasUtf8Mark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const hasUtf16Mark = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
