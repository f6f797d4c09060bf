/** The public `parse`. What a site answered may be any line; what a program passes as text may be a mistake. */
import { wrongValue } from "../../base/errors.ts";
import { noOptions, type ParseOptions, parse as parseText, type RobotsTxt } from "./robots-txt.ts";

/**
 * Parses a robots.txt. Never throws because of the content of the file. Linear in the bytes that are read.
 * @param body text, or bytes in UTF-8 (or in UTF-16 with a byte order mark). Bytes are not copied: do not change them while
 *   the result is in use. The rules that `agent` returns do not depend on them.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for
 *   an invalid body or invalid options. Text that is the path or URL of a robots.txt is such a body; bytes never are, so pass
 *   what a site answered as bytes.
 * @example
 * ```ts
 * import { parse } from "robots-wasm";
 *
 * parse("User-agent: *\nDissallow: /a").isAllowed("/a", "ExampleBot"); // true
 * parse("User-agent: *\nDissallow: /a", { leniency: { typos: true } }).isAllowed("/a", "ExampleBot"); // false
 * parse("User-agent: *\nDissallow: /a", { dialect: "google" }).isAllowed("/a", "ExampleBot"); // false
 * ```
 */
export function parse(body: string | Uint8Array, options: ParseOptions = noOptions): RobotsTxt {
  if (typeof body === "string" && isName(body))
    throw wrongValue("body", "the content of a robots.txt; did you mean readFile or fetch?", JSON.stringify(body));
  return parseText(body, options);
}

/** Whether the text is the path or the URL of a robots.txt, and not a line such as `Disallow: /robots.txt`. */
const isName = (text: string): boolean =>
  /(?:^|[/\\])robots\.txt$/i.test(text.slice(-11)) && !/[\r\n]|^\s*[\w -]{2,}:(?!\/\/)/.test(text);
