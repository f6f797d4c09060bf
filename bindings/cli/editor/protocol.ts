/** What features return, as the protocol says it. */
import {
  type CodeAction,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  SymbolKind,
  type WorkspaceEdit,
} from "vscode-languageserver";
import {
  type Completion,
  completionsAt,
  diagnosticsOf,
  fixAllEdits,
  type OutlineSymbol,
  type Position,
  type QuickFix,
  quickFixesIn,
  type Range,
  type SemanticToken,
  semanticTokens,
  symbolsOf,
  type TextEdit,
  tokenTypes,
} from "../../owners/editor/internal.ts";
import type { OpenDocument } from "./documents.ts";
import { FIX_ALL } from "./names.ts";

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

export const diagnosticIn = (open: OpenDocument): Diagnostic[] =>
  open.outward(
    diagnosticsOf(open.read).map(({ range, severity, code, message, href, related }) => ({
      range,
      severity: severities[severity],
      source: "robots-wasm",
      code,
      message,
      ...(href && { codeDescription: { href } }),
      ...(related.length > 0 && {
        relatedInformation: related.map((one) => ({
          location: { uri: open.uri, range: one.range },
          message: one.message,
        })),
      }),
    })),
  );

export const editOf = (open: OpenDocument, edits: readonly TextEdit[]): WorkspaceEdit => ({
  changes: { [open.uri]: [...open.outward(edits)] },
});

export function codeActions(open: OpenDocument, range: Range, only: readonly string[] | undefined): CodeAction[] {
  const wants = (kind: string): boolean =>
    only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const fixes = wants("quickfix") ? quickFixesIn(open.read, range).map((fix) => actionOf(open, fix)) : [];
  // Only on demand: it reads the whole file again.
  const edits = only !== undefined && wants(FIX_ALL) ? fixAllEdits(open.read) : [];
  const all =
    edits.length === 0 ? [] : [{ title: "Fix all (keeps every verdict)", kind: FIX_ALL, edit: editOf(open, edits) }];
  return [...fixes, ...all];
}

const actionOf = (open: OpenDocument, { title, edit, isRepair }: QuickFix): CodeAction => ({
  title,
  kind: "quickfix",
  edit: editOf(open, [edit]),
  ...(!isRepair && { isPreferred: true }),
});

const completionKinds = {
  field: CompletionItemKind.Property,
  crawler: CompletionItemKind.Class,
  value: CompletionItemKind.Value,
} as const;

export const completionItems = (open: OpenDocument, position: Position): CompletionItem[] =>
  completionsAt(open.read, position).map((one) => itemOf(open, one));

const itemOf = (open: OpenDocument, { label, kind, detail, newText, range, sortText }: Completion): CompletionItem => ({
  label,
  kind: completionKinds[kind],
  detail,
  sortText,
  filterText: label,
  textEdit: { range: open.outward(range), newText },
});

const symbolKinds = { group: SymbolKind.Class, rule: SymbolKind.Key, field: SymbolKind.Property } as const;

export const documentSymbols = (open: OpenDocument): DocumentSymbol[] =>
  open.outward(symbolsOf(open.read).map(symbolOf));

const symbolOf = ({ name, kind, range, selectionRange, children }: OutlineSymbol): DocumentSymbol => ({
  name,
  kind: symbolKinds[kind],
  range,
  selectionRange,
  children: children.map(symbolOf),
});

/** Five numbers a token, relative to the token before (LSP 3.17, Semantic Tokens). */
export function tokenData(open: OpenDocument): number[] {
  let last: SemanticToken | undefined;
  return semanticTokens(open.read).flatMap((token) => {
    const [start, end] = open.outward([
      { line: token.line, character: token.character },
      { line: token.line, character: token.character + token.length },
    ]) as [Position, Position];
    const isSameLine = last?.line === start.line;
    const placed = { ...token, character: start.character };
    const lineDelta = start.line - (last?.line ?? 0);
    const from = isSameLine ? last!.character : 0;
    last = placed;
    return [lineDelta, start.character - from, end.character - start.character, tokenTypes.indexOf(token.type), 0];
  });
}
