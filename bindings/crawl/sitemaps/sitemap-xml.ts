/** A sitemap in XML: urlset and sitemapindex of sitemaps.org, RSS 2.0 and 1.0, Atom. */
import { urlOf } from "../../base/url.ts";
import { type XmlPackage, type XmlParser, xmlParser } from "../../base/xml-package.ts";
import { dateIn } from "./sitemap-date.ts";
import { ExtensionReader, isAlternate } from "./sitemap-extensions.ts";
import { BoundedUrl, type Found, type SitemapItem, type SitemapParser, shortened } from "./sitemap-item.ts";
import { inWords, type SitemapError, type SitemapLimits, sitemapError } from "./sitemap-limits.ts";
import { XmlMistakes } from "./xml-mistakes.ts";

/** The entries of a format, and what is told if no entry is open: it may have been meant as one. */
interface Format {
  readonly entries: readonly string[];
  readonly meant: RegExp;
}

const SITEMAP: Format = { entries: ["url", "sitemap"], meant: /^(?:url|sitemap|loc|item|entry)$/i };
const FEED: Format = { entries: ["item", "entry"], meant: /^(?:item|entry)$/i };
const ROOTS: Readonly<Record<string, Format>> = {
  urlset: SITEMAP,
  sitemapindex: SITEMAP,
  rss: FEED,
  RDF: FEED,
  feed: FEED,
};
/** Of a page that a site serves in place of a sitemap that does not exist. */
const HTML = /^\s*(?:html|head|body)\b/i;

/** An entry that is open, at a depth of elements. */
interface OpenEntry {
  readonly depth: number;
  hasUrl: boolean;
}

/** What the text of an element directly in an entry is; that of links and guids depends on their attributes. */
const READS: Readonly<Record<string, "url" | "date">> = {
  "url/loc": "url",
  "sitemap/loc": "url",
  "url/lastmod": "date",
  "sitemap/lastmod": "date",
  "item/pubDate": "date",
  "item/date": "date",
  "entry/updated": "date",
};
/** More than dates take: those of RFC 822 are the longest. */
const MAX_DATE_CHARACTERS = 64;

type Attributes = Readonly<Record<string, string>>;
type Dated = Pick<SitemapItem, "lastModified" | "lastModifiedText">;
const NONE = {};

export class SitemapXml implements SitemapParser {
  readonly #parser: XmlParser;
  readonly #mistakes: XmlMistakes;
  readonly #limits: SitemapLimits;
  readonly #found: (item: Found) => void;
  readonly #open: string[] = [];
  /** What relative links are relative to, at the depth from which it holds. */
  readonly #bases: { readonly depth: number; readonly href: string | undefined }[];
  readonly #url: BoundedUrl;
  /** The text of a date, not a URL. */
  readonly #date = new BoundedUrl(MAX_DATE_CHARACTERS);
  #format = SITEMAP;
  /** One, unless entries stand in entries by mistake. */
  readonly #entries: OpenEntry[] = [];
  /** The URLs of the entry that is open; one, as a rule. */
  #pending: Found[] = [];
  #dated: Dated = NONE;
  /** What an item of RSS links to if it has no `link` with text: `atom:link`, or else a `guid` that is a permalink. */
  #links: { readonly atom?: Found; readonly guid?: Found } = NONE;
  /** What the text is of what is open directly in the entry. */
  #reads: "url" | "date" | "guid" | undefined;
  readonly #extensions: ExtensionReader | undefined;
  #attributes = 0;
  /** Why the text of the URL that is open is not exact. */
  #urlFault: string | undefined;
  /** The first mistake that was passed over. */
  #passed: SitemapError | undefined;

  /** @param base the URL of the sitemap, if it is known. */
  constructor(xml: XmlPackage, limits: SitemapLimits, found: (item: Found) => void, base?: string, extensions = false) {
    this.#parser = xmlParser(xml);
    this.#mistakes = new XmlMistakes(xml, this.#parser);
    this.#extensions = extensions ? new ExtensionReader() : undefined;
    this.#limits = limits;
    this.#found = found;
    this.#bases = [{ depth: 0, href: base }];
    this.#url = new BoundedUrl(limits.maxUrlCharacters);
    this.#listen();
  }

