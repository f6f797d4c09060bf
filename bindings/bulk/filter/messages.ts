/** What the main thread of `filter` posts to its workers. They answer as threads.ts says; their questions are origins to fetch. */

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

export type ToWorker = BlockMessage | FetchedMessage;
