/** What the main thread of `filter` posts to its workers: blocks, and the rules of origins that they asked for. */

import type { Block } from "../files/blocks.ts";
import type { Cause, OriginRules } from "./origin-rules.ts";

export interface FetchedMessage {
  readonly fetched: string;
  readonly program: Uint8Array;
  readonly cause: Cause | undefined;
  readonly refusal: OriginRules["refusal"];
}

export type ToWorker = Block | FetchedMessage;
