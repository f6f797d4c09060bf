/**
 * A connection to the language server in the same thread: the extension calls what the server would answer to messages. A client
 * with messages takes 130 KB after gzip, more than the engine, the linter and all features together.
 */
import type { Connection, PublishDiagnosticsParams } from "vscode-languageserver";
import { type Host, serve } from "../../bindings/cli/editor/server.ts";

/** What the server sends by itself. */
interface Editor {
  settings(section: string): unknown;
  showDiagnostics(params: PublishDiagnosticsParams): void;
  showMessage(text: string): void;
}

type Handler = (params: unknown, token?: unknown) => unknown;

/** Calls the handler of the server with a name, such as `onHover`. */
export type Ask = <T>(handler: string, params: unknown, token?: unknown) => Promise<T>;

export function startServer(host: Host, editor: Editor): Ask {
  const handlers = new Map<string, Handler>();
  serve(connectionTo(editor, handlers), host);
  return async <T>(name: string, params: unknown, token?: unknown): Promise<T> => {
    const answer = await handlers.get(name)!(params, token);
    // Handlers return errors that the person should see.
    if (answer instanceof Error) throw answer;
    return answer as T;
  };
}

/** `onHover(handler)` and the like keep the handler. */
function connectionTo(editor: Editor, handlers: Map<string, Handler>): Connection {
  const keep = (name: string) => (handler: Handler) => void handlers.set(name, handler);
  const known: Record<string, unknown> = {
    listen: () => {},
    client: { register: async () => {} },
    workspace: { getConfiguration: async (section: string) => editor.settings(section) },
    sendDiagnostics: (params: PublishDiagnosticsParams) => editor.showDiagnostics(params),
    sendNotification: (_type: unknown, { message }: { message: string }) => editor.showMessage(message),
    languages: {
      diagnostics: { on: keep("diagnostics"), refresh: () => {} },
      semanticTokens: { on: keep("semanticTokens") },
      inlayHint: { on: keep("inlayHint") },
    },
  };
  const get = (_: object, name: string): unknown => known[name] ?? keep(name);
  return new Proxy({}, { get }) as Connection;
}
