/** Registers what the server answers with VS Code, which asks for a document and a place in it. */

import {
  type CancellationToken,
  type Disposable,
  languages,
  SemanticTokens,
  SemanticTokensLegend,
  type TextDocument,
} from "vscode";
import type * as lsp from "vscode-languageserver";
import { LANGUAGES } from "../../bindings/cli/editor/names.ts";
import { tokenTypes } from "../../bindings/owners/editor/tokens.ts";
import type { Ask } from "./connection.ts";
import * as to from "./convert.ts";

/** The server leaves out other documents: it knows the names and the languages of templates. */
const selector = [...LANGUAGES.map((language) => ({ language })), { pattern: "**/*robots.txt*" }];

const TRIGGERS = [":", " ", ",", "="];

type Answer = <L, V>(
  handler: string,
  document: TextDocument,
  more: object,
  token: CancellationToken,
  convert: (answer: L) => V,
) => Promise<V | undefined>;

export function registerProviders(ask: Ask): Disposable[] {
  const answer: Answer = async <L, V>(
    handler: string,
    { uri }: TextDocument,
    more: object,
    token: CancellationToken,
    convert: (answer: L) => V,
  ): Promise<V | undefined> => {
    const found = await ask<L | null>(handler, { textDocument: { uri: uri.toString() }, ...more }, token);
    return found === null ? undefined : convert(found);
  };
  return [provideWhileWriting, provideNames, provideOutline, provideMarks].flatMap((provide) => provide(answer));
}

const each =
  <L, V>(convert: (one: L) => V) =>
  (all: readonly L[]): V[] =>
    all.map(convert);

const provideWhileWriting = (answer: Answer): Disposable[] => [
  languages.registerHoverProvider(selector, {
    provideHover: (document, position, token) => answer("onHover", document, { position }, token, to.hoverOf),
  }),
  languages.registerCompletionItemProvider(
    selector,
    {
      provideCompletionItems: (document, position, token) =>
        answer("onCompletion", document, { position }, token, each(to.completionOf)),
    },
    ...TRIGGERS,
  ),
  languages.registerCodeActionsProvider(selector, {
    provideCodeActions: (document, range, { only }, token) =>
      answer("onCodeAction", document, { range, context: { only: only && [only.value] } }, token, each(to.actionOf)),
  }),
];

const provideNames = (answer: Answer): Disposable[] => [
  languages.registerDefinitionProvider(selector, {
    provideDefinition: (document, position, token) =>
      answer("onDefinition", document, { position }, token, each(to.locationOf)),
  }),
  languages.registerReferenceProvider(selector, {
    provideReferences: (document, position, _, token) =>
      answer("onReferences", document, { position }, token, each(to.locationOf)),
  }),
  languages.registerRenameProvider(selector, {
    prepareRename: (document, position, token) => answer("onPrepareRename", document, { position }, token, to.rangeOf),
    provideRenameEdits: (document, position, newName, token) =>
      answer("onRenameRequest", document, { position, newName }, token, to.workspaceEditOf),
  }),
];

const provideOutline = (answer: Answer): Disposable[] => [
  languages.registerDocumentFormattingEditProvider(selector, {
    provideDocumentFormattingEdits: (document, _, token) =>
      answer("onDocumentFormatting", document, {}, token, each(to.textEditOf)),
  }),
  languages.registerDocumentSymbolProvider(selector, {
    provideDocumentSymbols: (document, token) => answer("onDocumentSymbol", document, {}, token, each(to.symbolOf)),
  }),
  languages.registerFoldingRangeProvider(selector, {
    provideFoldingRanges: (document, _, token) => answer("onFoldingRanges", document, {}, token, each(to.foldingOf)),
  }),
  languages.registerSelectionRangeProvider(selector, {
    provideSelectionRanges: (document, positions, token) =>
      answer("onSelectionRanges", document, { positions }, token, each(to.selectionOf)),
  }),
];

const provideMarks = (answer: Answer): Disposable[] => [
  languages.registerCodeLensProvider(selector, {
    provideCodeLenses: (document, token) => answer("onCodeLens", document, {}, token, each(to.lensOf)),
  }),
  languages.registerInlayHintsProvider(selector, {
    provideInlayHints: (document, range, token) => answer("inlayHint", document, { range }, token, each(to.hintOf)),
  }),
  languages.registerDocumentSemanticTokensProvider(
    selector,
    {
      provideDocumentSemanticTokens: (document, token) =>
        answer(
          "semanticTokens",
          document,
          {},
          token,
          ({ data }: lsp.SemanticTokens) => new SemanticTokens(Uint32Array.from(data)),
        ),
    },
    new SemanticTokensLegend([...tokenTypes]),
  ),
];
