/** A sitemap in XML: urlset and sitemapindex of sitemaps.org, RSS 2.0 and 1.0, Atom. Needs the package sax. */
import sax from "sax";
import { BoundedUrl, type Found, type SitemapItem, type SitemapParser, shortened } from "./sitemap-item.ts";
import { inWords, type SitemapLimits, sitemapError } from "./sitemap-limits.ts";

const ROOTS = new Set(["urlset", "sitemapindex", "rss", "RDF", "feed"]);

/** Elements that are one entry, and what they list. */
const CONTAINERS: Readonly<Record<string, SitemapItem["kind"]>> = {
  url: "page",
  sitemap: "sitemap",
  item: "page",
  entry: "page",
};

/** Where the URL of an entry is, and when it changed. Other elements of these names, such as image:loc, have other parents. */
const URL_PLACES = new Set(["url/loc", "sitemap/loc", "item/link"]);
const DATE_PLACES = new Set(["url/lastmod", "sitemap/lastmod", "item/pubDate", "item/date", "entry/updated"]);
/** More than dates take: those of RFC 822 are the longest. */
const MAX_DATE_CHARACTERS = 64;

export class SitemapXml implements SitemapParser {
  readonly #parser = sax.parser(true);
  readonly #limits: SitemapLimits;
  readonly #found: (item: Found) => void;
  readonly #open: string[] = [];
  readonly #url: BoundedUrl;
  /** The text of a date, not a URL. */
  readonly #date = new BoundedUrl(MAX_DATE_CHARACTERS);
  /** The URLs of the entry that is open; one, as a rule. */
  #pending: Found[] = [];
  #attributes = 0;

  constructor(limits: SitemapLimits, found: (item: Found) => void) {
    this.#limits = limits;
    this.#found = found;
    this.#url = new BoundedUrl(limits.maxUrlCharacters);
    this.#listen();
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): void {
    this.#parser.close();
  }

  #listen(): void {
    const parser = this.#parser;
    parser.onattribute = () => this.#countAttribute();
    parser.onopentag = ({ name, attributes }) => this.#openTag(localName(name), attributes as Record<string, string>);
    parser.ontext = parser.oncdata = (text) => this.#text(text);
    parser.onclosetag = () => this.#closeTag();
    parser.ondoctype = () => {
      throw sitemapError("doctype", "a sitemap without a DOCTYPE", "one with");
    };
    parser.onerror = ({ message }) => {
      throw sitemapError("format", "a sitemap in XML", message.split("\n")[0]!.slice(0, 200));
    };
  }

  #countAttribute(): void {
    if (++this.#attributes > this.#limits.maxOpenTags) throw this.#tooMany("attributes of an element");
  }

  #openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#attributes = 0;
    if (this.#open.length === 0 && !ROOTS.has(name))
      throw sitemapError("format", `a sitemap, with one of the elements ${[...ROOTS].join(", ")}`, shortened(name));
    this.#open.push(name);
    if (this.#open.length > this.#limits.maxOpenTags) throw this.#tooMany("open elements");
    // Atom (RFC 4287 §4.2.7): without `rel` a link is the entry itself.
    const { rel = "alternate", href } = attributes;
    if (this.#place() !== "entry/link" || rel !== "alternate" || href === undefined) return;
    this.#url.add(href);
    this.#takeUrl("page");
  }

  #tooMany(what: string): Error {
    return sitemapError("nesting", `at most ${inWords(this.#limits.maxOpenTags)} ${what}`, "more");
  }

  /** The element that is open and its parent: `url/loc`. */
  #place(): string {
    return this.#open.slice(-2).join("/");
  }

  #text(text: string): void {
    const place = this.#place();
    if (URL_PLACES.has(place)) this.#url.add(text);
    else if (DATE_PLACES.has(place)) this.#date.add(text);
  }

  #closeTag(): void {
    if (URL_PLACES.has(this.#place())) this.#takeUrl(CONTAINERS[this.#open.at(-2)!]!);
    const name = this.#open.pop()!;
    if (Object.hasOwn(CONTAINERS, name)) this.#finishEntry();
  }

  #takeUrl(kind: SitemapItem["kind"]): void {
    const item = this.#url.take(kind);
    if (item === undefined) return;
    this.#pending.push(item);
    if (this.#pending.length > this.#limits.maxEntries) this.#finishEntry();
  }

  #finishEntry(): void {
    const lastModified = dateOf(this.#date.take("page"));
    for (const item of this.#pending.splice(0))
      this.#found(item.kind === "bad" || lastModified === undefined ? item : { ...item, lastModified });
  }
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An unreadable date is ignored: the entry has no date then. */
function dateOf(text: Found | undefined): Date | undefined {
  if (text === undefined || text.kind === "bad") return undefined;
  const date = new Date(text.url);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
