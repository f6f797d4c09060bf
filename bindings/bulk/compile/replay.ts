/**
 * Computes what a client would know about each origin if it had made the captured requests: the captures of a robots.txt
 * go through the client's state machine in the order of their dates (RFC 9309 §2.3.1), so that redirects, outages and the
 * copy from before an outage follow the policy. The archive stores the state after the last capture.
 *
 * A capture that cannot be used is not an outage, after which a policy may allow: what it said is unknown. So its origin is
 * refused, whatever the policy, unless an answer is later, or the last answer was still fresh.
 */

import {
  type AccessPolicy,
  type FetchAction,
  isFresh,
  type RobotsBody,
  type RobotsCopy,
  type StoredEntry,
  start,
  step,
  succeed,
  verdictOf,
} from "../../access/index.ts";
import { freshMs } from "../../access/internal.ts";
import { AgentRules } from "../../index.ts";
import { type OriginState, programIn } from "../archive/internal.ts";

import { type Capture, type Captured, isAfter, isRobotsTxt, type Position, type Revisit } from "./capture.ts";
import type { Captures } from "./captures.ts";
import type { CompileStats, SkipReason } from "./compile-stats.ts";

export interface Replayed {
  readonly origin: URL;
  readonly state: OriginState;
}

/** Yields every origin whose robots.txt was captured, also if no capture of it can be used. */
export function* replay(captures: Captures, policy: AccessPolicy, stats: CompileStats): Generator<Replayed> {
  let url = "";
  let history: History | undefined;
  for (const captured of captures) {
    if (captured.url !== url) {
      if (history !== undefined) yield history.end(stats);
      url = captured.url;
      history = isRobotsTxt(url) ? new History(captures, policy, url) : undefined;
    }
    history?.add(captured, stats);
  }
  if (history !== undefined) yield history.end(stats);
}

/** The captures of one robots.txt. */
class History {
  readonly #captures: Captures;
  readonly #policy: AccessPolicy;
  readonly #url: string;
  #entry: StoredEntry | undefined;
  #answeredAt: Position | undefined;
  /** The date of a capture that cannot be used and after which there was no answer. */
  #unknownSinceMs: number | undefined;

  constructor(captures: Captures, policy: AccessPolicy, url: string) {
    this.#captures = captures;
    this.#policy = policy;
    this.#url = url;
  }

  add(captured: Captured, stats: CompileStats): void {
    if ("skipped" in captured) this.#addUnknown(captured, captured.dateMs);
    else this.#attempt(captured, stats);
  }

  #attempt(captured: Capture | Revisit, stats: CompileStats): void {
    const next = attempt(this.#captures, this.#policy, captured, this.#entry);
    if ("unusable" in next) {
      stats.skip(next.unusable, this.#url);
      this.#addUnknown(captured, next.dateMs);
      return;
    }
    this.#entry = next;
    if (!isAnswer(next)) return;
    this.#answeredAt = captured;
    this.#unknownSinceMs = undefined;
  }

  /** Skips come last, whatever their date. */
  #addUnknown(at: Position, dateMs: number): void {
    if (this.#answeredAt !== undefined && isAfter(this.#answeredAt, at)) return;
    this.#unknownSinceMs = Math.max(dateMs, this.#unknownSinceMs ?? dateMs);
  }

  end(stats: CompileStats): Replayed {
    const origin = new URL(this.#url);
    const sinceMs = this.#unknownSinceMs;
    const entry = this.#entry;
    if (entry !== undefined && (sinceMs === undefined || (isAnswer(entry) && isFresh(sinceMs, entry))))
      return { origin, state: stateOf(this.#policy, entry) };
    stats.addRefused(origin.origin);
    const times = sinceMs !== undefined && sinceMs >= 0 ? { fetchedAtMs: sinceMs } : {};
    return { origin, state: { status: "unreachable", verdict: "disallow", ...times } };
  }
}

const isAnswer = ({ status }: StoredEntry): boolean => status !== "unreachable";

/** The state machine keeps what it is given with a body; it knows the rules of one crawler. */
interface ReplayedBody extends RobotsBody {
  readonly programs: Uint8Array;
}

/** Why an attempt is unknown, and until when it may have been so. */
interface Unusable {
  readonly unusable: SkipReason;
  readonly dateMs: number;
}

/** What the client would know after this attempt. */
function attempt(
  captures: Captures,
  policy: AccessPolicy,
  first: Capture | Revisit,
  entry: StoredEntry | undefined,
): StoredEntry | Unusable {
  let capture: Capture | Unusable = responseIn(captures, first, first.dateMs);
  let action: FetchAction = start(first.url, entry);
  while (action.type === "request") {
    if (action.url !== first.url) capture = targetAt(captures, policy, action.url, first.dateMs);
    if ("unusable" in capture) return capture;
    if (isUnchanged(capture) && entry?.copy?.url !== action.url)
      return { unusable: "revalidation: its copy was not captured", dateMs: first.dateMs };
    action = step(policy, first.dateMs, entry, action.attempt, capture.outcome);
  }
  if (action.type === "done") return action.entry;
  const { outcome, programs } = capture as Capture;
  if (outcome.type !== "response" || programs === undefined)
    throw new Error("bug: the policy reads a body that was not compiled");
  const copy: ReplayedBody = { rules: AgentRules.fromBytes(programIn(programs, 0)), sitemaps: [], hash: "", programs };
  return succeed(policy, first.dateMs, action.attempt, outcome, copy);
}

/** The capture to which a redirect leads, unless a later one, which cannot be used, may say something else. */
function targetAt(captures: Captures, policy: AccessPolicy, url: string, dateMs: number): Capture | Unusable {
  const near = captures.near(url, dateMs);
  const skip = captures.lastSkip(url);
  const isKnown = (at: Position): boolean =>
    near !== undefined && near.kind !== "outage" && (isAfter(near.capture, at) || isFreshAt(policy, near.capture, at));
  if (skip !== undefined && !isKnown(skip))
    return { unusable: "redirect: the capture of its target cannot be used", dateMs: Math.max(dateMs, skip.dateMs) };
  if (near === undefined) return { unusable: "redirect: its target was not captured", dateMs };
  return responseIn(captures, near.capture, dateMs);
}

function isFreshAt(policy: AccessPolicy, captured: Capture | Revisit, { dateMs }: Position): boolean {
  const response = "outcome" in captured ? captured.outcome : captured.head;
  return response?.type === "response" && dateMs < captured.dateMs + freshMs(policy, captured.dateMs, response.headers);
}

/** The response of a capture; of a revisit with the body of its original. */
function responseIn(captures: Captures, captured: Capture | Revisit, dateMs: number): Capture | Unusable {
  if (!("original" in captured)) return captured;
  const { original, head, ...revisit } = captured;
  const found = captures.near(original.url, original.dateMs)?.capture;
  if (found === undefined || found.dateMs !== original.dateMs || !isBodyOf(found, revisit.digest))
    return { unusable: "revisit: its original was not captured", dateMs };
  return { ...revisit, outcome: head ?? found.outcome, programs: found.programs };
}

const isBodyOf = (found: Capture | Revisit, digest = found.digest): found is Capture & { programs: Uint8Array } =>
  "programs" in found && (found.digest ?? digest) === digest;

/** A 304: the crawler had a copy and revalidated it. */
const isUnchanged = ({ outcome }: Capture): boolean => outcome.type === "response" && outcome.status === 304;

/** The state at the time of the attempt: how long an outage lasted afterwards is unknown. */
function stateOf(policy: AccessPolicy, entry: StoredEntry): OriginState {
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
