/**
 * Which URLs a file governs: those with its scheme, host and port (RFC 9309 §2.3), in the form that URL parsers give them.
 * Parsing takes seven times as long as deciding, so most URLs are recognised without it.
 */
import { MAX_URL_BYTES } from "../../core/constants.ts";
import { urlOf } from "../../core/robots/url.ts";

/** The base of relative URLs: a name that no site has (RFC 2606 §2). */
const RELATIVE_BASE = "http://relative.invalid/";

/**
 * A path and query of printable ASCII without anything that a URL parser changes and the engine does not: a backslash, an
 * apostrophe (it is escaped in queries), and a segment that may be `.` or `..`.
 */
const UNCHANGED = "(?:/(?![.%])[!-&(-.0-[\\]-~]*)+$";

/** Matches URLs of the file's origin that are decided alike before and after they are parsed. */
function unchangedUrls({ protocol, origin }: URL): RegExp | undefined {
  if (protocol !== "http:" && protocol !== "https:") return undefined;
  return new RegExp(`^${origin.replace(/[^a-z\d:/]/g, "\\$&")}${UNCHANGED}`);
}

export class Governor {
  readonly #file: URL | undefined;
  readonly #unchanged: RegExp | undefined;

  constructor(url: string) {
    this.#file = urlOf(url, RELATIVE_BASE);
    this.#unchanged = this.#file && unchangedUrls(this.#file);
  }

  /** The URL as it is to be decided; undefined unless the file governs it. */
  governed(url: string): string | undefined {
    if (typeof url === "string" && url.length <= MAX_URL_BYTES && this.#unchanged?.test(url)) return url;
    return this.#parsed(url);
  }

  #parsed(url: string): string | undefined {
    const [file, parsed] = [this.#file, urlOf(url, RELATIVE_BASE)];
    const same = file !== undefined && parsed?.protocol === file.protocol && parsed.host === file.host;
    return same ? parsed.href : undefined;
  }
}
