/**
 * Redis through a client that the caller brings: node-redis (4 or 5) or ioredis. One process fetches for all: the lease is
 * a key set with NX and PX to a random token, and a value is written only while the lease still holds that token, so that
 * a holder that was away for longer than its lease cannot overwrite what came after it.
 */
import type { Lease, SharedStore } from "../store.ts";

/** The part of ioredis that is used. */
export interface IoRedisLike {
  callBuffer(command: string, ...words: never[]): Promise<unknown>;
}

/** The part of node-redis that is used. */
export interface NodeRedisLike {
  sendCommand(words: never, options?: never): Promise<unknown>;
}

export interface RedisStoreOptions {
  /** Before every key; default `robots-wasm:`. */
  readonly prefix?: string;
}

type Send = (words: (string | Uint8Array)[]) => Promise<unknown>;

const COMMIT = `if redis.call("GET", KEYS[2]) ~= ARGV[2] then return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[3]) redis.call("DEL", KEYS[2]) return 1`;
const RELEASE = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`;

/** RESP's type of bulk strings, `$`. */
const BULK_STRING = 36;

/** @throws TypeError for a client that is neither node-redis nor ioredis. */
export function redisStore(
  client: IoRedisLike | NodeRedisLike,
  { prefix = "robots-wasm:" }: RedisStoreOptions = {},
): SharedStore {
  const send = senderOf(client);
  const valueKey = (key: string): string => `${prefix}${key}`;
  const leaseKey = (key: string): string => `${prefix}${key}:lease`;
  return {
    async get(key) {
      const value = await send(["GET", valueKey(key)]);
      return value instanceof Uint8Array ? value : undefined;
    },
    set: (key, value, ttlMs) => send(["SET", valueKey(key), bytes(value), "PX", milliseconds(ttlMs)]),
    delete: (key) => send(["DEL", valueKey(key)]),
    async acquire(key, leaseMs) {
      const token = crypto.randomUUID();
      const reply = await send(["SET", leaseKey(key), token, "NX", "PX", milliseconds(leaseMs)]);
      return reply === null ? undefined : { token };
    },
    async commit(key, value, ttlMs, { token }: Lease) {
      const words = [valueKey(key), leaseKey(key), bytes(value), token, milliseconds(ttlMs)];
      return Number(await send(["EVAL", COMMIT, "2", ...words])) === 1;
    },
    release: (key, { token }) => send(["EVAL", RELEASE, "1", leaseKey(key), token]),
  };
}

type Call = (...words: unknown[]) => Promise<unknown>;

function senderOf(client: IoRedisLike | NodeRedisLike): Send {
  if ("callBuffer" in client) {
    const call = client.callBuffer as unknown as Call;
    return (words) => call.apply(client, words);
  }
  if (!("sendCommand" in client))
    throw new TypeError("client: expected one of node-redis or ioredis; got another object");
  const { Buffer } = globalThis as { Buffer?: unknown };
  // Bytes as bytes, said as node-redis 4 and as 5 understand it.
  const options = { returnBuffers: true, typeMapping: { [BULK_STRING]: Buffer } };
  const send = client.sendCommand as unknown as Call;
  return (words) => send.call(client, words, options);
}

const milliseconds = (ms: number): string => String(Math.max(1, Math.ceil(ms)));

/** Both clients take Node's buffers only. */
function bytes(value: Uint8Array): Uint8Array {
  const { Buffer } = globalThis as {
    Buffer?: { from(buffer: ArrayBufferLike, at: number, length: number): Uint8Array };
  };
  return Buffer === undefined ? value : Buffer.from(value.buffer, value.byteOffset, value.length);
}
