/** The extension, the same in Node.js and on the web. It keeps the server's documents in step with the editor's. */
import {
  commands,
  type ExtensionContext,
  languages,
  Position,
  Range,
  Selection,
  type TextDocument,
  Uri,
  window,
  workspace,
} from "vscode";
import { SECTION, TEST_URL } from "../../bindings/cli/editor/names.ts";
import type { TestedUrl } from "../../bindings/owners/editor/lenses.ts";
import { type Ask, startServer } from "./connection.ts";
import { diagnosticOf } from "./convert.ts";
import { registerProviders } from "./providers.ts";

/** The linter's configuration, by the folder of documents: the server asks for it without waiting. */
const configs = new Map<string, object>();

export async function activate({ extension, subscriptions }: ExtensionContext): Promise<void> {
  const shown = languages.createDiagnosticCollection("robots.txt");
  const ask = startServer(
    { version: extension.packageJSON.version, configBeside: (uri) => configs.get(configOf(Uri.parse(uri)).toString()) },
    {
      settings: (section) => ({ ...workspace.getConfiguration(section) }),
      showDiagnostics: ({ uri, diagnostics }) => shown.set(Uri.parse(uri), diagnostics.map(diagnosticOf)),
      showMessage: (text) => void window.showInformationMessage(text),
    },
  );
  await ask("onInitialize", { capabilities: { workspace: { configuration: true } } });
  await ask("onInitialized", {});
  subscriptions.push(shown, ...registerProviders(ask), ...followDocuments(ask), ...testsUrls(ask));
  await Promise.all(workspace.textDocuments.map((document) => open(ask, document)));
}

function followDocuments(ask: Ask) {
  return [
    workspace.onDidOpenTextDocument((document) => open(ask, document)),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
      ask("onDidChangeTextDocument", { textDocument: itemOf(document), contentChanges }),
    ),
    workspace.onDidCloseTextDocument((document) => ask("onDidCloseTextDocument", { textDocument: itemOf(document) })),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SECTION)) void ask("onDidChangeConfiguration", {});
    }),
    workspace.onDidSaveTextDocument(async ({ uri }) => {
      if (!uri.path.endsWith(CONFIG)) return;
      await readConfig(uri);
      await ask("onDidChangeConfiguration", {});
    }),
  ];
}

const itemOf = ({ uri, version, languageId }: TextDocument) => ({ uri: uri.toString(), version, languageId });

/** The text is read after the configuration, because it may change meanwhile. */
async function open(ask: Ask, document: TextDocument): Promise<void> {
  if (!/robots/i.test(document.languageId + document.uri.path)) return;
  await readConfig(configOf(document.uri));
  if (document.isClosed) return;
  await ask("onDidOpenTextDocument", { textDocument: { ...itemOf(document), text: document.getText() } });
}

const CONFIG = "/robots-lint.json";
const configOf = (uri: Uri): Uri => uri.with({ path: uri.path.replace(/\/[^/]*$/, CONFIG), query: "", fragment: "" });

async function readConfig(uri: Uri): Promise<void> {
  try {
    configs.set(uri.toString(), JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(uri))));
  } catch (error) {
    configs.delete(uri.toString());
    if (error instanceof SyntaxError) void window.showWarningMessage(`${uri.path}: expected a JSON object`);
  }
}

function testsUrls(ask: Ask) {
  const test = async (uri = window.activeTextEditor?.document.uri.toString(), agent = "Googlebot"): Promise<void> => {
    if (uri === undefined) return;
    const url = await askFor("A URL, or a path that starts with /", "/");
    const crawler = url && (await askFor("The name of a crawler", agent));
    if (!crawler) return;
    const given = { uri, agent: crawler, url };
    await show(uri, await ask<TestedUrl>("onExecuteCommand", { command: TEST_URL, arguments: [given] }));
  };
  return [commands.registerCommand(`${TEST_URL}.ask`, test)];
}

const askFor = (prompt: string, value: string) => window.showInputBox({ title: "Test a URL", prompt, value });

/** The line that decides, and the verdict in words. */
async function show(uri: string, { text, line }: TestedUrl): Promise<void> {
  if (line !== undefined) {
    const at = new Position(line, 0);
    const editor = await window.showTextDocument(Uri.parse(uri));
    editor.selection = new Selection(at, at);
    editor.revealRange(new Range(at, at));
  }
  await window.showInformationMessage(text);
}
