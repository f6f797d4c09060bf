/** Values as a robots.txt can hold them. What cannot be written is refused, never changed in meaning. */
import { wrongType, wrongValue } from "../../../base/errors.ts";

function checkedText(name: string, value: unknown): string {
  if (typeof value !== "string") throw wrongType(name, "a string", value);
  if (/\p{Surrogate}/u.test(value)) throw wrongValue(name, "text without lone surrogates", JSON.stringify(value));
  return value;
}

/** Whether a user-agent line can name it. RFC 9309 has letters, `_` and `-`; digits and dots are in wide use. */
export const isWritableToken = (token: string): boolean => /^(?:\*|[A-Za-z0-9_.-]+)$/.test(token);

/** The product token of a user-agent line. */
export function encodeToken(name: string, value: unknown): string {
  const token = checkedText(name, value);
  if (isWritableToken(token)) return token;
  throw wrongValue(
    name,
    'a product token such as "ExampleBot", "*", or a row of robots-wasm/agents',
    JSON.stringify(token),
  );
}

const percentEncoded = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

/**
 * A path pattern. White space, control characters, `#` and everything beyond ASCII are percent-encoded, which changes no
 * match (RFC 9309 §2.2.2); unencoded, some of them would end the value.
 */
export function encodePattern(name: string, value: unknown): string {
  const pattern = checkedText(name, value);
  if (!/^[/*]/.test(pattern))
    throw wrongValue(name, 'a path pattern that starts with "/" or "*"', JSON.stringify(pattern));
  return pattern.replace(/[^\u0021\u0022\u0024-\u007e]+/g, percentEncoded);
}

/** The value of any other line. */
export function encodeValue(name: string, value: unknown): string {
  const text = checkedText(name, value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character ends or hides the line
  if (/[\u0000-\u0008\u000a-\u001f\u007f#]/.test(text) || text.trim() !== text || text === "")
    throw wrongValue(name, 'one line of text without "#" or control characters', JSON.stringify(text));
  return text;
}

/** The key of any other line. */
export function encodeKey(name: string, value: unknown): string {
  const key = checkedText(name, value);
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(key))
    throw wrongValue(name, "a key such as Content-Signal", JSON.stringify(key));
  if (/^(user-?agent|allow|disallow)$/i.test(key))
    throw wrongValue(name, "a key other than User-agent, Allow and Disallow, which have members of their own", key);
  return key;
}

/** An absolute http or https URL. */
export function encodeUrl(name: string, value: unknown): string {
  const text = value instanceof URL ? value.href : checkedText(name, value);
  if (/^https?:\/\/[^\s#]+$/i.test(text) && /^[\u0021-\u007e]+$/.test(text)) return text;
  throw wrongValue(name, "an absolute http or https URL without a fragment", JSON.stringify(text));
}

export function encodeDelay(name: string, value: unknown): string {
  if (typeof value !== "number") throw wrongType(name, "a number of seconds", value);
  if (value >= 0 && value <= 86_400) return String(Math.round(value * 1000) / 1000);
  throw wrongValue(name, "seconds from 0 to 86,400", value);
}

export const encodeComment = (name: string, value: unknown): string[] =>
  checkedText(name, value)
    .split(/\r\n|\n|\r/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: some readers end a line at a NUL
    .map((line) => `# ${line.replace(/[\u0000-\u001f\u007f]/g, " ")}`.trimEnd());
