/** What extensions of sitemaps say of a page: other languages (xhtml:link), images, videos and news, by local names, and bounded. */
import { type SitemapError, sitemapError } from "./sitemap-limits.ts";

/** A page in another language, or for another device. */
export interface SitemapAlternate {
  readonly url: string;
  readonly hreflang?: string;
  readonly media?: string;
}

/** The texts of an element by the local names of what is in it, such as `loc`, `title`. Those of one name are joined by a comma. */
export type SitemapFields = Readonly<Record<string, string>>;

/** What extensions say of a page, in the order of the file. Nobody has checked that texts are URLs. */
export interface SitemapExtensions {
  readonly alternates: readonly SitemapAlternate[];
  readonly images: readonly SitemapFields[];
  readonly videos: readonly SitemapFields[];
  readonly news: readonly SitemapFields[];
}

/** Of one entry. Google reads 1,000 images of a page. */
const MAX_ITEMS = 1000;
const MAX_CHARACTERS = 2 ** 16;

const LISTS: Readonly<Record<string, "images" | "videos" | "news">> = {
  "url/image": "images",
  "url/video": "videos",
  "url/news": "news",
};

/** Without `rel` a link is one (RFC 4287 §4.2.7). The word is also an IRI (§4.2.7.2), in any letter case. */
export const isAlternate = (rel: string | undefined): boolean =>
  !rel || /^(?:http:\/\/www\.iana\.org\/assignments\/relation\/)?alternate$/i.test(rel);

type Lists = { [List in keyof SitemapExtensions]: SitemapExtensions[List][number][] };

const none = (): Lists => ({ alternates: [], images: [], videos: [], news: [] });

/** What extensions say of the entry that is open, and what was left out of it. */
interface ExtensionsRead {
  readonly extensions?: SitemapExtensions;
  readonly faults: readonly SitemapError[];
}

/** Follows what is in an entry, by local names. */
export class ExtensionReader {
  #lists = none();
  /** Of the image, video or news that is open. */
  #fields: Record<string, string> | undefined;
  #items = 0;
  #characters = 0;
  #lacksUrl = false;

  /** @param place the entry and the element directly in it, as in `url/image`; empty for others. */
  open(place: string, { rel, href, hreflang, media }: Readonly<Record<string, string>>): void {
    if (place === "url/link" && isAlternate(rel)) {
      if (!href?.trim()) this.#lacksUrl = true;
      else if (this.#hasRoom(href.length))
        this.#lists.alternates.push({ url: href, ...(hreflang && { hreflang }), ...(media && { media }) });
    }
    const list = LISTS[place];
    if (list === undefined || !this.#hasRoom(0)) return;
    this.#fields = Object.create(null) as Record<string, string>;
    this.#lists[list].push(this.#fields);
  }

  /** Takes text of an element that is not directly in an entry. */
  text(name: string, text: string): void {
    const fields = this.#fields;
    if (fields === undefined) return;
    const more = text.trim();
    if (more === "" || !this.#hasRoom(more.length, 0)) return;
    fields[name] = name in fields ? `${fields[name]}, ${more}` : more;
  }

  /** An element directly in an entry ends. */
  close(): void {
    this.#fields = undefined;
  }

  #hasRoom(characters: number, items = 1): boolean {
    this.#items += items;
    this.#characters += characters;
    return !this.#isOver;
  }

  get #isOver(): boolean {
    return this.#items > MAX_ITEMS || this.#characters > MAX_CHARACTERS;
  }

  /** The extensions are absent if the entry has none. */
  take(): ExtensionsRead {
    const faults: SitemapError[] = [];
    if (this.#isOver) faults.push(tooMany());
    if (this.#lacksUrl) faults.push(sitemapError("url", "alternates with href", "one without"));
    const read = { faults, ...(this.#items > 0 && { extensions: this.#lists }) };
    [this.#lists, this.#items, this.#characters, this.#lacksUrl] = [none(), 0, 0, false];
    return read;
  }
}

const tooMany = (): SitemapError =>
  sitemapError(
    "entries",
    "at most 1,000 alternates, images, videos and news of an entry, in 65,536 characters",
    "more",
  );
