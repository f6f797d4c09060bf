/** What other rooms use of client beyond its public entry. */
export { onAbort } from "./aborts.ts";
export { paceChannel, pageChannel, type StoreListeners, tellOutages } from "./channels.ts";
export { CircuitBreaker } from "./circuit-breaker.ts";
export { type Decided, decided, keptFresh, type Place, settingsOf } from "./client.ts";
export { MAX_TIMER_MS } from "./options.ts";
export { outcomeOf, paceLimitsOf } from "./pacing.ts";
export { Route } from "./route.ts";
export { checkedMethods } from "./stores/adapter.ts";
export { askerOf, type Kind, milliseconds } from "./stores/redis-sender.ts";
export { checkResponse, expectFetch, NotAResponse } from "./transport.ts";
