/**
 * A `PaceStore` in Redis, through node-redis (from 4) or ioredis. A host is two keys that expire by Redis' clock: who holds it, and
 * that it is closed. So clocks of processes and late answers shorten no interval, and nothing is left of hosts that are free.
 */

import { wrongType } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { IoRedisLike, NodeRedisLike } from "../../client/index.ts";
import { askerOf, milliseconds, NUMBER } from "../../client/internal.ts";
import type { PaceStore } from "./pace-store.ts";

/** What `redisPaceStore` takes besides the client. */
export interface RedisPaceStoreOptions {
  /** The start of every key. Default `robots-wasm:pace:`. */
  readonly prefix?: string;
}

const storeOptions: KnownOptions<RedisPaceStoreOptions> = { prefix: 1 };

// KEYS: who holds the host; that it is closed. A key with less than a millisecond left has a PTTL of 0, a key without expiry, which
// others wrote, one of -1. `pcall` returns an error for a key of another type, which equals no holder.
const HOLD = `if ARGV[2] ~= "0" and redis.pcall("GET", KEYS[1]) == ARGV[1] then redis.call("PEXPIRE", KEYS[1], ARGV[2]) return 0 end
local closed = redis.call("PTTL", KEYS[2])
if closed >= 0 then return closed + 1 end
if ARGV[2] == "0" then return 0 end
if redis.call("PTTL", KEYS[1]) >= 0 then return -1 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2]) return 0`;
const RELEASE = `if redis.pcall("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end
if ARGV[2] ~= "0" and redis.call("PTTL", KEYS[2]) < tonumber(ARGV[2]) then redis.call("SET", KEYS[2], "", "PX", ARGV[2]) end
return 0`;

/** @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a client of node-redis or ioredis. */
export function redisPaceStore(client: IoRedisLike | NodeRedisLike, options: RedisPaceStoreOptions = {}): PaceStore {
  const { prefix = "robots-wasm:pace:" } = checkedOptions("options", options, storeOptions);
  if (typeof prefix !== "string") throw wrongType("prefix", "a string", prefix);
  const ask = askerOf(client);
  const run = async (script: string, host: string, holder: string, ms: number): Promise<number> => {
    // A cluster puts keys into one slot by what their first braces hold.
    const key = prefix.includes("{") ? `${prefix}${host}` : `{${prefix}${host}}`;
    return ask(["EVAL", script, "2", `${key}:held`, `${key}:closed`, holder, ms > 0 ? milliseconds(ms) : "0"], NUMBER);
  };
  return {
    async hold(host, holder, holdMs) {
      const waitMs = await run(HOLD, host, holder, holdMs);
      return waitMs === -1 ? "held" : waitMs;
    },
    release: (host, holder, waitMs) => run(RELEASE, host, holder, waitMs),
  };
}
