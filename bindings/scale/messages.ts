/** What the main thread of `filter` and its workers say to each other. */
import type { Cause } from "./access.ts";
import type { Result } from "./block-filter.ts";
import type { Block } from "./blocks.ts";

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
}

export type ToWorker = BlockMessage | FetchedMessage;
export type ToMain = FetchMessage | ResultMessage | ErrorMessage;
