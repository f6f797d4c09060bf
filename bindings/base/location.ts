/**
 * Where a robots.txt is and which URLs it governs (RFC 9309 §2.3): those with the same scheme, host and port. The URL
 * parser normalises default ports, letter case and punycode.
 */

import { textOfUrl } from "./arguments.ts";
import { withCode } from "./errors.ts";
import { urlOf } from "./url.ts";

/**
 * The URL of the robots.txt that governs `url`.
 * @throws TypeError (ERR_INVALID_URL) unless `url` is an absolute URL with a host.
 * @example
 * ```ts
 * import { robotsTxtUrl } from "robots-wasm";
 *
 * robotsTxtUrl("https://Example.com:443/a?b#c"); // "https://example.com/robots.txt"
 * ```
 */
export function robotsTxtUrl(url: string | URL): string {
  const { protocol, host } = absolute(url);
  return `${protocol}//${host}/robots.txt`;
}

/** Whether the file at `file` governs `url`. A file that is not at `/robots.txt` governs nothing. */
export function governs(file: URL, url: string | URL): boolean {
  const parsed = urlOf(textOfUrl(url));
  if (file.pathname !== "/robots.txt" || parsed === undefined) return false;
  return parsed.host !== "" && parsed.protocol === file.protocol && parsed.host === file.host;
}

/** @throws TypeError unless `url` is an absolute URL with a host. */
export function absolute(url: string | URL): URL {
  const parsed = urlOf(textOfUrl(url));
  if (parsed === undefined || parsed.host === "")
    throw withCode(
      new TypeError(`url: expected an absolute URL with a host; got ${String(url).slice(0, 200)}`),
      "ERR_INVALID_URL",
    );
  return parsed;
}
