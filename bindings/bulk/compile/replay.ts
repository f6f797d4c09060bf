/**
 * Computes what a client would know about each origin if it had made the captured requests: the captures of a robots.txt
 * go through the client's state machine in the order of their dates (RFC 9309 §2.3.1), so that redirects, outages and the
 * copy from before an outage follow the policy. The archive stores the state after the last capture.
 */

import {
  type AccessPolicy,
  type FetchAction,
  type RobotsBody,
  type RobotsCopy,
  type StoredEntry,
  start,
  step,
  succeed,
  verdictOf,
} from "../../access/index.ts";
import { AgentRules } from "../../index.ts";
import { programIn } from "../archive/programs.ts";
import type { State } from "../archive/state.ts";
import type { Capture } from "./capture.ts";
import type { Captures } from "./captures.ts";
import type { SkipReason } from "./compile-stats.ts";

export interface Replayed {
  readonly origin: URL;
  readonly state: State;
}

/** @param skip called with the reason why a capture is skipped. */
export function* replay(
  captures: Captures,
  policy: AccessPolicy,
  skip: (reason: SkipReason) => void,
): Generator<Replayed> {
  let url = "";
  let entry: StoredEntry | undefined;
  for (const capture of captures) {
    if (capture.url !== url) {
      if (entry !== undefined) yield { origin: new URL(url), state: stateOf(policy, entry) };
      entry = undefined;
      url = capture.url;
    }
    if (!isRobotsTxt(url)) continue;
    const next = attempt(captures, policy, capture, entry);
    if (typeof next === "string") skip(next);
    else entry = next;
  }
  if (entry !== undefined) yield { origin: new URL(url), state: stateOf(policy, entry) };
}

/** The state machine keeps what it is given with a body; it knows the rules of one crawler. */
interface ReplayedBody extends RobotsBody {
  readonly programs: Uint8Array;
}

/** RFC 9309 §2.3: only `/robots.txt` at the root of the origin counts. */
const isRobotsTxt = (url: string): boolean => url === `${new URL(url).origin}/robots.txt`;

/** What the client would know after this attempt, or why it is skipped. */
function attempt(
  captures: Captures,
  policy: AccessPolicy,
  first: Capture,
  entry: StoredEntry | undefined,
): StoredEntry | SkipReason {
  let capture = first;
  let action: FetchAction = start(first.url, entry);
  while (action.type === "request") {
    if (action.url !== first.url) {
      const target = captures.near(action.url, first.dateMs);
      if (target === undefined) return "redirect: its target was not captured";
      capture = target;
    }
    if (isUnchanged(capture) && entry?.copy?.url !== action.url) return "revalidation: its copy was not captured";
    action = step(policy, first.dateMs, entry, action.attempt, capture.outcome);
  }
  if (action.type === "done") return action.entry;
  const { outcome, programs } = capture;
  if (outcome.type !== "response" || programs === undefined)
    throw new Error("bug: the policy reads a body that was not compiled");
  const copy: ReplayedBody = { rules: AgentRules.fromBytes(programIn(programs, 0)), sitemaps: [], hash: "", programs };
  return succeed(policy, first.dateMs, action.attempt, outcome, copy);
}

/** A 304: the crawler had a copy and revalidated it. */
const isUnchanged = ({ outcome }: Capture): boolean => outcome.type === "response" && outcome.status === 304;

/** The state at the time of the attempt: how long an outage lasted afterwards is unknown. */
function stateOf(policy: AccessPolicy, entry: StoredEntry): State {
  const { status, httpStatus, fetchedAtMs, expiresAtMs, copy } = entry;
  const verdict = verdictOf(policy, entry);
  return {
    status,
    verdict,
    ...(httpStatus !== undefined && { httpStatus }),
    fetchedAtMs,
    expiresAtMs,
    ...(verdict === "rules" && { programs: (copy as RobotsCopy & ReplayedBody).programs }),
  };
}
