/**
 * What a client would know of each origin, had it made the requests that were captured: the captures of its robots.txt
 * go through the client's own machine in the order of their dates (RFC 9309 §2.3.1), so that redirects, outages and the
 * copy from before one hold by policy. What is known at the last one is what the archive says.
 */

import {
  type AccessPolicy,
  type FetchAction,
  type StoredEntry,
  start,
  step,
  succeed,
  verdictOf,
} from "../../access/index.ts";
import { AgentRules } from "../../index.ts";
import type { State } from "../archive/state.ts";
import type { Capture } from "./capture.ts";
import type { Captures } from "./captures.ts";

export interface Replayed {
  readonly origin: URL;
  readonly state: State;
}

/** @param skip told why a capture is left out. */
export function* replay(captures: Captures, policy: AccessPolicy, skip: (reason: string) => void): Generator<Replayed> {
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

/** RFC 9309 §2.3: at the top of its origin, and nowhere else. */
const isRobotsTxt = (url: string): boolean => url === `${new URL(url).origin}/robots.txt`;

/** What the client would know after this attempt, or why it is left out. */
function attempt(
  captures: Captures,
  policy: AccessPolicy,
  first: Capture,
  entry: StoredEntry | undefined,
): StoredEntry | string {
  let capture = first;
  let action: FetchAction = start(first.url, entry);
  while (action.type === "request") {
    if (action.url !== first.url) {
      const target = captures.near(action.url, first.dateMs);
      if (target === undefined) return "redirects to what was not captured";
      capture = target;
    }
    if (isUnchanged(capture) && entry?.copy?.url !== action.url) return "304 about a copy that was not captured";
    action = step(policy, first.dateMs, entry, action.attempt, capture.happening);
  }
  if (action.type === "done") return action.entry;
  const { happening, program } = capture;
  if (happening.type !== "response" || program === undefined)
    throw new Error("unreachable: the policy has a body read, which was not");
  const copy = { rules: AgentRules.fromBytes(program), sitemaps: [], hash: "" };
  return succeed(policy, first.dateMs, action.attempt, happening, copy);
}

/** The crawler had a copy and asked whether it still held. */
const isUnchanged = ({ happening }: Capture): boolean => happening.type === "response" && happening.status === 304;

/** As of the attempt: how long an outage went on afterwards is not known. */
function stateOf(policy: AccessPolicy, entry: StoredEntry): State {
  const { status, httpStatus, fetchedAtMs, expiresAtMs, copy } = entry;
  const verdict = verdictOf(policy, fetchedAtMs, entry);
  return {
    status,
    verdict,
    ...(httpStatus !== undefined && { httpStatus }),
    fetchedAtMs,
    expiresAtMs,
    ...(verdict === "rules" && { program: copy!.rules.toBytes() }),
  };
}
