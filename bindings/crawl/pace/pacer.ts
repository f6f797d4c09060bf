/**
 * Which host may be requested next, and when: a state machine without clock, timer or IO. Every method takes the time.
 *
 * Hosts (origins) hang below addresses, where addresses are given, and those below one root. Each of these nodes has a clock,
 * a limit of running requests and a waiting line: of turns in a host, of due children in an address and in the root. A node
 * is idle, or in the heap until its clock allows a request, or in the line of its parent. A host gets one turn each time that
 * it comes to the front, so a long queue gains nothing.
 */

import { refusal, wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { PaceLimits, PaceOutcome } from "../client/index.ts";
import { adapt, takeOutcome } from "./back-off.ts";
import { DueHeap } from "./due-heap.ts";
import { checkedLimits, isFrom, keepRates, longestRateMs, openAt } from "./limits.ts";
import { countRunning, NO_LIMITS, PaceNode, type PauseReason, WaitingTurn } from "./pace-node.ts";
import { checkedSettings, type PacerOptions, type PacerSettings } from "./pacer-options.ts";
import { append, type Line, remove, takeFirst } from "./waiting.ts";

/** A place in the line of a host. `next` returns it when its request may start. */
export interface Turn {
  readonly origin: string;
}

/** What `add` takes besides the host, its limits, the time and the address. */
export interface TurnOptions {
  /** Goes before all others who wait for the host, as requests for its robots.txt do. Default false. */
  readonly isFirst?: boolean;
  /** Whose limits they are, where several origins share a queue: the longest interval holds. Default: the host itself. */
  readonly limitsOf?: string;
}

/** What may start now, or when to ask again. */
export interface NextTurn {
  readonly turn?: Turn;
  /** Infinity if only `add`, `limit` or `end` can change that. */
  readonly atMs: number;
}

/** A host that gets no request before a moment. */
export interface PausedHost extends PauseReason {
  /** Its origin, or what `key` of `Pace` makes of it. */
  readonly host: string;
  readonly until: Date;
}

const turnOptions: KnownOptions<TurnOptions> = { isFirst: 1, limitsOf: 1 };
const NONE: TurnOptions = Object.create(null);

/** Decides the order and the times of requests to many hosts. */
export class Pacer {
  readonly #hosts = new Map<string, PaceNode>();
  readonly #addresses = new Map<string, PaceNode>();
  readonly #heap = new DueHeap<PaceNode>();
  readonly #root: PaceNode;
  readonly #settings: PacerSettings;

  /** @throws RangeError (ERR_INVALID_ARG_VALUE) for a number that is negative, or a limit of 0. */
  constructor(options: PacerOptions = {}) {
    this.#settings = checkedSettings(options);
    this.#root = new PaceNode("", undefined, this.#settings.concurrency, false);
  }

  /** How many hosts are remembered. A host is forgotten when nobody waits for it and its clock has passed. */
  get size(): number {
    return this.#hosts.size;
  }

  /**
   * Asks for a turn.
   * @param limits hold at once for everyone who waits for the host. Default: those that the host has.
   * @param address the IP address that the host shares with others, if it is known. A host can move to another one.
   * @throws Error (ERR_TOO_SLOW) if the host gets a longer interval than `maxIntervalMs`.
   */
  add(origin: string, limits: PaceLimits | undefined, nowMs: number, address?: string, more?: TurnOptions): Turn {
    const { isFirst = false, limitsOf = origin } =
      more === undefined ? NONE : checkedOptions("more", more, turnOptions);
    const known = this.#hosts.get(origin);
    const asked = limits === undefined ? undefined : this.check(origin, limits);
    checkedMs(nowMs);
    const host = known ?? this.#addHost(origin, address);
    if (address !== undefined && host.parent!.key !== address) this.#move(host, address, nowMs);
    const hadOthers = host.turns.head !== undefined;
    const turn = new WaitingTurn(host);
    host.wait(turn, isFirst);
    if ((asked !== undefined && this.#setLimits(host, asked, limitsOf)) || !hadOthers) this.#schedule(host, nowMs);
    return turn;
  }

  /**
   * Sets the limits of a host as of now, also for those who wait. A host that is not remembered counts as requested just now,
   * as its robots.txt was.
   */
  limit(origin: string, limits: PaceLimits, nowMs: number, limitsOf: string = origin): void {
    const asked = checkedLimits(limits);
    checkedMs(nowMs);
    const known = this.#hosts.get(origin);
    const host = known ?? this.#addHost(origin, undefined);
    if (known === undefined) host.lastAtMs = nowMs;
    const hasChanged = this.#setLimits(host, asked, limitsOf);
    // A host that nobody waits for is forgotten when its clock has passed, so it is scheduled in any case.
    if (hasChanged || known === undefined) this.#schedule(host, nowMs);
    if (known === undefined && host.longestMs === 0) this.#drop(host);
  }

  /** The longest interval that the host's limits, the own minimum and its response time ask for, in milliseconds. */
  intervalMs(turn: Turn): number {
    return checkedTurn(turn).host.longestMs;
  }

  /** Whether the host has one request at a time: it has an interval, or its robots.txt is not known. */
  isExclusive(turn: Turn): boolean {
    const { host } = checkedTurn(turn);
    return host.limits === NO_LIMITS || host.longestMs > 0;
  }

  /**
   * When the request of a new turn would start at the earliest, in milliseconds since 1970: after those of all who wait for the host.
   * A request that is running may take longer.
   */
  dueAt(origin: string, nowMs: number): number {
    checkedMs(nowMs);
    const host = this.#hosts.get(origin);
    if (host === undefined) return nowMs;
    const stepMs = host.longestMs * this.#settings.processes;
    const freeAtMs = Math.max(this.#earliest(host, nowMs), host.postponedUntilMs);
    return (host.isFull ? Math.max(freeAtMs, nowMs + stepMs) : freeAtMs) + host.queued * stepMs;
  }

  /** For how long the host is closed to everyone, in milliseconds: 0 while a request is running, which closes it when it ends. */
  closedMs(origin: string, nowMs: number): number {
    checkedMs(nowMs);
    const host = this.#hosts.get(origin);
    return host === undefined || host.running > 0 ? 0 : this.#earliest(host, nowMs) - nowMs;
  }

  /** The hosts that are paused, in no order. */
  paused(nowMs: number): PausedHost[] {
    checkedMs(nowMs);
    return Array.from(this.#hosts.values()).flatMap(({ key, reason, closedUntilMs }) =>
      reason === undefined || closedUntilMs <= nowMs ? [] : [{ host: key, ...reason, until: new Date(closedUntilMs) }],
    );
  }

  /**
   * @returns the limits, checked.
   * @throws Error (ERR_TOO_SLOW) if the limits ask for a longer interval than `maxIntervalMs`, or the host responds so slowly that it
   *   gets one; TypeError or RangeError for invalid limits.
   */
  check(origin: string, limits: PaceLimits): PaceLimits {
    const { maxIntervalMs } = this.#settings;
    const read = checkedLimits(limits);
    const asked = Math.max(read.intervalMs ?? 0, longestRateMs(read.rates ?? []));
    if (asked > maxIntervalMs) throw tooSlow(origin, maxIntervalMs, `its robots.txt asks for ${asked} ms`);
    const adaptiveMs = this.#hosts.get(origin)?.adaptiveMs ?? 0;
    if (adaptiveMs > maxIntervalMs)
      throw tooSlow(origin, maxIntervalMs, `it responds slowly and gets ${adaptiveMs} ms`);
    return read;
  }

  /** Gives the turn back before its request started: it goes to the next one who waits. Does nothing afterwards. */
  cancel(turn: Turn, nowMs: number): void {
    const cancelled = checkedTurn(turn);
    checkedMs(nowMs);
    if (cancelled.state !== "waiting") return;
    cancelled.state = "over";
    cancelled.host.leave(cancelled);
    this.#schedule(cancelled.host, nowMs);
  }

  /** Returns a turn whose request starts now, or the time at which to ask again. */
  next(nowMs: number): NextTurn {
    checkedMs(nowMs);
    for (let due = this.#heap.first; due !== undefined && due.dueAtMs <= nowMs; due = this.#heap.first)
      this.#moveToLine(due, nowMs);
    while (this.#root.line!.head !== undefined && !this.#root.isFull) {
      const turn = this.#startFirst(nowMs);
      if (turn !== undefined) return { turn, atMs: nowMs };
    }
    return {
      atMs: this.#root.isFull ? Number.POSITIVE_INFINITY : (this.#heap.first?.dueAtMs ?? Number.POSITIVE_INFINITY),
    };
  }

  /**
   * Says how the request of a turn ended; the host's interval starts now. A second end of a turn changes nothing.
   * @returns from when on the host may be requested again, in milliseconds since 1970.
   */
  end(turn: Turn, nowMs: number, outcome: PaceOutcome = {}): number {
    const ended = checkedTurn(turn);
    checkedMs(nowMs);
    const read = checkedOptions("outcome", outcome, outcomeOptions);
    const { host } = ended;
    if (ended.state !== "started") return this.#earliest(host, nowMs);
    ended.state = "over";
    countRunning(host, -1);
    host.lastAtMs = nowMs;
    takeOutcome(ended, read, nowMs, this.#settings, this.#lengthened());
    adapt(host, read, nowMs - ended.startedAtMs, this.#settings.adaptiveDelay);
    this.#scheduleWithAddress(host, nowMs);
    return this.#earliest(host, nowMs);
  }

  /** Takes a turn back whose request did not start after all: it is the host's first again, not before `untilMs`. */
  postpone(turn: Turn, untilMs: number, nowMs: number): void {
    const postponed = checkedTurn(turn);
    checkedMs(nowMs);
    checkedMs(untilMs);
    if (postponed.state !== "started") return;
    const { host } = postponed;
    countRunning(host, -1);
    postponed.state = "waiting";
    host.postponedUntilMs = untilMs;
    host.wait(postponed, true);
    this.#scheduleWithAddress(host, nowMs);
  }

  /**
   * Sets until when a turn is postponed, which may be earlier than was said.
   * @returns false if nobody wants the host.
   */
  recall(origin: string, untilMs: number, nowMs: number): boolean {
    checkedMs(nowMs);
    checkedMs(untilMs);
    const host = this.#hosts.get(origin);
    if (host === undefined || (host.running === 0 && !host.isWaiting)) return false;
    host.postponedUntilMs = untilMs;
    this.#schedule(host, nowMs);
    return true;
  }

  #scheduleWithAddress(host: PaceNode, nowMs: number): void {
    this.#schedule(host, nowMs);
    if (host.parent !== this.#root) this.#schedule(host.parent!, nowMs);
  }

  /** Returns whether the limits changed. */
  #setLimits(host: PaceNode, given: PaceLimits, limitsOf: string): boolean {
    const limits = limitsOf === host.key ? given : merged(host, given, limitsOf);
    if (areEqual(host.limits, limits)) return false;
    host.limits = limits;
    this.#setInterval(host);
    return true;
  }

  #setInterval(host: PaceNode): void {
    const { minIntervalMs, defaultIntervalMs, hostConcurrency, adaptiveDelay } = this.#settings;
    const { intervalMs, rates = [], concurrency } = host.limits;
    const statedMs = intervalMs ?? (rates.length > 0 || concurrency !== undefined ? 0 : defaultIntervalMs);
    host.intervalMs = Math.max(statedMs, minIntervalMs);
    const isSpaced = host.longestMs > 0 || adaptiveDelay !== undefined;
    host.concurrency = isSpaced ? 1 : (concurrency ?? hostConcurrency);
  }

  #addHost(origin: string, address: string | undefined): PaceNode {
    const parent = address === undefined ? this.#root : this.#addressNode(address);
    parent.children++;
    const host = new PaceNode(origin, parent, 1, true);
    this.#setInterval(host);
    this.#hosts.set(origin, host);
    return host;
  }

  #addressNode(address: string): PaceNode {
    const known = this.#addresses.get(address);
    if (known !== undefined) return known;
    const node = new PaceNode(address, this.#root, this.#settings.addressConcurrency, false);
    this.#addresses.set(address, node);
    return node;
  }

  /** Requests that are running count for the new address. */
  #move(host: PaceNode, address: string, nowMs: number): void {
    const from = host.parent!;
    if (host.isInLine) remove(from.line!, host);
    host.isInLine = false;
    const to = this.#addressNode(address);
    to.children++;
    to.running += host.running;
    from.children--;
    host.parent = to;
    if (from !== this.#root) {
      from.running -= host.running;
      this.#schedule(from, nowMs);
      this.#forgetEmpty(from);
    }
    this.#scheduleWithAddress(host, nowMs);
  }

  /** Its clock has passed: the node joins the line of its parent, or is forgotten if nobody waits. */
  #moveToLine(node: PaceNode, nowMs: number): void {
    this.#heap.remove(node);
    const parent = node.parent!;
    if (!node.isWaiting) {
      this.#drop(node);
      return;
    }
    append(parent.line!, node);
    node.isInLine = true;
    if (parent !== this.#root) this.#schedule(parent, nowMs);
  }

  #drop(host: PaceNode): void {
    this.#heap.remove(host);
    this.#hosts.delete(host.key);
    host.parent!.children--;
    this.#forgetEmpty(host.parent!);
  }

  /** An address is forgotten with its last host. */
  #forgetEmpty(address: PaceNode): void {
    if (address.children > 0 || address === this.#root) return;
    this.#heap.remove(address);
    if (address.isInLine) remove(this.#root.line!, address);
    this.#addresses.delete(address.key);
  }

  /**
   * Starts the first turn of the host at the front. While the host stood in line, a 429 or a new robots.txt may have come, or
   * its hours may have ended: then it goes back into the heap, and nothing starts.
   */
  #startFirst(nowMs: number): WaitingTurn | undefined {
    const top = takeNode(this.#root.line!)!;
    const host = top.line === undefined ? top : takeNode(top.line);
    const isReady = host !== undefined && !host.isFull && this.#earliest(host, nowMs) <= nowMs;
    const turn = isReady ? host.takeTurn() : undefined;
    if (turn !== undefined) start(turn, nowMs);
    if (host !== undefined) this.#schedule(host, nowMs);
    if (top !== host) this.#schedule(top, nowMs);
    return turn;
  }

  /** Puts the node into the heap for its next turn or, if nobody waits for a host, for the time to forget it. */
  #schedule(node: PaceNode, nowMs: number): void {
    if (node.isInLine) return;
    const isIdleHost = node.line === undefined && !node.isWaiting && node.running === 0;
    const readyAtMs = Math.max(this.#readyAt(node, nowMs, this.#lengthened()), node.postponedUntilMs);
    if (node.isWaiting && !node.isFull) this.#heap.place(node, readyAtMs);
    else if (isIdleHost) this.#heap.place(node, readyAtMs + this.#memoryMs(node));
    else this.#heap.remove(node);
  }

  /** A host that was overloaded is remembered until it would be forgiven, and so is the delay of a slow one. */
  #memoryMs = ({ incidents, adaptiveMs }: PaceNode): number =>
    incidents > 0 || adaptiveMs > 0 ? this.#settings.forgiveAfterMs : 0;

  /** At least 1: a request is never early. */
  #lengthened(): number {
    const { jitter, random } = this.#settings;
    const share = random();
    return 1 + jitter * (isFrom(0, share, 1) ? share : 1);
  }

  /** Without jitter. */
  #earliest = (host: PaceNode, nowMs: number): number => this.#readyAt(host, nowMs, 1);

  /** The later of the host's pace and its back-off, within its hours. */
  #readyAt(node: PaceNode, nowMs: number, lengthened: number): number {
    const factor = lengthened * this.#settings.processes;
    const { limits, lastAtMs, intervalMs, adaptiveMs, closedUntilMs } = node;
    const afterLast = Math.max(nowMs, closedUntilMs, lastAtMs + Math.max(intervalMs, adaptiveMs) * factor);
    const open = openAt(afterLast, limits.window);
    if (limits.rates === undefined) return open;
    return openAt(keepRates(open, lastAtMs, limits.rates, factor), limits.window);
  }
}

function start(turn: WaitingTurn, nowMs: number): void {
  turn.state = "started";
  turn.startedAtMs = nowMs;
  countRunning(turn.host, 1);
}

function takeNode(line: Line<PaceNode>): PaceNode | undefined {
  const node = takeFirst(line);
  if (node !== undefined) node.isInLine = false;
  return node;
}

/** What all origins of a queue ask for together. Of their hours, those of the origin that was read last hold. */
function merged(host: PaceNode, limits: PaceLimits, origin: string): PaceLimits {
  host.limitsByOrigin ??= new Map();
  host.limitsByOrigin.set(origin, limits);
  const all = [...host.limitsByOrigin.values()];
  const intervals = all.flatMap(({ intervalMs }) => intervalMs ?? []);
  const rates = all.flatMap((one) => one.rates ?? []);
  const concurrencies = all.flatMap(({ concurrency }) => concurrency ?? []);
  const window = limits.window ?? all.findLast((one) => one.window !== undefined)?.window;
  return {
    ...(intervals.length > 0 && { intervalMs: Math.max(...intervals) }),
    ...(rates.length > 0 && { rates }),
    ...(concurrencies.length > 0 && { concurrency: Math.min(...concurrencies) }),
    ...(window !== undefined && { window }),
  };
}

/** Rules that are read again give equal limits in other objects: nothing changes. */
const areEqual = (a: PaceLimits, b: PaceLimits): boolean =>
  a === b ||
  (a !== NO_LIMITS &&
    a.intervalMs === b.intervalMs &&
    a.concurrency === b.concurrency &&
    ((a.window === b.window && a.rates === b.rates) ||
      JSON.stringify([a.window, a.rates]) === JSON.stringify([b.window, b.rates])));

const tooSlow = (host: string, maxIntervalMs: number, got: string): Error =>
  refusal(`${host}: expected an interval of at most ${maxIntervalMs} ms; ${got}`, "ERR_TOO_SLOW");

const outcomeOptions: KnownOptions<PaceOutcome> = { status: 1, retryAfterMs: 1, responseMs: 1, error: 1, challenge: 1 };

/** The range of Date (ECMA-262 §21.4.1.1). */
const MAX_DATE_MS = 8.64e15;

/** One time that is not a number would spoil the order of all hosts. */
function checkedMs(ms: number): void {
  if (!isFrom(-MAX_DATE_MS, ms, MAX_DATE_MS)) throw wrongValue("nowMs", "milliseconds since 1970", ms);
}

function checkedTurn(turn: Turn): WaitingTurn {
  if (turn instanceof WaitingTurn) return turn;
  throw wrongValue("turn", "what Pacer.add returned", turn);
}
