/** Sends commands through node-redis (from 4) or ioredis, whatever store they are for. */

import { checkedObject } from "../../../base/arguments.ts";
import { kindOf, shownText, withCode } from "../../../base/errors.ts";

/** The part of ioredis that is used. */
export interface IoRedisLike {
  callBuffer(command: string, ...words: never[]): Promise<unknown>;
}

/** The part of node-redis that is used. */
export interface NodeRedisLike {
  sendCommand(words: never, options?: never): Promise<unknown>;
}

type Send = (words: (string | Uint8Array)[]) => Promise<unknown>;

/**
 * Sends a command and returns its reply, or throws (ERR_STORED_ENTRY) if that is not of the kind that the command has. Such a
 * reply is that of another command: a client that reconnects may mix up its replies from then on (node-redis 5.12.1, rarely, when
 * Redis is killed). Nothing is sent then until an echo shows that the connection is in order.
 */
export type Ask = <T>(words: (string | Uint8Array)[], expected: Kind<T>) => Promise<T>;

/** What a command replies. */
export interface Kind<T> {
  readonly name: string;
  readonly includes: (reply: unknown) => reply is T;
}

export const NUMBER: Kind<number> = { name: "a number", includes: (reply) => typeof reply === "number" };

/** The type of bulk strings in RESP, `$`. */
const BULK_STRING = 36;

type SendWords = (...words: unknown[]) => Promise<unknown>;

/** @throws TypeError unless given a client of node-redis or ioredis. */
export function askerOf(client: IoRedisLike | NodeRedisLike): Ask {
  const send = senderOf(client);
  let isMixedUp = false;
  return async (words, { name, includes }) => {
    if (isMixedUp) {
      await expectEcho(send);
      isMixedUp = false;
    }
    const reply = await send(words);
    if (includes(reply)) return reply;
    isMixedUp = true;
    throw mixedUp(name, reply);
  };
}

async function expectEcho(send: Send): Promise<void> {
  const text = crypto.randomUUID();
  const reply = await send(["ECHO", text]);
  if (shownText(reply) !== text) throw mixedUp("an echo", reply);
}

function mixedUp(expected: string, reply: unknown): RangeError {
  const message = `Redis client: expected ${expected} as the reply; got ${kindOf(reply)}, the reply to another command`;
  return withCode(new RangeError(message), "ERR_STORED_ENTRY");
}

function senderOf(client: IoRedisLike | NodeRedisLike): Send {
  checkedObject("client", client);
  if ("callBuffer" in client) {
    const call = client.callBuffer as unknown as SendWords;
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
  const send = client.sendCommand as unknown as SendWords;
  return (words) => send.call(client, words, options);
}

/** Redis takes whole milliseconds above 0. */
export const milliseconds = (ms: number): string => String(Math.max(1, Math.ceil(ms)));
