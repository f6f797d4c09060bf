/**
 * Computes what a client would know about each origin if it had made the captured requests: the captures of a robots.txt
 * go through the client's state machine in the order of their dates (RFC 9309 §2.3.1), so that redirects, outages and the
 * copy from before an outage follow the policy. The archive stores the state after the last capture.
 *
 * A capture that cannot be used is not an outage, after which a policy may allow: what it said is unknown. So its origin is
 * refused, whatever the policy, unless an answer is later, or the last answer was still fresh.
 */

import type {
  AccessPolicy,
  FetchAction,
  FetchAttempt,
  RobotsBody,
  RobotsCopy,
  StoredEntry,
} from "../../core/access/index.ts";
import { freshMs, isFresh, start, step, succeed, verdictOf } from "../../core/access/internal.ts";
import { blanketRules } from "../../core/deciding.ts";
import { compareBytes, type OriginState } from "../../crawl/archive/internal.ts";

import { type Capture, type Captured, isAfter, type Position, type Revisit } from "./capture.ts";
import { decodeCaptured, kindOf } from "./capture-bytes.ts";
import { positionIn, urlOfKey } from "./capture-key.ts";
import type { Captures, StoredCapture } from "./captures.ts";
import type { CompileStats, SkipReason } from "./compile-stats.ts";

export interface Replayed {
  /** As `new URL(…).origin`. */
  readonly origin: string;
  /** Without programs. */
  readonly state: OriginState;
  /** What was kept of the body, if the verdict is `rules`. */
  readonly kept?: Uint8Array | undefined;
  /** The URLs that redirects led to, in order. */
  readonly redirects: readonly string[];
  /** Why the origin could not be reached. */
  readonly error?: string | undefined;
  /** Why the last capture cannot be used, so that the origin is refused. */
  readonly unusable?: SkipReason;
}

interface ReplayOptions {
  readonly policy: AccessPolicy;
  readonly stats: CompileStats;
}

/**
 * Yields one entry for each captured origin, in the order of an archive, also if no capture can be used. If the last capture is an
 * answer, history does not matter: it is yielded unreplayed, for `replayAlone`.
 */
export function* replay(captures: Captures, options: ReplayOptions): Generator<Replayed | StoredCapture> {
  let history: CaptureHistory | undefined;
  let origin: Uint8Array | undefined;
  for (const stored of captures.ofRobotsTxt()) {
    if (origin === undefined || compareBytes(stored.originKey, origin) !== 0) {
      if (history !== undefined) yield history.end();
      history = new CaptureHistory(captures, options, stored.key);
      origin = stored.originKey;
    }
    history!.add(stored);
  }
  if (history !== undefined) yield history.end();
}

/** @param answer a capture whose kind is `answer` */
export function replayAlone(policy: AccessPolicy, answer: Capture): Replayed {
  const entry = attempt(undefined, policy, answer, undefined) as StoredEntry;
  return { origin: originOf(answer.url), ...replayedOf(policy, entry) };
}

/** @param action what the policy does after an answer to a first request */
export const stateOfAnswer = (policy: AccessPolicy, action: FetchAction, answer: Capture): OriginState =>
  replayedState(replayedOf(policy, entryAfter(policy, action, answer, answer.dateMs, undefined)));

const originOf = (url: string): string => url.slice(0, -"/robots.txt".length);

/** The captures of one robots.txt. */
class CaptureHistory {
  readonly #captures: Captures;
  readonly #options: ReplayOptions;
  readonly #key: Uint8Array;
  /** The last capture, if it is an answer. It is replayed only if a later one needs it. */
  #answer: StoredCapture | undefined;
  #entry: StoredEntry | undefined;
  #answeredAt: Position | undefined;
  /** The last capture that cannot be used, unless a later one is an answer. */
  #unknown: Unusable | undefined;

  constructor(captures: Captures, options: ReplayOptions, key: Uint8Array) {
    this.#captures = captures;
    this.#options = options;
    this.#key = key;
  }

  add(stored: StoredCapture): void {
    if (kindOf(stored.value) === "answer") {
      this.#answer = stored;
      return;
    }
    this.#replayAnswer();
    const captured = decodeStored(stored);
    if ("skipped" in captured) this.#addUnknown(captured, { unusable: captured.skipped, dateMs: captured.dateMs });
    else this.#attempt(captured);
  }

  #replayAnswer(): void {
    if (this.#answer !== undefined) this.#attempt(decodeStored(this.#answer) as Capture);
    this.#answer = undefined;
  }

  #attempt(captured: Capture | Revisit): void {
    const next = attempt(this.#captures, this.#options.policy, captured, this.#entry);
    if ("unusable" in next) {
      this.#options.stats.skip(next.unusable, captured.url);
      this.#addUnknown(captured, next);
      return;
    }
    this.#entry = next;
    if (!isAnswer(next)) return;
    this.#answeredAt = captured;
    this.#unknown = undefined;
  }

