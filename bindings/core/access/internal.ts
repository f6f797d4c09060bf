/** What other houses use of access beyond its public entry. */
export { CHALLENGE_SIGNS, challengeIn } from "./challenge.ts";
export { toUtf8 } from "./charset.ts";
export { ACCEPT_ENCODING, asksForZstd, undecodedCoding } from "./codings.ts";
export { decodeEntry, encodeEntry, heldBytes } from "./entry.ts";
export { AccessFailure, errorCodeOf } from "./error-code.ts";
export { freshMs } from "./freshness.ts";
export type { Headers } from "./headers.ts";
export { possibleTargets, targetOf } from "./location.ts";
export { isFresh, isRedirectStatus, outageMsOf, start, step, succeed, verdictOf } from "./machine.ts";
export { messageOf } from "./message.ts";
export { DAY_MS, HOUR_MS, policyOf, resolvePolicy, saysMissing, verdictOn } from "./policy.ts";
export { retryAfterMs } from "./retry-after.ts";
