/** What is used of the package sax, which callers pass: `import sax from "sax"`. */
import { checkedPackage } from "./optional-package.ts";

/** An element as it opens; with `xmlns` also its local name and namespace. */
export interface XmlTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface XmlParser {
  onattribute(attribute: object): void;
  onopentag(tag: XmlTag): void;
  ontext(text: string): void;
  oncdata(text: string): void;
  onclosetag(name: string): void;
  ondoctype(doctype: string): void;
  onerror(error: Error): void;
  write(text: string): unknown;
  close(): unknown;
}

/** The package sax. */
export interface XmlPackage {
  parser(strict: boolean, options?: { readonly xmlns?: boolean }): XmlParser;
}

const SAX = { name: "sax", install: "sax@1", functions: ["parser"] };
const SAX_PARSER = { ...SAX, functions: ["write", "close"] };

/** @throws TypeError (ERR_MISSING_PACKAGE) unless given the package sax. */
export function xmlParser(xml: XmlPackage, options?: { readonly xmlns: boolean }): XmlParser {
  return checkedPackage("xml", SAX_PARSER, checkedPackage("xml", SAX, xml).parser(true, options));
}
