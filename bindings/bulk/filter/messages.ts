/** What the main thread of `filter` and its workers say to each other. */

import type { Block } from "./blocks.ts";
import type { Cause } from "./origin-rules.ts";
import type { Result } from "./result.ts";

export interface BlockMessage {
  readonly type: "block";
  readonly block: Block;
}

export interface FetchedMessage {
  readonly type: "fetched";
  readonly origin: string;
  readonly program: Uint8Array;
  readonly cause: Cause | undefined;
}

export interface FetchMessage {
  readonly type: "fetch";
  readonly origin: string;
}

export interface ResultMessage {
  readonly type: "result";
  readonly result: Result;
}

export interface ErrorMessage {
  readonly type: "error";
  readonly error: Error;
  /** Of a system error: copying from thread to thread loses it. */
  readonly code: unknown;
}

export type ToWorker = BlockMessage | FetchedMessage;
export type ToMain = FetchMessage | ResultMessage | ErrorMessage;
