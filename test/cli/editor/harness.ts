/** Talks to the language server as an editor does, without a process: two connections, joined by streams. */
import { PassThrough } from "node:stream";
import {
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { type Host, serve } from "../../../bindings/cli/editor/server.ts";

export interface Client {
  readonly connection: ProtocolConnection;
  readonly capabilities: Record<string, unknown>;
  open(uri: string, text: string, languageId?: string): void;
  change(uri: string, version: number, changes: readonly object[]): void;
  request<T>(method: string, uri: string, more?: object): Promise<T>;
  /** The next diagnostics of a document that `test` accepts. */
  diagnostics(uri: string, test?: (all: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  close(): void;
}

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** @param capabilities what the editor says that it can do */
export async function startClient(
  capabilities: object = {},
  { host = { version: "0" }, options }: { host?: Host; options?: object } = {},
): Promise<Client> {
  const [up, down] = [new PassThrough(), new PassThrough()];
  serve(createConnection(up, down), host);
  return clientOf(down, up, capabilities, options);
}

export async function clientOf(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  capabilities: object,
  options?: object,
): Promise<Client> {
  const connection = createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  const published: Published[] = [];
  let heard = (): void => {};
  connection.onNotification("textDocument/publishDiagnostics", (one: Published) => {
    published.push(one);
    heard();
  });
  connection.onRequest("client/registerCapability", () => null);
  connection.listen();
  const answer = await connection.sendRequest<{ capabilities: Record<string, unknown> }>("initialize", {
    processId: null,
    rootUri: null,
    capabilities,
    initializationOptions: options,
  });
  await connection.sendNotification("initialized", {});
  return {
    connection,
    capabilities: answer.capabilities,
    open: (uri, text, languageId = "robots.txt") =>
      void connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } }),
    change: (uri, version, contentChanges) =>
      void connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges }),
    request: (method, uri, more = {}) =>
      connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, ...more }),
    async diagnostics(uri, test = () => true) {
      for (;;) {
        const at = published.findIndex((one) => one.uri === uri && test(one.diagnostics));
        if (at >= 0) return published.splice(0, at + 1).at(-1)!.diagnostics;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
    close: () => connection.dispose(),
  };
}
