/** What the server answers, as VS Code wants it. Its kinds count from 0, those of the protocol from 1. */

import * as vscode from "vscode";
import type * as lsp from "vscode-languageserver";

export const rangeOf = ({ start, end }: lsp.Range): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);

export const hoverOf = ({ contents, range }: lsp.Hover): vscode.Hover =>
  new vscode.Hover(new vscode.MarkdownString((contents as lsp.MarkupContent).value), rangeOf(range!));

export function completionOf({ label, kind, detail, sortText, textEdit }: lsp.CompletionItem): vscode.CompletionItem {
  const { newText, range } = textEdit as lsp.TextEdit;
  const item = new vscode.CompletionItem(label, kind! - 1);
  return Object.assign(item, { detail, sortText, filterText: label, insertText: newText, range: rangeOf(range) });
}

export const locationOf = ({ uri, range }: lsp.Location): vscode.Location =>
  new vscode.Location(vscode.Uri.parse(uri), rangeOf(range));

export const textEditOf = ({ range, newText }: lsp.TextEdit): vscode.TextEdit =>
  new vscode.TextEdit(rangeOf(range), newText);

export function workspaceEditOf({ changes = {} }: lsp.WorkspaceEdit): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(changes)) edit.set(vscode.Uri.parse(uri), edits.map(textEditOf));
  return edit;
}

export function actionOf({ title, kind, edit, isPreferred = false }: lsp.CodeAction): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.Empty.append(kind!));
  return Object.assign(action, { edit: workspaceEditOf(edit!), isPreferred });
}

export function symbolOf({ name, kind, range, selectionRange, children }: lsp.DocumentSymbol): vscode.DocumentSymbol {
  const symbol = new vscode.DocumentSymbol(name, "", kind - 1, rangeOf(range), rangeOf(selectionRange));
  return Object.assign(symbol, { children: children!.map(symbolOf) });
}

export const foldingOf = ({ startLine, endLine, kind }: lsp.FoldingRange): vscode.FoldingRange =>
  new vscode.FoldingRange(startLine, endLine, kind === "comment" ? vscode.FoldingRangeKind.Comment : undefined);

export const selectionOf = ({ range, parent }: lsp.SelectionRange): vscode.SelectionRange =>
  new vscode.SelectionRange(rangeOf(range), parent && selectionOf(parent));

export const lensOf = ({ range, command }: lsp.CodeLens): vscode.CodeLens =>
  new vscode.CodeLens(rangeOf(range), command as vscode.Command);

export const hintOf = ({ position: { line, character }, label }: lsp.InlayHint): vscode.InlayHint =>
  new vscode.InlayHint(new vscode.Position(line, character), label as string);

export function diagnosticOf(one: lsp.Diagnostic): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(one.range), one.message as string, one.severity! - 1);
  const value = one.code as string;
  return Object.assign(diagnostic, {
    source: one.source,
    code: one.codeDescription ? { value, target: vscode.Uri.parse(one.codeDescription.href) } : value,
    relatedInformation: one.relatedInformation?.map(
      ({ location, message }) => new vscode.DiagnosticRelatedInformation(locationOf(location), message),
    ),
  });
}
