/** Answers the requests of an editor. A request that the editor has cancelled before its turn is not answered. */
import {
  type CancellationToken,
  type Connection,
  FoldingRangeKind,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  type ShowMessageParams,
  type TextDocumentIdentifier,
} from "vscode-languageserver";
import {
  definitionsAt,
  foldingRanges,
  formatEdits,
  hoverAt,
  inlayHints,
  lensesOf,
  type Position,
  type Range,
  referencesAt,
  renameAt,
  renameRangeAt,
  selectionRangesAt,
  testUrl,
} from "../../owners/editor/internal.ts";
import type { Documents, OpenDocument } from "./documents.ts";
import { TEST_URL } from "./names.ts";
import { codeActions, completionItems, diagnosticIn, documentSymbols, editOf, tokenData } from "./protocol.ts";

const UNFORMATTED: ShowMessageParams = {
  type: MessageType.Info,
  message: "robots-wasm: the file was not formatted, because that would change what a crawler reads",
};

export function answersOf(connection: Connection, documents: Documents): void {
  const inDocument: InDocument = (answer) => async (params, token) => {
    await nextTurn();
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
    const open = documents.get(params.textDocument.uri);
    return open === undefined ? null : answer(open, open.inward(params));
  };
  const locations = (open: OpenDocument, ranges: readonly Range[]) =>
    open.outward(ranges.map((range) => ({ uri: open.uri, range })));

  connection.onHover(
    inDocument((open, { position }) => {
      const hover = hoverAt(open.read, position);
      return (
        hover && open.outward({ contents: { kind: "markdown" as const, value: hover.markdown }, range: hover.range })
      );
    }),
  );
  connection.onCompletion(inDocument((open, { position }) => completionItems(open, position)));
  connection.onCodeAction(inDocument((open, { range, context }) => codeActions(open, range, context.only)));
  connection.onDefinition(inDocument((open, { position }) => locations(open, definitionsAt(open.read, position))));
  connection.onReferences(inDocument((open, { position }) => locations(open, referencesAt(open.read, position))));
  connection.onPrepareRename(
    inDocument((open, { position }) => open.outward(renameRangeAt(open.read, position) ?? null)),
  );
  connection.onRenameRequest(
    inDocument((open, { position, newName }) => orFailed(() => editOf(open, renameAt(open.read, position, newName)))),
  );
  connection.onDocumentFormatting(
    inDocument((open) => {
      const edits = formatEdits(open.read);
      if (edits === undefined) void connection.sendNotification(ShowMessageNotification.type, UNFORMATTED);
      return open.outward([...(edits ?? [])]);
    }),
  );
  answerOutline(connection, inDocument);
  answerLanguages(connection, inDocument);
  answerLenses(connection, documents, inDocument);
}

type InDocument = <P extends { textDocument: TextDocumentIdentifier }, R>(
  answer: (open: OpenDocument, params: P) => R,
) => (params: P, token: CancellationToken) => Promise<R | null>;

/** Lets the messages in that have arrived: one may cancel the request. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function answerOutline(connection: Connection, inDocument: InDocument): void {
  connection.onDocumentSymbol(inDocument(documentSymbols));
  connection.onFoldingRanges(
    inDocument((open) =>
      foldingRanges(open.read).map(({ startLine, endLine, isComment }) => ({
        startLine,
        endLine,
        ...(isComment && { kind: FoldingRangeKind.Comment }),
      })),
    ),
  );
  connection.onSelectionRanges(
    inDocument((open, { positions }) => positions.map((position) => selectionRange(open, position))),
  );
}

function answerLanguages({ languages }: Connection, inDocument: InDocument): void {
  const items = inDocument(diagnosticIn);
  languages.diagnostics.on(async (params, token) => ({ kind: "full", items: (await items(params, token)) ?? [] }));
  const data = inDocument(tokenData);
  languages.semanticTokens.on(async (params, token) => ({ data: (await data(params, token)) ?? [] }));
  languages.inlayHint.on(inDocument((open, { range }) => open.outward([...inlayHints(open.read, range)])));
}

function answerLenses(connection: Connection, documents: Documents, inDocument: InDocument): void {
  connection.onCodeLens(
    inDocument((open) =>
      lensesOf(open.read).map(({ range, title, agent }) => ({
        range: open.outward(range),
        command: { title, command: `${TEST_URL}.ask`, arguments: [open.uri, agent] },
      })),
    ),
  );
  connection.onExecuteCommand(({ command, arguments: [given] = [] }) => {
    const { uri = "", agent = "", url = "" } = (given ?? {}) as Record<string, string>;
    const open = documents.get(uri);
    if (command !== TEST_URL || open === undefined)
      return orFailed(() => fail(`expected ${TEST_URL} with the uri of an open robots.txt, agent and url`));
    return orFailed(() => testUrl(open.read, agent, url));
  });
}

const fail = (message: string): never => {
  throw new RangeError(message);
};

/** An error that the editor shows to the person. */
function orFailed<T>(answer: () => T): T | ResponseError {
  try {
    return answer();
  } catch (error) {
    return new ResponseError(LSPErrorCodes.RequestFailed, (error as Error).message);
  }
}

/** From the inside out, each within the next. */
interface Selection {
  readonly range: Range;
  readonly parent?: Selection;
}

const selectionRange = (open: OpenDocument, position: Position): Selection =>
  open.outward(
    selectionRangesAt(open.read, position).reduceRight<Selection | undefined>(
      (parent, range) => ({ range, ...(parent && { parent }) }),
      undefined,
    ) ?? { range: { start: position, end: position } },
  );
