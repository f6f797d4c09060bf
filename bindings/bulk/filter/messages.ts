/** Messages between the main thread of `filter` and its workers. */

import type { BlockResult } from "./block-result.ts";
import type { Block } from "./blocks.ts";
import type { Cause } from "./origin-rules.ts";

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
  readonly result: BlockResult;
}

export interface ErrorMessage {
  readonly type: "error";
  readonly error: Error;
  /** The error's `code`, which structured cloning drops. */
  readonly code: unknown;
}

export type ToWorker = BlockMessage | FetchedMessage;
export type ToMain = FetchMessage | ResultMessage | ErrorMessage;
