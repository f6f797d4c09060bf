/**
 * Reads a sitemap in pieces, without IO and in bounded memory: XML of sitemaps.org, RSS, Atom, or one URL a line. Bytes are
 * pushed after decompression.
 */
import { concat } from "../../base/little-endian.ts";
import { hasUtf16Mark } from "../../base/utf8.ts";
import type { XmlPackage } from "../../base/xml-package.ts";
import type { Found, SitemapParser } from "./sitemap-item.ts";
import { inWords, SITEMAP_LIMITS, type SitemapLimits, sitemapError } from "./sitemap-limits.ts";
import { SitemapLines } from "./sitemap-lines.ts";
import { SitemapXml } from "./sitemap-xml.ts";

/** sax checks the length of its texts after each piece, so one can be longer by a piece. */
const PIECE_BYTES = 2 ** 16;

const NONE = new Uint8Array();

const joined = (held: Uint8Array, more: Uint8Array): Uint8Array => (held.length === 0 ? more : concat([held, more]));

/** XML 1.0 §2.2 requires UTF-8 and UTF-16; UTF-16 begins with a byte order mark (§4.3.3). */
const decoderFor = (bytes: Uint8Array): TextDecoder =>
  new TextDecoder(hasUtf16Mark(bytes) ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8");

export class SitemapReader {
  readonly #xml: XmlPackage;
  readonly #limits: SitemapLimits;
  readonly #onFound: (item: Found) => void;
  readonly #base: string | undefined;
  readonly #extensions: boolean;
  /** Chosen by the first two bytes, which are held until there are two. */
  #decoder: TextDecoder | undefined;
  #held: Uint8Array = new Uint8Array();
  #parser: SitemapParser | undefined;
  #bytes = 0;
  #entries = 0;
  #failure: { readonly error: unknown } | undefined;

  /**
   * @param onFound called for every entry, in the order of the file, before a call throws.
   * @param base the URL of the sitemap, if it is known: links of Atom may be relative.
   */
  constructor(
    xml: XmlPackage,
    onFound: (item: Found) => void,
    limits: Partial<SitemapLimits> = {},
    base?: string,
    extensions = false,
  ) {
    this.#xml = xml;
    this.#base = base;
    this.#extensions = extensions;
    this.#onFound = onFound;
    this.#limits = { ...SITEMAP_LIMITS, ...limits };
  }

  /** @throws SitemapError for a file that is not a sitemap, is damaged or beyond a limit, and again at every later call. */
  push(bytes: Uint8Array): void {
    this.#guard(() => {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) this.#read(bytes.subarray(at, at + PIECE_BYTES));
    });
  }

  /** The file has ended. @throws SitemapError, also if the file is not complete. */
  end(): void {
    this.#guard(() => {
      const rest = this.#held;
      this.#write((this.#decoder ?? decoderFor(rest)).decode(this.#decoder === undefined ? rest : undefined));
      if (this.#parser === undefined) throw sitemapError("format", "a sitemap", "an empty file");
      this.#parser.end();
    });
  }

  /** Parsers are in no state to go on after an error. */
  #guard(read: () => void): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    try {
      read();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  #read(piece: Uint8Array): void {
    const { maxBytes } = this.#limits;
    const read = joined(this.#held, piece.subarray(0, maxBytes - this.#bytes));
    this.#bytes += piece.length;
    if (this.#decoder === undefined && read.length >= 2) this.#decoder = decoderFor(read);
    this.#held = this.#decoder === undefined ? read : NONE;
    if (this.#decoder !== undefined) this.#write(this.#decoder.decode(read, { stream: true }));
    if (this.#bytes > maxBytes)
      throw sitemapError("bytes", `at most ${inWords(maxBytes)} bytes after decompression`, "more");
  }

  #write(text: string): void {
    const more = this.#parser === undefined ? text.trimStart() : text;
    if (more === "") return;
    this.#parser ??= this.#parserFor(more[0]!);
    this.#parser.write(more);
  }

  #parserFor(first: string): SitemapParser {
    if (first === "\uFFFD" || first === "\0")
      throw sitemapError("format", "a sitemap in UTF-8, or in UTF-16 with a byte order mark", "other bytes");
    const found = (item: Found): void => this.#take(item);
    return first === "<"
      ? new SitemapXml(this.#xml, this.#limits, found, this.#base, this.#extensions)
      : new SitemapLines(this.#limits, found);
  }

  #take(item: Found): void {
    const { maxEntries } = this.#limits;
    if (++this.#entries > maxEntries) throw sitemapError("entries", `at most ${inWords(maxEntries)} URLs`, "more");
    this.#onFound(item);
  }
}
