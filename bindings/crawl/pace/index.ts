/** robots-wasm/pace: when each host may be requested next: Crawl-delay, Request-rate, Visit-time, Retry-After and back-off. */
export type { IoRedisLike, NodeRedisLike, PaceLimits, PaceOutcome, RequestPace } from "../../client/index.ts";
export { paceLimitsOf } from "../../client/internal.ts";
export { type AcquireOptions, Pace, type PaceEvent, type PaceLease, type PaceOptions } from "./pace.ts";
export type { PaceStore } from "./pace-store.ts";
export { type NextTurn, Pacer, type PacerOptions, type Turn } from "./pacer.ts";
export { type RedisPaceStoreOptions, redisPaceStore } from "./redis-pace-store.ts";
