/**
 * Where a robots.txt lives and which URLs it governs (RFC 9309 §2.3): the ones of the same scheme, host and port.
 * Default ports, letter case and punycode are settled by the URL standard.
 */
import { textOfUrl } from "./checked.ts";
import { urlOf } from "./url.ts";

/** The URL of the robots.txt that governs `url`. @throws TypeError for what is no absolute URL with a host. */
export function robotsTxtUrl(url: string | URL): string {
  const { protocol, host } = absolute(url);
  return `${protocol}//${host}/robots.txt`;
}

/** Whether the file at `file` governs `url`; one that is not at `/robots.txt` governs nothing. */
export function governs(file: URL, url: string | URL): boolean {
  const parsed = urlOf(textOfUrl(url));
  if (file.pathname !== "/robots.txt" || parsed === undefined) return false;
  return parsed.host !== "" && parsed.protocol === file.protocol && parsed.host === file.host;
}

export function absolute(url: string | URL): URL {
  const parsed = urlOf(textOfUrl(url));
  if (parsed === undefined || parsed.host === "")
    throw new TypeError(`url: expected an absolute URL with a host; got ${String(url).slice(0, 200)}`);
  return parsed;
}