  /** Skips arrive after all captures of their URL, so compare dates. */
  #addUnknown(at: Position, unknown: Unusable): void {
    if (this.#answeredAt !== undefined && isAfter(this.#answeredAt, at)) return;
    if (this.#unknown === undefined || unknown.dateMs > this.#unknown.dateMs) this.#unknown = unknown;
  }

  end(): Replayed | StoredCapture {
    if (this.#answer !== undefined) return this.#answer;
    const origin = originOf(urlOfKey(this.#key));
    const { dateMs: unknownAtMs, unusable } = this.#unknown ?? {};
    const entry = this.#entry;
    if (entry !== undefined && (unknownAtMs === undefined || (isAnswer(entry) && isFresh(unknownAtMs, entry))))
      return { origin, ...replayedOf(this.#options.policy, entry) };
    this.#options.stats.addRefused(origin);
    const times = unknownAtMs !== undefined && unknownAtMs >= 0 ? { fetchedAtMs: unknownAtMs } : {};
    const state = { status: "unreachable", verdict: "refused", ...times } as const;
    return { origin, state, redirects: [], ...(unusable !== undefined && { unusable }) };
  }
}

/** The state with the rules that were kept, if they decide. */
export const replayedState = ({ state, kept }: Pick<Replayed, "state" | "kept">): OriginState =>
  kept === undefined ? state : { ...state, programs: kept };

export const decodeStored = ({ key, value }: StoredCapture): Captured =>
  decodeCaptured(urlOfKey(key), positionIn(key), value);

const isAnswer = ({ status }: StoredEntry): boolean => status !== "unreachable";

/** A placeholder: `succeed` needs rules; a replay uses `kept`. */
const UNASKED = blanketRules("refused", "rfc9309");

interface ReplayedBody extends RobotsBody {
  readonly kept: Uint8Array;
}

/** Why the outcome is unknown, and until when. */
interface Unusable {
  readonly unusable: SkipReason;
  readonly dateMs: number;
}

/** What the client would know after this attempt. @param captures those that a redirect or a revisit needs */
function attempt(
  captures: Captures | undefined,
  policy: AccessPolicy,
  first: Capture | Revisit,
  entry: StoredEntry | undefined,
): StoredEntry | Unusable {
  let capture: Capture | Unusable = originalResponse(captures!, first, first.dateMs);
  let action: FetchAction = start(first.url, entry);
  while (action.type === "request") {
    if (action.attempt.redirects.length > 0) capture = targetAt(captures!, policy, action.attempt, first.dateMs);
    if ("unusable" in capture) return capture;
    if (isUnchanged(capture) && entry?.copy?.url !== action.url)
      return { unusable: "revalidation: its copy was not captured", dateMs: first.dateMs };
    action = step(policy, first.dateMs, entry, action.attempt, capture.outcome);
  }
  return entryAfter(policy, action, capture as Capture, first.dateMs, entry);
}

function entryAfter(
  policy: AccessPolicy,
  action: FetchAction,
  { outcome, kept }: Pick<Capture, "outcome" | "kept">,
  dateMs: number,
  entry: StoredEntry | undefined,
): StoredEntry {
  if (action.type === "done") return action.entry;
  if (outcome.type !== "response" || kept === undefined)
    throw new Error("bug: the policy reads a body that was not kept");
  const copy: ReplayedBody = { rules: UNASKED, sitemaps: [], hash: "", kept };
  return succeed(policy, dateMs, action.attempt, outcome, copy, entry);
}

const UNCAPTURED: SkipReason = "redirect: its target was not captured";

/** The capture of the redirect's target. Unusable if a later, unreadable capture may contradict it. */
function targetAt(
  captures: Captures,
  policy: AccessPolicy,
  { url: first, redirects }: FetchAttempt,
  dateMs: number,
): Capture | Unusable {
  const url = redirects.at(-1)!;
  // A capture answers one request. What the site says to the next one for the same URL was not captured.
  if (url === first || redirects.indexOf(url) < redirects.length - 1) return { unusable: UNCAPTURED, dateMs };
  const near = captures.near(url, dateMs);
  const skip = captures.lastSkip(url);
  const isKnown = (at: Position): boolean =>
    near !== undefined && near.kind !== "outage" && (isAfter(near.capture, at) || isFreshAt(policy, near.capture, at));
  if (skip !== undefined && !isKnown(skip))
    return { unusable: "redirect: the capture of its target cannot be used", dateMs: Math.max(dateMs, skip.dateMs) };
  if (near === undefined) return { unusable: UNCAPTURED, dateMs };
  return originalResponse(captures, near.capture, dateMs);
}

function isFreshAt(policy: AccessPolicy, captured: Capture | Revisit, { dateMs }: Position): boolean {
  const response = "outcome" in captured ? captured.outcome : captured.head;
  return response?.type === "response" && dateMs < captured.dateMs + freshMs(policy, captured.dateMs, response.headers);
}

/** The response of a capture; of a revisit with the body of its original. */
function originalResponse(captures: Captures, captured: Capture | Revisit, dateMs: number): Capture | Unusable {
  if (!("original" in captured)) return captured;
  const { original, head, ...revisit } = captured;
  const found = captures.near(original.url, original.dateMs)?.capture;
  if (found === undefined || found.dateMs !== original.dateMs || !isBodyOf(found, revisit.digest))
    return { unusable: "revisit: its original was not captured", dateMs };
  return { ...revisit, outcome: head ?? found.outcome, kept: found.kept };
}

const isBodyOf = (found: Capture | Revisit, digest = found.digest): found is Capture & { kept: Uint8Array } =>
  "kept" in found && (found.digest ?? digest) === digest;

/** A 304: the crawler had a copy and revalidated it. */
const isUnchanged = ({ outcome }: Capture): boolean => outcome.type === "response" && outcome.status === 304;

/** The state at the time of the attempt: how long an outage lasted afterwards is unknown. */
function replayedOf(policy: AccessPolicy, entry: StoredEntry): Omit<Replayed, "origin"> {
  const { status, httpStatus, fetchedAtMs, expiresAtMs, copy, redirects, error } = entry;
  const verdict = verdictOf(policy, entry);
  const kept = verdict === "rules" ? (copy as RobotsCopy & ReplayedBody).kept : undefined;
  // One for each capture: spreads took 5 % of the time of `compile`.
  const known = { status, verdict, fetchedAtMs, expiresAtMs };
  const state = httpStatus === undefined ? known : { status, verdict, httpStatus, fetchedAtMs, expiresAtMs };
  return { state, redirects, error, kept };
}
