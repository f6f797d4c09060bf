/** Sends commands through node-redis (from 4) or ioredis, whatever store they are for. */

import { checkedObject } from "../../base/arguments.ts";
import { withCode } from "../../base/errors.ts";

/** The part of ioredis that is used. */
export interface IoRedisLike {
  callBuffer(command: string, ...words: never[]): Promise<unknown>;
}

/** The part of node-redis that is used. */
export interface NodeRedisLike {
  sendCommand(words: never, options?: never): Promise<unknown>;
}

export type Send = (words: (string | Uint8Array)[]) => Promise<unknown>;

/** The type of bulk strings in RESP, `$`. */
const BULK_STRING = 36;

type Call = (...words: unknown[]) => Promise<unknown>;

/** @throws TypeError unless given a client of node-redis or ioredis. */
export function senderOf(client: IoRedisLike | NodeRedisLike): Send {
  checkedObject("client", client);
  if ("callBuffer" in client) {
    const call = client.callBuffer as unknown as Call;
    return (words) => call.apply(client, words);
  }
  if (!("sendCommand" in client))
    throw withCode(
      new TypeError("client: expected one of node-redis or ioredis; got another object"),
      "ERR_INVALID_ARG_TYPE",
    );
  const { Buffer } = globalThis as { Buffer?: unknown };
  // Both options ask for bytes as bytes: the first in node-redis 4, the second in 5.
  const options = { returnBuffers: true, typeMapping: { [BULK_STRING]: Buffer } };
  const send = client.sendCommand as unknown as Call;
  return (words) => send.call(client, words, options);
}

/** Redis takes whole milliseconds above 0. */
export const milliseconds = (ms: number): string => String(Math.max(1, Math.ceil(ms)));
