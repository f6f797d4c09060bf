/** Pauses after failures, what Retry-After asks for, and delays that follow the response time. */
import type { PaceOutcome } from "../client/index.ts";
import type { PaceNode, WaitingTurn } from "./pace-node.ts";
import type { Settings } from "./pacer-options.ts";

/** After so many successes in a row a host is forgiven. */
const FORGIVING = 10;
/** More would exceed every pause, and in the end the range of numbers. */
const MAX_DOUBLINGS = 30;

/** The host, or the crawler's way to it, is in trouble (RFC 6585 §4, RFC 9110 §15.6.4). */
export const isSetback = ({ status, error }: PaceOutcome): boolean =>
  error === true || status === 429 || status === 503;

/** Whether the outcome closes the host: a failure, or any response with Retry-After (RFC 9110 §10.2.3). */
export const isPause = (outcome: PaceOutcome): boolean => isSetback(outcome) || (outcome.retryAfterMs ?? 0) > 0;

const isSuccess = ({ status }: PaceOutcome): boolean => status !== undefined && status < 500;

/** A pause is never shortened by a later response. @param lengthened the jitter's factor, at least 1 */
export function takeOutcome(
  turn: WaitingTurn,
  outcome: PaceOutcome,
  nowMs: number,
  settings: Settings,
  lengthened: number,
): void {
  const { host } = turn;
  const { retryAfterMs = 0 } = outcome;
  const ownMs = isSetback(outcome) ? backOffMs(turn, nowMs, settings) : 0;
  if (!isSetback(outcome)) recover(turn, outcome, nowMs, settings);
  const pauseMs = Math.min((retryAfterMs > 0 ? retryAfterMs : ownMs) * lengthened, settings.maxBackoffMs);
  if (pauseMs > 0) host.closedUntilMs = Math.max(host.closedUntilMs, nowMs + pauseMs);
}

/** Responses to requests that started before the incident was noticed belong to it: ten 429s at once are one step. */
function backOffMs({ host, startedAtMs }: WaitingTurn, nowMs: number, settings: Settings): number {
  if (startedAtMs < host.incidentAtMs) return 0;
  const { firstBackoffMs, maxBackoffMs } = settings;
  const pauseMs = Math.min(firstBackoffMs * 2 ** Math.min(host.incidents, MAX_DOUBLINGS), maxBackoffMs);
  // Doubling beyond the longest pause would take as many successes to undo.
  if (pauseMs < maxBackoffMs || host.incidents === 0) host.incidents++;
  host.incidentAtMs = nowMs;
  host.successes = 0;
  return pauseMs;
}

/** Each success halves the next pause. */
function recover({ host, startedAtMs }: WaitingTurn, outcome: PaceOutcome, nowMs: number, settings: Settings): void {
  if (host.incidents === 0) return;
  if (nowMs - host.closedUntilMs > settings.forgiveAfterMs) host.incidents = 0;
  else if (isSuccess(outcome) && startedAtMs >= host.incidentAtMs)
    host.incidents = ++host.successes >= FORGIVING ? 0 : host.incidents - 1;
}

/** The mean of the last delay and of what this response asks for, at least the latter; a failure shortens nothing. */
export function adapt(host: PaceNode, outcome: PaceOutcome, tookMs: number, adaptive: Settings["adaptiveDelay"]): void {
  if (adaptive === undefined) return;
  const { factor, minMs, maxMs } = adaptive as Required<typeof adaptive>;
  const wantedMs = (outcome.responseMs ?? tookMs) * factor;
  const delayMs = host.adaptiveMs === 0 ? wantedMs : Math.max(wantedMs, (host.adaptiveMs + wantedMs) / 2);
  const isUseful = isSuccess(outcome) && outcome.error !== true && outcome.status !== 429;
  host.adaptiveMs = Math.min(maxMs, Math.max(minMs, isUseful ? delayMs : Math.max(delayMs, host.adaptiveMs)));
}
