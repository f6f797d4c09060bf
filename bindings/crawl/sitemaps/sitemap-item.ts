/** What a sitemap lists, and the text of its URLs in bounded memory. */
import type { SitemapExtensions } from "./sitemap-extensions.ts";
import { inWords, type SitemapError, sitemapError } from "./sitemap-limits.ts";

/** A page, or in an index a further sitemap. */
export interface SitemapItem {
  readonly kind: "page" | "sitemap";
  /** As the file has it, without white space around it; nobody has checked that it is a URL. */
  readonly url: string;
  readonly lastModified?: Date;
  /** The text of a date that cannot be read. */
  readonly lastModifiedText?: string;
  readonly extensions?: SitemapExtensions;
}

/** An entry that is left out. */
export interface BadItem {
  readonly kind: "bad";
  readonly error: SitemapError;
}

export type Found = SitemapItem | BadItem;

/** Reads text in pieces: calls back for entries, and throws a SitemapError for what ends the file. */
export interface SitemapParser {
  write(text: string): void;
  end(): void;
}

/** The text of a URL that comes in pieces. What is too long is not kept. */
export class BoundedUrl {
  readonly #maxCharacters: number;
  #text = "";

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  add(more: string): void {
    if (this.#text.length > this.#maxCharacters) return;
    this.#text = (this.#text + more).trimStart().slice(0, this.#maxCharacters + 1);
  }

  /** Empties it. @returns undefined if there was no text. */
  take(kind: SitemapItem["kind"]): Found | undefined {
    const text = this.#text;
    this.#text = "";
    if (text === "") return undefined;
    if (text.length <= this.#maxCharacters) return { kind, url: text.trimEnd() };
    const expected = `a URL of at most ${inWords(this.#maxCharacters)} characters`;
    return { kind: "bad", error: sitemapError("url-length", expected, `a longer one, ${shortened(text)}`) };
  }
}

/** The beginning of a stranger's text, for messages. */
export const shortened = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