  write(text: string): void {
    this.#mistakes.write(text);
  }

  end(): void {
    this.#parser.close();
    if (this.#passed !== undefined) throw this.#passed;
  }

  #listen(): void {
    const parser = this.#parser;
    parser.onattribute = () => this.#countAttribute();
    parser.onopentag = ({ name, attributes }) => this.#openTag(localName(name), attributes as Attributes);
    parser.ontext = parser.oncdata = (text) => this.#text(text);
    parser.onclosetag = () => this.#closeTag();
    parser.ondoctype = (doctype) => {
      throw HTML.test(doctype) ? htmlError() : sitemapError("doctype", "a sitemap without a DOCTYPE", "one with");
    };
    parser.onerror = ({ message }) => this.#fail(message.split("\n")[0]!.slice(0, 200));
  }

  /** Goes on after a mistake that loses nothing but itself. Only the text of a URL has to be exact. */
  #fail(message: string): void {
    const error = (): SitemapError =>
      sitemapError("format", "a sitemap in XML", `${message} in line ${this.#mistakes.line}`);
    if (!this.#mistakes.isPassable(message)) throw error();
    this.#passed ??= error();
    if (this.#readsUrl()) this.#urlFault ??= message;
    this.#mistakes.goOn();
  }

  #readsUrl(): boolean {
    return this.#reads === "url" || this.#reads === "guid";
  }

  #countAttribute(): void {
    if (++this.#attributes > this.#limits.maxOpenTags) throw this.#tooMany("attributes of an element");
  }

  #openTag(name: string, attributes: Attributes): void {
    this.#attributes = 0;
    if (this.#open.length === 0) this.#format = formatOf(name);
    if (this.#readsUrl()) this.#urlFault ??= `the element ${shortened(name)}`;
    const isEntry = this.#isEntry(name);
    this.#open.push(name);
    if (this.#open.length > this.#limits.maxOpenTags) throw this.#tooMany("open elements");
    if (attributes["xml:base"] !== undefined) this.#openBase(attributes["xml:base"]);
    if (isEntry) this.#openEntry();
    else if (this.#isChild()) this.#openChild(`${this.#open.at(-2)}/${name}`, attributes);
  }

  /** An entry may stand in another one by mistake, but not in what that one says of itself. */
  #isEntry(name: string): boolean {
    const { entries, meant } = this.#format;
    const entry = this.#entries.at(-1);
    return entry === undefined ? meant.test(name) : entry.depth === this.#open.length && entries.includes(name);
  }

  #openChild(place: string, attributes: Attributes): void {
    this.#extensions?.open(place, attributes);
    if (place === "entry/link" || place === "item/link") this.#openLink(place, attributes);
    else if (place === "item/guid") this.#reads = attributes["isPermaLink"] === "false" ? undefined : "guid";
    else this.#reads = READS[place];
  }

  /** RFC 4287 §2: `xml:base` holds for the element and what is in it. */
  #openBase(given: string): void {
    const outer = this.#base;
    this.#bases.push({ depth: this.#open.length, href: urlOf(given, outer)?.href ?? outer });
  }

