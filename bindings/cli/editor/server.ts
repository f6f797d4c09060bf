/**
 * The language server: connects the features to an editor. Reads open documents only. Node.js and the web give it a connection and
 * what they know of files.
 */
import {
  type Connection,
  type InitializeParams,
  type InitializeResult,
  PositionEncodingKind,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { tokenTypes } from "../../owners/editor/internal.ts";
import { answersOf } from "./answers.ts";
import { Documents } from "./documents.ts";
import { FIX_ALL, TEST_URL } from "./names.ts";
import { diagnosticIn } from "./protocol.ts";
import { SettingsReader } from "./settings.ts";

/** What the server cannot find out by itself. */
export interface Host {
  readonly version: string;
  /** The linter's configuration beside a document, by the URI of the document; undefined without one. @throws for an invalid one */
  readonly configBeside?: (uri: string) => object | undefined;
}

/** A key stroke is followed by another one: the last version is linted. */
const WAIT_MS = 20;

/** Serves an editor until the connection ends. */
export function serve(connection: Connection, host: Host): void {
  const settings = new SettingsReader(connection, host);
  const documents = new Documents(settings);
  const pending = new Map<string, ReturnType<typeof setTimeout>>();
  let pullsDiagnostics = false;

  const publish = (uri: string): void => {
    pending.delete(uri);
    const open = documents.get(uri);
    if (open === undefined || pullsDiagnostics) return;
    connection.sendDiagnostics({ uri, version: open.version, diagnostics: diagnosticIn(open) });
  };
  const publishSoon = (uri: string, waitMs = WAIT_MS): void => {
    clearTimeout(pending.get(uri));
    pending.set(uri, setTimeout(publish, waitMs, uri));
  };

  connection.onInitialize((params) => {
    documents.encoding = encodingOf(params);
    pullsDiagnostics = params.capabilities.textDocument?.diagnostic !== undefined;
    settings.initialize(params);
    return {
      capabilities: { ...capabilities(documents.encoding), ...(testsUrls(params) && { codeLensProvider: {} }) },
      serverInfo: { name: "robots-wasm", version: host.version },
    };
  });
  connection.onInitialized(async () => {
    await settings.listen();
    documents.renew();
    for (const uri of documents.uris()) publishSoon(uri, 0);
  });
  connection.onDidChangeConfiguration(async ({ settings: pushed }) => {
    await settings.change(pushed);
    documents.renew();
    for (const uri of documents.uris()) publishSoon(uri, 0);
    if (pullsDiagnostics) connection.languages.diagnostics.refresh();
  });
  connection.onDidOpenTextDocument(({ textDocument }) => {
    documents.open(textDocument);
    publishSoon(textDocument.uri, 0);
  });
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
    documents.change(textDocument, contentChanges);
    publishSoon(textDocument.uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    clearTimeout(pending.get(uri));
    pending.delete(uri);
    if (documents.close(uri) && !pullsDiagnostics) connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  answersOf(connection, documents);
  connection.listen();
}

/** The first encoding of the editor that is known here. Without a list, editors count UTF-16 (LSP 3.17, PositionEncodingKind). */
function encodingOf({ capabilities: { general } }: InitializeParams): PositionEncodingKind {
  const known: readonly PositionEncodingKind[] = [PositionEncodingKind.UTF16, PositionEncodingKind.UTF8];
  return general?.positionEncodings?.find((one) => known.includes(one)) ?? PositionEncodingKind.UTF16;
}

/** The editor says that it has the command of the lens, which asks the person for a URL. Others would show a link that fails. */
const testsUrls = ({ capabilities: { experimental } }: InitializeParams): boolean =>
  experimental?.commands?.commands?.includes?.(`${TEST_URL}.ask`) === true;

const capabilities = (positionEncoding: PositionEncodingKind): InitializeResult["capabilities"] => ({
  positionEncoding,
  textDocumentSync: TextDocumentSyncKind.Incremental,
  diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
  codeActionProvider: { codeActionKinds: ["quickfix", FIX_ALL] },
  hoverProvider: true,
  completionProvider: { triggerCharacters: [":", " ", ",", "="] },
  executeCommandProvider: { commands: [TEST_URL] },
  inlayHintProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true },
  documentFormattingProvider: true,
});
