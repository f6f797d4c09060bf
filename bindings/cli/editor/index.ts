/** The language server in Node.js, on standard input and output. It ends when the editor does. */
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { type Host, serve } from "./server.ts";

/** Resolves when the editor closes the connection. The process also ends if the editor's process is gone. */
export function serveStdio(host: Host): Promise<number> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  return new Promise((resolve) => {
    process.stdin.once("close", () => resolve(0));
    serve(connection, host);
  });
}
