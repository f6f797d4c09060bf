/**
 * A store in Redis, through node-redis (from 4) or ioredis. One process fetches for all: its lease is a key set with NX and PX
 * to a random token, and a value is replaced only while the lease holds that token. A holder that paused for longer than its
 * lease cannot overwrite a newer value. Keys of these names that others wrote are replaced, whatever their type.
 */
import { shownText, wrongType } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import type { SharedStore } from "../store.ts";
import { askerOf, type IoRedisLike, type Kind, milliseconds, type NodeRedisLike, NUMBER } from "./redis-sender.ts";

/** What `redisStore` takes besides the client. */
export interface RedisStoreOptions {
  /** The start of every key. Default `robots-wasm:`. */
  readonly prefix?: string;
}

const redisOptionNames: KnownOptions<RedisStoreOptions> = { prefix: 1 };

// `pcall` returns an error for a key of another type, which equals no token. PTTL is -1 for a key without expiry: not a lease.
const ACQUIRE = `if redis.pcall("GET", KEYS[1]) == ARGV[1] then return 1 end
if redis.call("PTTL", KEYS[1]) == -1 then redis.call("DEL", KEYS[1]) end
if redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then return 1 end return 0`;
const RENEW = `if redis.pcall("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])`;
const COMMIT = `if redis.pcall("GET", KEYS[2]) ~= ARGV[2] then redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[3]) return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[3]) redis.call("DEL", KEYS[2]) return 1`;
const RELEASE = `if redis.pcall("GET", KEYS[1]) ~= ARGV[1] then return 0 end return redis.call("DEL", KEYS[1])`;

const OK: Kind<unknown> = { name: "OK", includes: (reply): reply is unknown => shownText(reply) === "OK" };
const VALUE: Kind<Uint8Array | null> = {
  name: "bytes or nothing",
  includes: (reply): reply is Uint8Array | null => reply === null || reply instanceof Uint8Array,
};

/**
 * A store in Redis that several processes share: one of them fetches for all.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a client of node-redis or ioredis.
 */
export function redisStore(client: IoRedisLike | NodeRedisLike, options: RedisStoreOptions = {}): SharedStore {
  const { prefix = "robots-wasm:" } = checkedOptions("options", options, redisOptionNames);
  if (typeof prefix !== "string") throw wrongType("prefix", "a string", prefix);
  const ask = askerOf(client);
  const valueKey = (key: string): string => `${prefix}${key}`;
  const run = async (script: string, keys: string[], words: (string | Uint8Array)[]): Promise<boolean> =>
    (await ask(["EVAL", script, String(keys.length), ...keys, ...words], NUMBER)) === 1;
  return {
    get: async (key) => (await ask(["GET", valueKey(key)], VALUE).catch(undefinedIfForeign)) ?? undefined,
    set: (key, value, ttlMs) => ask(["SET", valueKey(key), bytes(value), "PX", milliseconds(ttlMs)], OK),
    delete: (key) => ask(["DEL", valueKey(key)], NUMBER),
    acquire: (key, leaseMs, { token }) => run(ACQUIRE, [leaseKey(valueKey(key))], [token, milliseconds(leaseMs)]),
    renew: (key, leaseMs, { token }) => run(RENEW, [leaseKey(valueKey(key))], [token, milliseconds(leaseMs)]),
    commit: (key, value, ttlMs, { token }) =>
      run(COMMIT, [valueKey(key), leaseKey(valueKey(key))], [bytes(value), token, milliseconds(ttlMs)]),
    release: (key, { token }) => run(RELEASE, [leaseKey(valueKey(key))], [token]),
  };
}

/** A cluster puts a key into a slot by what its first braces hold, or else by the whole key: both keys share a slot. */
const leaseKey = (valueKey: string): string => (valueKey.includes("{") ? `${valueKey}:lease` : `{${valueKey}}:lease`);

/** A value of another type was not written by this store: it is neither an entry nor an outage. */
function undefinedIfForeign(error: unknown): undefined {
  if (!(error instanceof Error && error.message.startsWith("WRONGTYPE"))) throw error;
}

/** Both clients accept Node's buffers only. */
function bytes(value: Uint8Array): Uint8Array {
  const { Buffer } = globalThis as {
    Buffer?: { from(buffer: ArrayBufferLike, at: number, length: number): Uint8Array };
  };
  return Buffer === undefined ? value : Buffer.from(value.buffer, value.byteOffset, value.length);
}
