/** What the server uses of `vscode-languageserver`, which the bundle replaces by this: its connections are not needed here. */
// The values are those of LSP 3.17.
export const CompletionItemKind = { Class: 7, Property: 10, Value: 12 } as const;
export const DiagnosticSeverity = { Error: 1, Warning: 2, Information: 3 } as const;
export const FoldingRangeKind = { Comment: "comment" } as const;
export const SymbolKind = { Class: 5, Property: 7, Key: 20 } as const;
export const PositionEncodingKind = { UTF8: "utf-8", UTF16: "utf-16" } as const;
export const TextDocumentSyncKind = { Incremental: 2 } as const;
export const MessageType = { Warning: 2, Info: 3 } as const;
export const LSPErrorCodes = { RequestCancelled: -32800, RequestFailed: -32803 } as const;
export const ShowMessageNotification = { type: "window/showMessage" } as const;
export const DidChangeConfigurationNotification = { type: "workspace/didChangeConfiguration" } as const;

export class ResponseError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
