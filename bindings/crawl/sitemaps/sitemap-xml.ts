/** A sitemap in XML: urlset and sitemapindex of sitemaps.org, RSS 2.0 and 1.0, Atom. */
import { urlOf } from "../../base/url.ts";
import { type XmlPackage, type XmlParser, xmlParser } from "../../base/xml-package.ts";
import { dateIn } from "./sitemap-date.ts";
import { ExtensionReader } from "./sitemap-extensions.ts";
import { BoundedUrl, type Found, type SitemapItem, type SitemapParser, shortened } from "./sitemap-item.ts";
import { inWords, type SitemapError, type SitemapLimits, sitemapError } from "./sitemap-limits.ts";

const ROOTS = new Set(["urlset", "sitemapindex", "rss", "RDF", "feed"]);
/** Of a page that a site serves in place of a sitemap that does not exist. */
const HTML = /^\s*(?:html|head|body)\b/i;

/** Elements that are one entry, and what they list. */
const CONTAINERS: Readonly<Record<string, SitemapItem["kind"]>> = {
  url: "page",
  sitemap: "sitemap",
  item: "page",
  entry: "page",
};

/** Entries that are nothing without a URL. Items and entries of feeds may have none. */
const NEEDS_URL = new Set(["urlset/url", "sitemapindex/sitemap"]);
/** Where the URL of an entry is, and when it changed. Other elements of these names, such as image:loc, have other parents. */
const URL_PLACES = new Set(["url/loc", "sitemap/loc", "item/link"]);
const DATE_PLACES = new Set(["url/lastmod", "sitemap/lastmod", "item/pubDate", "item/date", "entry/updated"]);
/** More than dates take: those of RFC 822 are the longest. */
const MAX_DATE_CHARACTERS = 64;

/** Mistakes after which a parser knows where it is: what readers of feeds go on after. */
const PASSABLE =
  /^(?:Invalid character (?:entity|in entity name)|Malformed comment|Unencoded <|Invalid attribute name|Attribute without value|Unquoted attribute value|No whitespace between attributes)/;

/** What the types of sax leave out. */
interface SaxState {
  error: Error | null;
  line: number;
  position: number;
  state: number;
  c: string;
  entity: string;
  textNode: string;
}

type States = Readonly<Record<"TEXT" | "TEXT_ENTITY", number>>;
const LOST_BRACKET = new Error("a bracket after a bare ampersand");

type Attributes = Readonly<Record<string, string>>;

export class SitemapXml implements SitemapParser {
  readonly #parser: XmlParser;
  readonly #states: States;
  readonly #limits: SitemapLimits;
  readonly #found: (item: Found) => void;
  readonly #open: string[] = [];
  /** What relative links of Atom are relative to, for each element that is open. */
  readonly #bases: (string | undefined)[];
  readonly #url: BoundedUrl;
  /** The text of a date, not a URL. */
  readonly #date = new BoundedUrl(MAX_DATE_CHARACTERS);
  /** The URLs of the entry that is open; one, as a rule. */
  #pending: Found[] = [];
  /** What an item of RSS links to if it has no `link` with text: `atom:link`, or else a `guid` that is a permalink. */
  #links: { readonly atom?: Found; readonly guid?: Found } = {};
  #isGuid = false;
  readonly #extensions: ExtensionReader | undefined;
  #attributes = 0;
  /** Why the text of the URL that is open is not exact. */
  #urlFault: string | undefined;
  /** The first mistake that was passed over. */
  #passed: SitemapError | undefined;

  /** @param base the URL of the sitemap, if it is known. */
  constructor(xml: XmlPackage, limits: SitemapLimits, found: (item: Found) => void, base?: string, extensions = false) {
    this.#parser = xmlParser(xml);
    this.#states = (xml as unknown as { readonly STATE: States }).STATE;
    this.#extensions = extensions ? new ExtensionReader() : undefined;
    this.#limits = limits;
    this.#found = found;
    this.#bases = [base];
    this.#url = new BoundedUrl(limits.maxUrlCharacters);
    this.#listen();
  }

  write(text: string): void {
    for (let rest = text; rest !== ""; ) rest = this.#writeUpToBracket(rest);
  }