  get #base(): string | undefined {
    return this.#bases.at(-1)!.href;
  }

  /** RSS has its URL as text, and so have some writers of Atom. */
  #openLink(place: string, { rel, href }: Attributes): void {
    if (!isAlternate(rel)) return;
    if (href === undefined) {
      this.#reads = "url";
      return;
    }
    this.#url.add(href);
    const link = this.#resolved(this.#url.take("page"));
    if (place === "item/link") this.#links = { ...this.#links, ...(link && { atom: link }) };
    else if (link !== undefined) this.#keep(link);
  }

  /** Links of feeds may be relative (RFC 4287 §2; those of RSS are too, though it does not say to what). */
  #resolved(link: Found | undefined): Found | undefined {
    if (link === undefined || link.kind === "bad" || /^[a-z][a-z0-9+.-]*:/i.test(link.url)) return link;
    return { ...link, url: urlOf(link.url, this.#base)?.href ?? link.url };
  }

  #tooMany(what: string): Error {
    return sitemapError("nesting", `at most ${inWords(this.#limits.maxOpenTags)} ${what}`, "more");
  }

  /** Whether what is open is directly in an entry. */
  #isChild(): boolean {
    return this.#entries.at(-1)?.depth === this.#open.length - 1;
  }

  #text(text: string): void {
    if (this.#readsUrl()) this.#url.add(text);
    else if (this.#reads === "date") this.#date.add(text);
    else if (!this.#isChild()) this.#extensions?.text(this.#open.at(-1)!, text);
  }

  #closeTag(): void {
    const depth = this.#open.length;
    if (this.#isChild()) this.#closeChild();
    else if (this.#entries.at(-1)?.depth === depth) this.#closeEntry();
    if (this.#bases.at(-1)!.depth === depth) this.#bases.pop();
    this.#open.pop();
  }

  #closeChild(): void {
    if (this.#reads === "url") this.#takeUrl();
    else if (this.#reads === "date") this.#takeDate();
    else if (this.#reads === "guid") this.#takeGuid();
    this.#reads = undefined;
    this.#extensions?.close();
  }

  /** The first date that can be read, or else the first text. */
  #takeDate(): void {
    const [date, known] = [datedBy(this.#date.take("page")), this.#dated];
    if (known.lastModified === undefined) this.#dated = date.lastModified === undefined ? { ...date, ...known } : date;
  }

  #takeGuid(): void {
    const guid = this.#checked(this.#url.take("page"));
    if (guid !== undefined) this.#links = { ...this.#links, guid };
  }

  #takeUrl(): void {
    const found = this.#checked(this.#url.take(this.#open.at(-2) === "sitemap" ? "sitemap" : "page"));
    const item = this.#open.at(-1) === "link" ? this.#resolved(found) : found;
    if (item !== undefined) this.#keep(item);
  }

  /** A URL whose text is not exact is one that nobody wrote. */
  #checked(item: Found | undefined): Found | undefined {
    const fault = this.#urlFault;
    this.#urlFault = undefined;
    return fault === undefined ? item : { kind: "bad", error: sitemapError("url", "the text of a URL alone", fault) };
  }

  #keep(item: Found): void {
    this.#entries.at(-1)!.hasUrl = true;
    this.#pending.push(item);
    if (this.#pending.length > this.#limits.maxEntries) this.#hand();
  }

  #openEntry(): void {
    this.#hand();
    this.#entries.push({ depth: this.#open.length, hasUrl: false });
  }

  #closeEntry(): void {
    const { atom, guid } = this.#links;
    const other = atom ?? guid;
    if (other !== undefined && !this.#entries.at(-1)!.hasUrl) this.#keep(other);
    this.#hand();
    if (!this.#entries.pop()!.hasUrl)
      this.#found({ kind: "bad", error: sitemapError("url", "an entry with a URL", "none") });
  }

  /** Hands on what the entry that is open lists, with what it says of that so far. */
  #hand(): void {
    const told = this.#extensions === undefined ? this.#dated : { ...this.#dated, ...this.#extended(this.#extensions) };
    this.#dated = NONE;
    this.#links = NONE;
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    for (const item of pending) this.#found(item.kind === "bad" || told === NONE ? item : { ...item, ...told });
  }

  /** What was left out of them is told as an entry that is left out. */
  #extended(reader: ExtensionReader): Pick<SitemapItem, "extensions"> {
    const { faults, extensions } = reader.take();
    for (const error of faults) this.#pending.push({ kind: "bad", error });
    return extensions === undefined ? {} : { extensions };
  }
}

/** @throws SitemapError */
function formatOf(root: string): Format {
  if (Object.hasOwn(ROOTS, root)) return ROOTS[root]!;
  const expected = `a sitemap, with one of the elements ${Object.keys(ROOTS).join(", ")}`;
  throw HTML.test(root) ? htmlError() : sitemapError("format", expected, shortened(root));
}

const htmlError = (): SitemapError => sitemapError("html", "a sitemap", "an HTML page");

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An entry with an unreadable date has none, but its text. */
function datedBy(text: Found | undefined): Dated {
  if (text === undefined || text.kind === "bad") return {};
  const lastModified = dateIn(text.url);
  return lastModified === undefined ? { lastModifiedText: text.url } : { lastModified };
}
