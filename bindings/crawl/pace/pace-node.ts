/** What the pacer keeps of a host, of an address, and of all hosts together, and the turns that wait there. */
import type { PaceLimits } from "../client/index.ts";
import type { Due } from "./due-heap.ts";
import { longestRateMs } from "./limits.ts";
import { append, type Entry, type Line, prepend, remove, takeFirst } from "./waiting.ts";

/** Why a host is paused: the response asked for it, or was overloaded, or was a challenge; or the request failed. */
export interface PauseReason {
  readonly reason: "retry-after" | "overload" | "challenge" | "error";
  /** Of the response, if there was one. */
  readonly status?: number;
}

export class WaitingTurn implements Entry<WaitingTurn> {
  readonly host: PaceNode;
  state: "waiting" | "started" | "over" = "waiting";
  startedAtMs = 0;
  next: WaitingTurn | undefined = undefined;
  previous: WaitingTurn | undefined = undefined;

  constructor(host: PaceNode) {
    this.host = host;
  }

  get origin(): string {
    return this.host.key;
  }
}

/** A host of which no robots.txt is known. */
export const NO_LIMITS: PaceLimits = Object.create(null);

/** A host, an address, or the root. */
export class PaceNode implements Due, Entry<PaceNode> {
  readonly key: string;
  parent: PaceNode | undefined;
  readonly turns: Line<WaitingTurn> = { head: undefined, tail: undefined };
  /** How many turns wait. */
  queued: number = 0;
  readonly line: Line<PaceNode> | undefined;
  limits: PaceLimits = NO_LIMITS;
  /** Where several origins share a queue. */
  limitsByOrigin: Map<string, PaceLimits> | undefined = undefined;
  /** Without rates, which depend on the hour. */
  intervalMs = 0;
  /** What `adaptiveDelay` makes of the response times. */
  adaptiveMs = 0;
  concurrency: number;
  running = 0;
  children = 0;
  lastAtMs: number = Number.NEGATIVE_INFINITY;
  closedUntilMs = 0;
  /** Until when its first turn was postponed. */
  postponedUntilMs = 0;
  /** Why it was closed last. */
  reason: PauseReason | undefined = undefined;
  incidentAtMs = -1;
  incidents = 0;
  /** Responses without an incident since the last one. */
  successes = 0;
  isInLine = false;
  next: PaceNode | undefined = undefined;
  previous: PaceNode | undefined = undefined;
  dueAtMs = 0;
  order = 0;
  place = -1;

  constructor(key: string, parent: PaceNode | undefined, concurrency: number, isHost: boolean) {
    this.key = key;
    this.parent = parent;
    this.concurrency = concurrency;
    this.line = isHost ? undefined : { head: undefined, tail: undefined };
  }

  get isWaiting(): boolean {
    return (this.line ?? this.turns).head !== undefined;
  }

  get isFull(): boolean {
    return this.running >= this.concurrency;
  }

  /** The longest interval that applies at any hour. */
  get longestMs(): number {
    return Math.max(this.intervalMs, this.adaptiveMs, longestRateMs(this.limits.rates ?? []));
  }

  wait(turn: WaitingTurn, isFirst: boolean): void {
    if (isFirst) prepend(this.turns, turn);
    else append(this.turns, turn);
    this.queued++;
  }

  leave(turn: WaitingTurn): void {
    remove(this.turns, turn);
    this.queued--;
  }

  takeTurn(): WaitingTurn | undefined {
    const turn = takeFirst(this.turns);
    if (turn !== undefined) this.queued--;
    return turn;
  }
}

/** Adds to the running requests of a host, of its address, and of all hosts. */
export function countRunning(host: PaceNode, requests: 1 | -1): void {
  for (let node: PaceNode | undefined = host; node !== undefined; node = node.parent) node.running += requests;
}
