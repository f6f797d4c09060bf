/** What a status, a redirect and an outage mean for a crawler, without IO. The client, archives and compile stand on it. */
export { type Copy, decodeEntry, type Entry, encodeEntry } from "./entry.ts";
export { type Action, type Attempt, type Happening, isFresh, start, step, succeed, verdictOf } from "./machine.ts";
export { type AccessPolicy, google, koster1996, policies, rfc9309, type Status, type Verdict } from "./policy.ts";
