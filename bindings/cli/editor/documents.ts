/** The open documents of an editor. Changes are applied in place; features read a version when they are first asked. */
import {
  type Position,
  PositionEncodingKind,
  type TextDocumentContentChangeEvent,
  type TextDocumentItem,
  type VersionedTextDocumentIdentifier,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { EditorDocument, type EditorSettings } from "../../owners/editor/internal.ts";
import type { TemplateName } from "../../owners/lint/index.ts";
import { KnownGroups, templateOfName, templates } from "../../owners/lint/internal.ts";
import { LANGUAGES } from "./names.ts";
import { octetColumns, withPositions } from "./positions.ts";

/** What is known of the settings of a document. */
interface SettingsOf {
  of(uri: string): EditorSettings;
}

export class OpenDocument {
  readonly text: TextDocument;
  readonly languageId: string;
  readonly #settings: SettingsOf;
  readonly #encoding: PositionEncodingKind;
  readonly #known = new KnownGroups();
  #read: EditorDocument | undefined;
  #columns: { readonly line: number; readonly octets: readonly number[] } | undefined;

  constructor(text: TextDocument, settings: SettingsOf, encoding: PositionEncodingKind) {
    this.text = text;
    this.languageId = text.languageId;
    this.#settings = settings;
    this.#encoding = encoding;
  }

  get version(): number {
    return this.text.version;
  }

  get uri(): string {
    return this.text.uri;
  }

  /** This version as features see it. */
  get read(): EditorDocument {
    if (this.#read === undefined) {
      const template = templateOf(this);
      const settings = { ...this.#settings.of(this.uri), ...(template && { template }) };
      this.#read = new EditorDocument(this.text.getText(), settings, this.#known);
    }
    return this.#read;
  }

  /** Settings have changed, or the text. */
  renew(): void {
    this.#read = undefined;
    this.#columns = undefined;
  }

  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    for (const change of changes) {
      TextDocument.update(this.text, [this.inward(change)], version);
      this.renew();
    }
  }

  /** What the editor sent, with columns in UTF-16 code units. */
  inward<T>(value: T): T {
    return this.#placed(value, (columns, octets) => columns.findLastIndex((one) => one <= octets));
  }

  /** What the editor receives, with columns as it counts them. */
  outward<T>(value: T): T {
    return this.#placed(value, (columns, unit) => columns[Math.min(unit, columns.length - 1)]!);
  }

  #placed<T>(value: T, columnIn: (columns: readonly number[], column: number) => number): T {
    if (this.#encoding === PositionEncodingKind.UTF16) return value;
    return withPositions(value, (place) => ({
      ...place,
      character: columnIn(this.#columnsOf(place), place.character),
    }));
  }

  /** Kept for the next place, which is often on the same line: lines can be long, and have a place for each token. */
  #columnsOf({ line }: Position): readonly number[] {
    if (this.#columns?.line !== line) {
      const text = this.text.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
      this.#columns = { line, octets: octetColumns(text.replace(/[\r\n]+$/, "")) };
    }
    return this.#columns.octets;
  }
}

/** Escapes stay: the names that are looked for do not have any. */
const nameOf = (uri: string): string => uri.slice(uri.lastIndexOf("/") + 1);

/** The file is a template by its name, or because the editor says so: `liquid`, `robots.txt.erb`. */
function templateOf({ uri, languageId }: OpenDocument): TemplateName | undefined {
  const byLanguage = (Object.keys(templates) as TemplateName[]).find((name) =>
    new RegExp(`\\b${name}\\b`).test(languageId),
  );
  return templateOfName(nameOf(uri)) ?? byLanguage;
}

/** `robots.txt`, `shop.robots.txt`, `robots.txt.liquid`. */
const ROBOTS_NAME = /^(?:.+\.)?robots\.txt$/i;

const isRobots = ({ uri, languageId }: TextDocumentItem): boolean => {
  const name = nameOf(uri);
  const written = templateOfName(name) === undefined ? name : name.slice(0, name.lastIndexOf("."));
  return LANGUAGES.includes(languageId) || ROBOTS_NAME.test(written);
};

export class Documents {
  encoding: PositionEncodingKind = PositionEncodingKind.UTF16;
  readonly #open = new Map<string, OpenDocument>();
  readonly #settings: SettingsOf;

  constructor(settings: SettingsOf) {
    this.#settings = settings;
  }

  /** Documents that are not a robots.txt are not kept. */
  open(item: TextDocumentItem): void {
    if (!isRobots(item)) return;
    const { uri, languageId, version, text } = item;
    const document = TextDocument.create(uri, languageId, version, text);
    this.#open.set(uri, new OpenDocument(document, this.#settings, this.encoding));
  }

  change({ uri, version }: VersionedTextDocumentIdentifier, changes: readonly TextDocumentContentChangeEvent[]): void {
    this.#open.get(uri)?.change(changes, version);
  }

  /** Returns whether it was kept. */
  close(uri: string): boolean {
    return this.#open.delete(uri);
  }

  get(uri: string): OpenDocument | undefined {
    return this.#open.get(uri);
  }

  uris(): readonly string[] {
    return [...this.#open.keys()];
  }

  renew(): void {
    for (const document of this.#open.values()) document.renew();
  }
}
