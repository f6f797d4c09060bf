/** robots-wasm/client: fetches, judges and remembers robots.txt; and the pure core, for those who bring their own IO. */
export { type Access, type Robots, RobotsClient } from "./client.ts";
export { type Copy, decodeEntry, type Entry, encodeEntry } from "./entry.ts";
export { type Action, type Attempt, type Happening, isFresh, start, step, succeed, verdictOf } from "./machine.ts";
export type { Decision, FetchEvent, Options } from "./options.ts";
export { type AccessPolicy, google, koster1996, policies, rfc9309, type Status, type Verdict } from "./policy.ts";
export { type Lease, memoryStore, type SharedStore, type Store } from "./store.ts";
export { type CacheLike, cacheStore } from "./stores/cache.ts";
export { type KeyvLike, keyvStore } from "./stores/keyv.ts";
export { type KvNamespaceLike, kvStore } from "./stores/kv.ts";
export { type IoRedisLike, type NodeRedisLike, type RedisStoreOptions, redisStore } from "./stores/redis.ts";
export { type UnstorageLike, unstorageStore } from "./stores/unstorage.ts";
export type { Fetch, Limits } from "./transport.ts";
