/** Pauses after failures, what Retry-After asks for, and delays that follow the response time. */
import type { PaceOutcome } from "../client/index.ts";
import type { PaceNode, PauseReason, WaitingTurn } from "./pace-node.ts";
import type { PacerSettings } from "./pacer-options.ts";

/** After so many successes in a row a host is forgiven. */
const FORGIVING = 10;
/** More would exceed every pause, and in the end the range of numbers. */
const MAX_DOUBLINGS = 30;

/** 429: RFC 6585 §4; 503: RFC 9110 §15.6.4; 509: a hoster's limit of bandwidth (cPanel); 529: overload (Qualys, Anthropic). */
const OVERLOADED: readonly (number | undefined)[] = [429, 503, 509, 529];

/** The host, or the crawler's way to it, is in trouble, or a firewall wants the crawler away. */
export const isSetback = ({ status, error, challenge }: PaceOutcome): boolean =>
  error === true || challenge === true || OVERLOADED.includes(status);

/** Whether the outcome closes the host: a failure, or any response with Retry-After (RFC 9110 §10.2.3). */
export const isPause = (outcome: PaceOutcome): boolean => isSetback(outcome) || (outcome.retryAfterMs ?? 0) > 0;

const isRecovery = (outcome: PaceOutcome): boolean => (outcome.status ?? 500) < 500 && !isSetback(outcome);

/** A pause is never shortened by a later response. @param lengthened the jitter's factor, at least 1 */
export function takeOutcome(
  turn: WaitingTurn,
  outcome: PaceOutcome,
  nowMs: number,
  settings: PacerSettings,
  lengthened: number,
): void {
  const { host } = turn;
  const { retryAfterMs = 0 } = outcome;
  const ownMs = isSetback(outcome) ? backOffMs(turn, nowMs, settings) : 0;
  if (!isSetback(outcome)) recover(turn, outcome, nowMs, settings);
  const pauseMs = Math.min((retryAfterMs > 0 ? retryAfterMs : ownMs) * lengthened, settings.maxBackoffMs);
  if (pauseMs <= 0 || host.closedUntilMs >= nowMs + pauseMs) return;
  host.closedUntilMs = nowMs + pauseMs;
  host.reason = reasonOf(outcome);
}

function reasonOf({ status, retryAfterMs = 0, challenge, error }: PaceOutcome): PauseReason {
  const reason = retryAfterMs > 0 ? "retry-after" : challenge ? "challenge" : error ? "error" : "overload";
  return { reason, ...(status !== undefined && { status }) };
}

/** Responses to requests that started before the incident was noticed belong to it: ten 429s at once are one step. */
function backOffMs({ host, startedAtMs }: WaitingTurn, nowMs: number, settings: PacerSettings): number {
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
function recover(
  { host, startedAtMs }: WaitingTurn,
  outcome: PaceOutcome,
  nowMs: number,
  settings: PacerSettings,
): void {
  if (host.incidents === 0) return;
  if (nowMs - host.closedUntilMs > settings.forgiveAfterMs) host.incidents = 0;
  else if (isRecovery(outcome) && startedAtMs >= host.incidentAtMs)
    host.incidents = ++host.successes >= FORGIVING ? 0 : host.incidents - 1;
}

/** The mean of the last delay and of what this response asks for, at least the latter; a failure shortens nothing. */
export function adapt(
  host: PaceNode,
  outcome: PaceOutcome,
  tookMs: number,
  adaptive: PacerSettings["adaptiveDelay"],
): void {
  if (adaptive === undefined) return;
  const { factor, minMs, maxMs } = adaptive as Required<typeof adaptive>;
  const wantedMs = (outcome.responseMs ?? tookMs) * factor;
  const delayMs = host.adaptiveMs === 0 ? wantedMs : Math.max(wantedMs, (host.adaptiveMs + wantedMs) / 2);
  const isUseful = isRecovery(outcome);
  host.adaptiveMs = Math.min(maxMs, Math.max(minMs, isUseful ? delayMs : Math.max(delayMs, host.adaptiveMs)));
}
