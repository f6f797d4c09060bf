/** What a status, a redirect and an outage mean for a crawler, without IO. The client, the archives and compile use it. */
export { encodeEntry, isFresh, start, step, succeed, verdictOf } from "./checked.ts";
export { decodeEntry, type RobotsBody, type RobotsCopy, type StoredEntry } from "./entry.ts";
export type { AccessErrorCode } from "./error-code.ts";
export type { FetchAction, FetchAttempt, FetchOutcome } from "./machine.ts";
export {
  type AccessPolicy,
  type AccessStatus,
  google,
  google2019,
  koster1996,
  norobots1996,
  type PolicyName,
  policies,
  rfc9309,
  type Verdict,
} from "./policy.ts";
