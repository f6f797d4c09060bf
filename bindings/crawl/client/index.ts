/** robots-wasm/client: fetches robots.txt, decides by it and remembers it; and the same decisions without IO. */

export type { Refusal } from "../../base/errors.ts";
export * from "../../core/access/index.ts";
export { verdictOn } from "../../core/access/internal.ts";
export type { StoreEvent } from "./channels.ts";
export {
  type Access,
  type BatchOptions,
  type CallOptions,
  type ClientExplanation,
  type ClientStats,
  type OriginRobots,
  type PolicyExplanation,
  RobotsClient,
  type SkippedUrl,
} from "./client.ts";
export type { ClientOptions, DecisionRecord, FetchEvent, FileRecord, RobotsHop } from "./client-options.ts";
export type { PaceLimits, PaceOutcome, RequestPace } from "./pacing.ts";
export { type Lease, memoryStore, type SharedStore, type Store } from "./store.ts";
export { type CacheLike, cacheStore } from "./stores/cache.ts";
export { type KeyvLike, keyvStore } from "./stores/keyv.ts";
export { type KvNamespaceLike, kvStore } from "./stores/kv.ts";
export { type RedisStoreOptions, redisStore } from "./stores/redis.ts";
export type { IoRedisLike, NodeRedisLike } from "./stores/redis-sender.ts";
export { type UnstorageLike, unstorageStore } from "./stores/unstorage.ts";
export type { TdmFile, TdmFileStatus } from "./tdm-file.ts";
export type { Fetch, FetchInit, Limits, ResponseLike } from "./transport.ts";
