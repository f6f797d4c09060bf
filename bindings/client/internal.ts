/** What other rooms use of client beyond its public entry. */
export { onAbort } from "./aborts.ts";
export { paceChannel, storeChannel } from "./channels.ts";
export { CircuitBreaker } from "./circuit-breaker.ts";
export { settingsOf } from "./client.ts";
export { paceLimitsOf } from "./pacing.ts";
export { Route } from "./route.ts";
export { checkedMethods } from "./stores/adapter.ts";
export { askerOf, milliseconds, NUMBER } from "./stores/redis-sender.ts";
export { orAborted } from "./transport.ts";
