/** What the parts of the engine should do, written to be read: naive functions that know nothing of blocks, tables and budgets. */
import type { Form } from "./memory.ts";

/** LF, CR and `#` end the text of a line in every dialect. */
export const MARKS_WITH: readonly number[] = [0x0a, 0x0d, 0x23];

export const naiveUtf8 = (units: readonly number[]): Buffer => Buffer.from(String.fromCharCode(...units), "utf8");

const escapeOf = (byte: number): string => `%${(256 + byte).toString(16).slice(1).toUpperCase()}`;

/** How `naiveCanonical` spells: the form, and the flags that belong to it. */
export interface Spelling extends Form {
  readonly upperCase: boolean;
  /** Whether `*` becomes a wildcard. */
  readonly wildcards: boolean;
}

/** RFC 9309 §2.2.2, byte by byte. The text has one character for each byte. */
export function naiveCanonical(
  text: string,
  form: Spelling,
  decodesQuery: boolean,
): { text: string; isSecond: boolean } {
  const query = text.indexOf("?");
  let isSecond = false;
  const spelled = text.replace(/%([\da-f]{2})|./gis, (written: string, digits: string | undefined, at: number) => {
    const byte = digits === undefined ? written.charCodeAt(0) : Number.parseInt(digits, 16);
    if (digits === undefined) {
      if (form.encode.includes(byte)) return escapeOf(byte);
      return form.wildcards && written === "*" ? "\0" : written;
    }
    const equalsByte = query >= 0 && at > query && form.decodeInQuery.includes(byte);
    if (form.decode.includes(byte) || (equalsByte && decodesQuery)) return String.fromCharCode(byte);
    isSecond ||= equalsByte;
    return form.upperCase ? escapeOf(byte) : written;
  });
  return { text: spelled, isSecond };
}

/** The bytes of `http(s)://HOST/`, or 0. */
export const naiveOrigin = (url: string): number => /^https?:\/\/[^/?;#]+\//.exec(url)?.[0].length ?? 0;

/** RFC 3986 §3.1: a scheme, `://`, and a host that is not empty; or a path. */
export const naiveIsUrl = (url: string): boolean => /^(\/|[a-z][a-z\d+.-]*:\/\/[^/?;#])/i.test(url);

/** The path from the first of `/ ? ;` after `SCHEME://`, with `/` before it, or "" for a URL without one (google/robotstxt). */
export function naivePath(url: string, skipsSlashes: boolean): string {
  if (url.startsWith("/") && !(skipsSlashes && url.startsWith("//"))) return url;
  const rest = url.replace(/^\/\//, "").replace(/^[^/?;#]*:\/\//, "");
  const path = /[/?;#].*$/s.exec(rest)?.[0] ?? "";
  return path === "" || path.startsWith("#") ? "" : path.startsWith("/") ? path : `/${path}`;
}

/** Whether URL parsers change nothing of the rest but percent-encoding. */
export const naiveIsPlain = (rest: string): boolean => !/[\0- '\\]/.test(rest) && !/\/[.%]/.test(`/${rest}`);
