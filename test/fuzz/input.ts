/**
 * What a target is asked: a few byte strings, the last kind repeated as often as one likes (a file, an agent, URLs). On disk
 * and in messages an input is a JSON array of Latin-1 text, a character a byte.
 */
export type Kind = "robots" | "agent" | "url" | "header" | "program";

export type Input = readonly Uint8Array[];

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const fromLatin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

export const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

export const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

/** The bytes as an agent: not blank and without what no product token contains, because such agents throw in most dialects. */
export const agentOf = (bytes: Uint8Array): string =>
  utf8(bytes)
    .replaceAll(/[;(]|:\/\//g, "/")
    .replace(/^[\0- ]*$/, "*");

/** Text only if the bytes are its UTF-8: what no string can say is asked as bytes alone. */
export function textOrUndefined(bytes: Uint8Array): string | undefined {
  const text = utf8(bytes);
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/** Text with lone surrogates where the bytes spell one as WTF-8 has it; other bytes that are not UTF-8 become U+FFFD. */
export const looseText = (bytes: Uint8Array): string =>
  latin1(bytes)
    .split(/(\xed[\xa0-\xbf][\x80-\xbf])/)
    .map((part, i) => (i % 2 === 0 ? utf8(fromLatin1(part)) : surrogateOf(part)))
    .join("");

const surrogateOf = (three: string): string =>
  String.fromCharCode(0xd000 | ((three.charCodeAt(1) & 63) << 6) | (three.charCodeAt(2) & 63));

export const inputOf = (...texts: readonly string[]): Input => texts.map(bytesOf);

export const toJson = (input: Input): string => JSON.stringify(input.map(latin1));

export function fromJson(text: string): Input {
  const parts: unknown = JSON.parse(text);
  if (!Array.isArray(parts) || parts.length === 0 || !parts.every((part) => typeof part === "string"))
    throw new TypeError(`input: expected a JSON array of strings; got ${text.slice(0, 60)}`);
  return parts.map(fromLatin1);
}

export const sizeOf = (input: Input): number => input.reduce((sum, { length }) => sum + length, 0);
