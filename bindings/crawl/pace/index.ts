/** robots-wasm/pace: when each host may be requested next: Crawl-delay, Request-rate, Visit-time, Retry-After and back-off. */
export type { IoRedisLike, NodeRedisLike, PaceLimits, PaceOutcome, RequestPace } from "../client/index.ts";
export { outcomeOf, paceLimitsOf } from "../client/pacing.ts";
export { type AcquireOptions, Pace, type PaceEvent, type PaceLease, type PaceOptions } from "./pace.ts";
export type { PauseReason } from "./pace-node.ts";
export type { PaceStore } from "./pace-store.ts";
export { type NextTurn, Pacer, type PausedHost, type Turn, type TurnOptions } from "./pacer.ts";
export type { AdaptiveDelay, PacerOptions } from "./pacer-options.ts";
export type { QueueKey } from "./queue-keys.ts";
export { type RedisPaceStoreOptions, redisPaceStore } from "./redis-pace-store.ts";