  /** sax takes a bracket after a bare ampersand, as in `AT&T</title>`, for text. @returns what is to be written again from there. */
  #writeUpToBracket(text: string): string {
    const parser = this.#parser as unknown as SaxState;
    const start = parser.position;
    try {
      this.#parser.write(text);
      return "";
    } catch (error) {
      if (error !== LOST_BRACKET) throw error;
    }
    parser.textNode += `&${parser.entity}`;
    parser.entity = "";
    parser.state = this.#states.TEXT;
    return text.slice(parser.position-- - start - 1);
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
    const parser = this.#parser as unknown as SaxState;
    const error = sitemapError("format", "a sitemap in XML", `${message} in line ${parser.line + 1}`);
    if (!PASSABLE.test(message)) throw error;
    parser.error = null;
    this.#passed ??= error;
    if (this.#isUrl()) this.#urlFault ??= message;
    if (parser.state === this.#states.TEXT_ENTITY && parser.c === "<") throw LOST_BRACKET;
  }

  #isUrl(): boolean {
    const name = this.#open.at(-1);
    return (name === "loc" || name === "link" || name === "guid") && (this.#isGuid || URL_PLACES.has(this.#place()));
  }

  #countAttribute(): void {
    if (++this.#attributes > this.#limits.maxOpenTags) throw this.#tooMany("attributes of an element");
  }

  #openTag(name: string, attributes: Attributes): void {
    this.#attributes = 0;
    if (this.#open.length === 0 && !ROOTS.has(name))
      throw HTML.test(name)
        ? htmlError()
        : sitemapError("format", `a sitemap, with one of the elements ${[...ROOTS].join(", ")}`, shortened(name));
    if (this.#isUrl()) this.#urlFault ??= `the element ${shortened(name)}`;
    this.#open.push(name);
    if (this.#open.length > this.#limits.maxOpenTags) throw this.#tooMany("open elements");
    this.#extensions?.openTag(this.#open, attributes);
    this.#bases.push(this.#baseIn(attributes["xml:base"]));
    const place = this.#place();
    if (place === "entry/link" || place === "item/link") this.#openLink(place, attributes);
    else if (place === "item/guid") this.#isGuid = attributes["isPermaLink"] !== "false";
  }

  /** RFC 4287 §2: `xml:base` holds for the element and what is in it. */
  #baseIn(given: string | undefined): string | undefined {
    const outer = this.#bases.at(-1);
    return given === undefined ? outer : (urlOf(given, outer)?.href ?? outer);
  }

  /** Atom (RFC 4287 §4.2.7): without `rel` a link is the entry itself. */
  #openLink(place: string, { rel = "alternate", href }: Attributes): void {
    if (rel !== "alternate" || href === undefined) return;
    this.#url.add(href);
    const link = this.#resolved(this.#url.take("page"));
    if (place === "item/link") this.#links = { ...this.#links, ...(link && { atom: link }) };
    else if (link !== undefined) this.#keep(link);
  }

  /** Links of feeds may be relative (RFC 4287 §2; those of RSS are too, though it does not say to what). */
  #resolved(link: Found | undefined): Found | undefined {
    if (link === undefined || link.kind === "bad" || /^[a-z][a-z0-9+.-]*:/i.test(link.url)) return link;
    return { ...link, url: urlOf(link.url, this.#bases.at(-1))?.href ?? link.url };
  }

  #tooMany(what: string): Error {
    return sitemapError("nesting", `at most ${inWords(this.#limits.maxOpenTags)} ${what}`, "more");
  }

  /** The element that is open and its parent: `url/loc`. */
  #place(): string {
    return this.#open.slice(-2).join("/");
  }

  #text(text: string): void {
    this.#extensions?.text(this.#open, text);
    const place = this.#place();
    if (URL_PLACES.has(place) || (this.#isGuid && place === "item/guid")) this.#url.add(text);
    else if (DATE_PLACES.has(place)) this.#date.add(text);
  }

  #closeTag(): void {
    const place = this.#place();
    if (URL_PLACES.has(place)) this.#takeUrl(CONTAINERS[this.#open.at(-2)!]!);
    if (place === "item/guid") this.#takeGuid();
    this.#extensions?.closeTag(this.#open);
    const name = this.#open.pop()!;
    this.#bases.pop();
    if (Object.hasOwn(CONTAINERS, name)) this.#finishEntry(NEEDS_URL.has(place));
  }

  #takeGuid(): void {
    const guid = this.#isGuid ? this.#checked(this.#url.take("page")) : undefined;
    this.#isGuid = false;
    if (guid !== undefined) this.#links = { ...this.#links, guid };
  }

  #takeUrl(kind: SitemapItem["kind"]): void {
    const found = this.#checked(this.#url.take(kind));
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
    this.#pending.push(item);
    if (this.#pending.length > this.#limits.maxEntries) this.#finishEntry(false);
  }

  #finishEntry(needsUrl: boolean): void {
    const { atom, guid } = this.#links;
    const other = atom ?? guid;
    if (this.#pending.length === 0 && other !== undefined) this.#pending.push(other);
    if (atom !== undefined || guid !== undefined) this.#links = {};
    if (this.#pending.length === 0 && needsUrl)
      this.#pending.push({ kind: "bad", error: sitemapError("url", "an entry with a URL in <loc>", "none") });
    const told = { ...datedBy(this.#date.take("page")), ...this.#extended() };
    for (const item of this.#pending.splice(0)) this.#found(item.kind === "bad" ? item : { ...item, ...told });
  }

  /** What is beyond the bounds is told as an entry that is left out. */
  #extended(): Pick<SitemapItem, "extensions"> {
    if (this.#extensions?.isOver === true) this.#pending.push({ kind: "bad", error: tooMany() });
    const extensions = this.#extensions?.take();
    return extensions === undefined ? {} : { extensions };
  }
}

const tooMany = (): SitemapError =>
  sitemapError(
    "entries",
    "at most 1,000 alternates, images, videos and news of an entry, in 65,536 characters",
    "more",
  );

const htmlError = (): SitemapError => sitemapError("html", "a sitemap", "an HTML page");

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An entry with an unreadable date has none, but its text. */
function datedBy(text: Found | undefined): Pick<SitemapItem, "lastModified" | "lastModifiedText"> {
  if (text === undefined || text.kind === "bad") return {};
  const lastModified = dateIn(text.url);
  return lastModified === undefined ? { lastModifiedText: text.url } : { lastModified };
}
