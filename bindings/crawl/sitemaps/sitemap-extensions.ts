/** What extensions of sitemaps say of a page: other languages (xhtml:link), images, videos and news, by local names, and bounded. */

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
  image: "images",
  video: "videos",
  news: "news",
};

type Lists = { [List in keyof SitemapExtensions]: SitemapExtensions[List][number][] };

const none = (): Lists => ({ alternates: [], images: [], videos: [], news: [] });

/** Follows the elements of an entry: `open` has the local names from the root on. */
export class ExtensionReader {
  #lists = none();
  #fields: Record<string, string> | undefined;
  #items = 0;
  #characters = 0;

  openTag(open: readonly string[], { rel, href, hreflang, media }: Readonly<Record<string, string>>): void {
    const name = open[2]!;
    if (open.length !== 3 || open[1] !== "url") return;
    if (name === "link" && rel === "alternate" && href !== undefined && this.#hasRoom(href.length))
      this.#lists.alternates.push({ url: href, ...(hreflang && { hreflang }), ...(media && { media }) });
    const list = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
    if (list === undefined || !this.#hasRoom(0)) return;
    this.#fields = Object.create(null) as Record<string, string>;
    this.#lists[list].push(this.#fields);
  }

  text(open: readonly string[], text: string): void {
    const fields = this.#fields;
    if (fields === undefined || open.length < 4) return;
    const more = text.trim();
    if (more === "" || !this.#hasRoom(more.length, 0)) return;
    const name = open.at(-1)!;
    fields[name] = name in fields ? `${fields[name]}, ${more}` : more;
  }

  closeTag(open: readonly string[]): void {
    if (open.length === 3) this.#fields = undefined;
  }

  #hasRoom(characters: number, items = 1): boolean {
    this.#items += items;
    this.#characters += characters;
    return !this.isOver;
  }

  /** Whether something was left out of the entry that is open. */
  get isOver(): boolean {
    return this.#items > MAX_ITEMS || this.#characters > MAX_CHARACTERS;
  }

  /** What the entry has; undefined if it has nothing. */
  take(): SitemapExtensions | undefined {
    const lists = this.#lists;
    const isEmpty = this.#items === 0;
    [this.#lists, this.#items, this.#characters] = [none(), 0, 0];
    return isEmpty ? undefined : lists;
  }
}
