/** Reads a licence document. Hostile XML ends in an error: no DOCTYPE, and bounds on size, depth, elements and texts. Linear. */
import type sax from "sax";
import { withCode, wrongType } from "../../../base/errors.ts";
import { namingPackage } from "../../../base/optional-package.ts";
import { shorten } from "../../../base/shorten.ts";
import type { RslDocument, RslLicense, RslPayment, RslTerms } from "./document.ts";

/** Characters of a document. */
const MAX_LENGTH = 1_048_576;
/** Elements that are open at a time, and attributes of one. RSL has five. */
const MAX_OPEN = 64;
/** Elements in all. */
const MAX_ELEMENTS = 20_000;
/** Characters of one text; the values of one element. */
const MAX_TEXT = 8192;

/** The namespace of RSL 1.0. Elements of other namespaces are skipped. */
const NAMESPACE = "https://rslstandard.org/rsl";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type OpenPayment = Mutable<Omit<RslPayment, "standard" | "custom">> & { standard: string[]; custom: string[] };
type OpenLicense = { permits: RslTerms[]; prohibits: RslTerms[]; payments: RslPayment[] };

/**
 * Reads a licence document of RSL 1.0. Elements that the specification does not have are skipped. It loads the package sax.
 * @param xml the document, as text.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string; Error (ERR_RSL) for a document that is not RSL or exceeds a
 *   limit; Error (ERR_MISSING_PACKAGE) without the package sax.
 */
export async function parseRsl(xml: string): Promise<RslDocument> {
  if (typeof xml !== "string") throw wrongType("xml", "a string", xml);
  if (xml.length > MAX_LENGTH) throw rslError(`at most ${MAX_LENGTH} characters`, "more");
  const reader = new RslReader(await loadSax());
  reader.read(xml.replace(/^\uFEFF/, ""));
  return { contents: reader.contents };
}

/** Bundlers let a package be absent whose `import()` has a `catch`. */
const loadSax = async (): Promise<typeof sax> =>
  (
    await import("sax").catch((error) => {
      throw namingPackage("sax", "licence documents", error);
    })
  ).default;

const rslError = (expected: string, got: string): Error =>
  withCode(new Error(`expected ${expected}; got ${got}`), "ERR_RSL");

type Attributes = Readonly<Record<string, sax.QualifiedAttribute>>;
type OpenContent = Mutable<Omit<RslDocument["contents"][number], "licenses">> & { licenses: RslLicense[] };

class RslReader {
  readonly contents: OpenContent[] = [];
  readonly #parser: sax.SAXParser;
  /** The names of the open elements; empty for elements that are not RSL. */
  readonly #open: string[] = [];
  #elements = 0;
  #attributes = 0;
  #text = "";
  #license: OpenLicense | undefined;
  #payment: OpenPayment | undefined;
  /** The attributes of the element whose text is read. */
  #current: Attributes = {};

  constructor({ parser }: typeof sax) {
    this.#parser = parser(true, { xmlns: true });
  }

