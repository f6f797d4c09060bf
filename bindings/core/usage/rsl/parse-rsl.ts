/** Reads a licence document. Hostile XML ends in an error: no DOCTYPE, and bounds on size, depth, elements and texts. Linear. */
import { withCode, wrongType } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import { shorten } from "../../../base/shorten.ts";
import { type XmlPackage, type XmlParser, type XmlTag, xmlParser } from "../../../base/xml-package.ts";
import type { RslDocument } from "./document.ts";
import {
  type Attributes,
  ends,
  HOLDS_NO_TEXT,
  isUnderstood,
  type LicensedContent,
  MAX_TEXT,
  type Open,
  opened,
  starts,
} from "./elements.ts";

/** Characters of a document. */
const MAX_RSL_LENGTH = 1_048_576;
/** Elements that are open at a time, and attributes of one. RSL has five. */
const MAX_OPEN = 64;
const MAX_ELEMENTS = 20_000;
/** The namespace of RSL 1.0. Elements of other namespaces are skipped. */
const NAMESPACE = "https://rslstandard.org/rsl";

/** Options of `parseRsl`. */
export interface RslOptions {
  /** The package sax: `import sax from "sax"`. */
  readonly xml: XmlPackage;
}

const rslOptions: KnownOptions<RslOptions> = { xml: 1 };

/**
 * Reads a licence document of RSL 1.0. Elements of other namespaces are skipped. A licence with elements that are not
 * understood permits nothing (`unknown`), and what it prohibits counts wherever it stands in it.
 * @param text the document.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string; Error (ERR_RSL) for a document that is not RSL or exceeds a
 *   limit; TypeError (ERR_MISSING_PACKAGE) without the package sax.
 */
export function parseRsl(text: string, options: RslOptions): RslDocument {
  if (typeof text !== "string") throw wrongType("text", "a string", text);
  const { xml } = checkedOptions("options", options, rslOptions);
  const reader = new RslReader(xmlParser(xml, { xmlns: true }));
  if (text.length > MAX_RSL_LENGTH) throw rslError(`at most ${MAX_RSL_LENGTH} characters`, "more");
  reader.read(text.replace(/^\uFEFF/, ""));
  return { contents: reader.contents };
}

const rslError = (expected: string, got: string): Error =>
  withCode(new Error(`expected ${expected}; got ${got}`), "ERR_RSL");

/** What `xmlns` adds. */
interface QualifiedTag {
  readonly local: string;
  readonly uri: string;
  readonly attributes: Attributes;
}

class RslReader {
  readonly contents: LicensedContent[] = [];
  readonly #parser: XmlParser;
  readonly #open: Open[] = [];
  #elements = 0;
  #attributes = 0;

  constructor(parser: XmlParser) {
    this.#parser = parser;
  }

  read(xml: string): void {
    const parser = this.#parser;
    parser.onattribute = () => {
      if (++this.#attributes > MAX_OPEN) throw rslError(`at most ${MAX_OPEN} attributes of an element`, "more");
    };
    parser.onopentag = (tag) => this.#openTag(tag as XmlTag & QualifiedTag);
    parser.ontext = parser.oncdata = (text) => this.#addText(text);
    parser.onclosetag = () => this.#closeTag();
    parser.ondoctype = () => {
      throw rslError("a licence document without a DOCTYPE", "one with");
    };
    parser.onerror = ({ message }) => {
      throw rslError("a licence document in XML", shorten(message.split("\n")[0]!, 200));
    };
    parser.write(xml);
    parser.close();
    if (this.#elements === 0) throw rslError("the element rsl", "no element");
  }

  #openTag({ local, uri, attributes }: QualifiedTag): void {
    this.#attributes = 0;
    const isOurs = uri === NAMESPACE || uri === "";
    if (++this.#elements === 1 && !(local === "rsl" && isOurs)) throw rslError("the element rsl", shorten(local));
    // sax reads on after the root has ended, though XML 1.0 §2.1 allows one root only.
    if (this.#elements > 1 && this.#open.length === 0) throw rslError("one element rsl", `also ${shorten(local)}`);
    if (this.#elements > MAX_ELEMENTS) throw rslError(`at most ${MAX_ELEMENTS} elements`, "more");
    const parent = this.#open.at(-1);
    const open = opened(isOurs ? local : "", attributes, parent);
    this.#open.push(open);
    if (this.#open.length > MAX_OPEN) throw rslError(`at most ${MAX_OPEN} open elements`, "more");
    if (Object.hasOwn(starts, open.name)) starts[open.name]!(open, this.contents);
    if (isUnderstood(open, parent)) return;
    for (const { license } of [open, parent ?? open]) if (license !== undefined) license.unknown = true;
  }

  #addText(text: string): void {
    const open = this.#open.at(-1);
    if (open?.license !== undefined && HOLDS_NO_TEXT.has(open.name) && text.trim() !== "") open.license.unknown = true;
    if (open === undefined || !Object.hasOwn(ends, open.name)) return;
    open.text += text;
    if (open.text.length > MAX_TEXT) throw rslError(`at most ${MAX_TEXT} characters in an element`, "more");
  }

  #closeTag(): void {
    const open = this.#open.pop()!;
    if (Object.hasOwn(ends, open.name)) ends[open.name]!(open, open.text.trim());
  }
}