  read(xml: string): void {
    const parser = this.#parser;
    parser.onattribute = () => {
      if (++this.#attributes > MAX_OPEN) throw rslError(`at most ${MAX_OPEN} attributes of an element`, "more");
    };
    parser.onopentag = (tag) => this.#openTag(tag as sax.QualifiedTag);
    parser.ontext = parser.oncdata = (text) => this.#addText(text);
    parser.onclosetag = () => this.#closeTag();
    parser.ondoctype = () => {
      throw rslError("a licence document without a DOCTYPE", "one with");
    };
    parser.onerror = ({ message }) => {
      throw rslError("a licence document in XML", shorten(message.split("\n")[0]!, 200));
    };
    parser.write(xml).close();
    if (this.#elements === 0) throw rslError("the element rsl", "no element");
  }

  /** `rsl/content/license`: the open elements. So nothing inside an element that is skipped is taken for a part of another. */
  get #place(): string {
    return this.#open.join("/");
  }

  #openTag({ local, uri, attributes }: sax.QualifiedTag): void {
    this.#attributes = 0;
    const isOurs = uri === NAMESPACE || uri === "";
    if (++this.#elements === 1 && !(local === "rsl" && isOurs)) throw rslError("the element rsl", shorten(local));
    // sax reads on after the root has ended, though XML 1.0 §2.1 allows one root only.
    if (this.#elements > 1 && this.#open.length === 0) throw rslError("one element rsl", `also ${shorten(local)}`);
    if (this.#elements > MAX_ELEMENTS) throw rslError(`at most ${MAX_ELEMENTS} elements`, "more");
    this.#open.push(isOurs ? local : "");
    if (this.#open.length > MAX_OPEN) throw rslError(`at most ${MAX_OPEN} open elements`, "more");
    [this.#text, this.#current] = ["", attributes];
    const start = starts[this.#place];
    if (start !== undefined) start(this, attributes);
  }

  #addText(text: string): void {
    this.#text += text;
    if (this.#text.length > MAX_TEXT) throw rslError(`at most ${MAX_TEXT} characters in an element`, "more");
  }

  #closeTag(): void {
    ends[this.#place]?.(this, this.#text.trim(), this.#current);
    this.#open.pop();
    this.#text = "";
  }

  openContent(attributes: Attributes): void {
    const [url, server, changed] = ["url", "server", "lastmod"].map((name) => attribute(attributes, name));
    this.contents.push({
      url: url ?? "",
      ...(server !== undefined && { server }),
      encrypted: attribute(attributes, "encrypted")?.toLowerCase() === "true",
      ...(changed !== undefined && { lastModified: changed }),
      licenses: [],
    });
  }

  openLicense(): void {
    this.#license = { permits: [], prohibits: [], payments: [] };
    this.contents.at(-1)!.licenses.push(this.#license);
  }

  addTerms(name: "permits" | "prohibits", text: string, attributes: Attributes): void {
    this.#license?.[name].push({ type: (attribute(attributes, "type") ?? "usage").toLowerCase(), values: words(text) });
  }

  openPayment(attributes: Attributes): void {
    const types = words(attribute(attributes, "type") ?? "free");
    const payment: OpenPayment = { types, standard: [], custom: [] };
    this.#payment = payment;
    this.#license?.payments.push(payment);
  }

  addPart(name: "standard" | "custom", text: string): void {
    if (text !== "") this.#payment?.[name].push(text);
  }

  setAmount(value: string, attributes: Attributes): void {
    const currency = attribute(attributes, "currency");
    if (this.#payment !== undefined && value !== "")
      this.#payment.amount = { value, ...(currency !== undefined && { currency }) };
  }
}

/** What is done where an element of these places begins. */
const starts: Readonly<Record<string, (reader: RslReader, attributes: Attributes) => void>> = {
  "rsl/content": (reader, attributes) => reader.openContent(attributes),
  "rsl/content/license": (reader) => reader.openLicense(),
  "rsl/content/license/payment": (reader, attributes) => reader.openPayment(attributes),
};

/** What is done where one ends, with its text. These elements have no children. */
const ends: Readonly<Record<string, (reader: RslReader, text: string, attributes: Attributes) => void>> = {
  "rsl/content/license/permits": (reader, text, attributes) => reader.addTerms("permits", text, attributes),
  "rsl/content/license/prohibits": (reader, text, attributes) => reader.addTerms("prohibits", text, attributes),
  "rsl/content/license/payment/standard": (reader, text) => reader.addPart("standard", text),
  "rsl/content/license/payment/custom": (reader, text) => reader.addPart("custom", text),
  "rsl/content/license/payment/amount": (reader, text, attributes) => reader.setAmount(text, attributes),
};

/** Attributes without a prefix. */
const attribute = (attributes: Attributes, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name]!.value.trim().slice(0, MAX_TEXT) : undefined;

/** Separated by white space; by commas in version 0.9. */
const words = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "");
