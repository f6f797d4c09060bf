/**
 * Which host may be requested next, and when: a state machine without clock, timer or IO. Every method takes the time.
 *
 * Hosts (origins) hang below addresses, where addresses are given, and those below one root. Each of these nodes has a clock,
 * a limit of running requests and a waiting line: of turns in a host, of due children in an address and in the root. A node
 * is idle, or in the heap until its clock allows a request, or in the line of its parent. A host gets one turn each time that
 * it comes to the front, so a long queue gains nothing.
 */

import { checkedNumber } from "../../base/arguments.ts";
import { withCode, wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { PaceLimits, PaceOutcome } from "../../client/index.ts";
import { type Due, DueHeap } from "./due-heap.ts";
import { checkedLimits, DAY_MS, isFrom, keepRates, longestOf, MAX_INTERVAL_MS, openAt } from "./limits.ts";
import { append, type Entry, type Line, prepend, remove, takeFirst } from "./waiting.ts";

/** Options of `Pacer`, with their defaults. */
export interface PacerOptions {
  /** Requests at a time in all. Default 256. */
  readonly concurrency?: number;
  /** Requests at a time to one address. Default 4. */
  readonly addressConcurrency?: number;
  /** Requests at a time to one host for which no interval asks for one at a time. Default 1. */
  readonly hostConcurrency?: number;
  /** The own minimum between two requests to one host, in milliseconds. Default 0. */
  readonly minIntervalMs?: number;
  /** A host that asks for a longer interval is refused with ERR_TOO_SLOW: it is never requested faster. Default: none. */
  readonly maxIntervalMs?: number;
  /** How many processes crawl without knowing of each other: each waits for the interval times this number. Default 1. */
  readonly processes?: number;
  /** The pause after the first 429, 503 or failed request; it doubles with each incident. Default 60,000. */
  readonly firstBackoffMs?: number;
  /** The longest pause, also for Retry-After. Default 86,400,000, a day. */
  readonly maxBackoffMs?: number;
  /** How long after its last back-off a host must behave to be forgiven. Default 1,800,000. */
  readonly forgiveAfterMs?: number;
  /** The share by which intervals and pauses are lengthened at random, so that crawlers do not move in step. Default 0.1. */
  readonly jitter?: number;
  /** Returns numbers from 0 to 1. Default `Math.random`. */
  readonly random?: () => number;
}

/** A place in the line of a host. `next` returns it when its request may start. */
export interface Turn {
  readonly origin: string;
}

/** What may start now, or when to ask again. */
export interface NextTurn {
  readonly turn?: Turn;
  /** Infinity if only `add`, `limit` or `end` can change that. */
  readonly atMs: number;
}

class WaitingTurn implements Turn, Entry<WaitingTurn> {
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

/** A host, an address, or the root. */
class PaceNode implements Due, Entry<PaceNode> {
  readonly key: string;
  readonly parent: PaceNode | undefined;
  readonly turns: Line<WaitingTurn> = { head: undefined, tail: undefined };
  readonly line: Line<PaceNode> | undefined;
  limits: PaceLimits = NO_LIMITS;
  intervalMs = 0;
  concurrency: number;
  running = 0;
  children = 0;
  lastAtMs = Number.NEGATIVE_INFINITY;
  closedUntilMs = 0;
  incidentAtMs = -1;
  incidents = 0;
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
}

const NO_LIMITS: PaceLimits = Object.create(null);
/** More would exceed every pause, and in the end the range of numbers. */
const MAX_DOUBLINGS = 30;

type Settings = Required<PacerOptions>;

const DEFAULTS: Settings = {
  concurrency: 256,
  addressConcurrency: 4,
  hostConcurrency: 1,
  processes: 1,
  minIntervalMs: 0,
  maxIntervalMs: Number.POSITIVE_INFINITY,
  firstBackoffMs: 60_000,
  maxBackoffMs: DAY_MS,
  forgiveAfterMs: 1_800_000,
  jitter: 0.1,
  random: Math.random,
};

/** Decides the order and the times of requests to many hosts. */
export class Pacer {
  readonly #hosts = new Map<string, PaceNode>();
  readonly #addresses = new Map<string, PaceNode>();
  readonly #heap = new DueHeap<PaceNode>();
  readonly #root: PaceNode;
  readonly #settings: Settings;

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
   * @param address the IP address that the host shares with others, if it is known.
   * @throws Error (ERR_TOO_SLOW) if the limits ask for a longer interval than `maxIntervalMs`.
   */
  add(origin: string, limits: PaceLimits | undefined, nowMs: number, address?: string): Turn {
    const asked = limits === undefined ? undefined : this.check(origin, limits);
    checkedMs(nowMs);
    const host = this.#hosts.get(origin) ?? this.#addHost(origin, address);
    const hadOthers = host.turns.head !== undefined;
    const turn = new WaitingTurn(host);
    append(host.turns, turn);
    if ((asked !== undefined && this.#setLimits(host, asked)) || !hadOthers) this.#schedule(host, nowMs);
    return turn;
  }

  /**
   * Sets the limits of a host as of now, also for those who wait. A host that is not remembered counts as requested just now,
   * as its robots.txt was.
   */
  limit(origin: string, limits: PaceLimits, nowMs: number): void {
    const asked = checkedLimits(limits);
    checkedMs(nowMs);
    const known = this.#hosts.get(origin);
    if (known === undefined && this.#intervalOf(asked) === 0) return;
    const host = known ?? this.#addHost(origin, undefined);
    if (known === undefined) host.lastAtMs = nowMs;
    // A host that nobody waits for is forgotten when its clock has passed, so it is scheduled in any case.
    if (this.#setLimits(host, asked) || known === undefined) this.#schedule(host, nowMs);
  }

  /** The longest interval that the host's limits and the own minimum ask for, in milliseconds. */
  intervalMs(turn: Turn): number {
    return this.#intervalOf(checkedTurn(turn).host.limits);
  }

  /**
   * @returns the limits, checked.
   * @throws Error (ERR_TOO_SLOW) if the limits ask for a longer interval than `maxIntervalMs`; TypeError or RangeError for invalid
   *   limits.
   */
  check(origin: string, limits: PaceLimits): PaceLimits {
    const { maxIntervalMs } = this.#settings;
    const read = checkedLimits(limits);
    const { intervalMs = 0, rates = [] } = read;
    const asked = Math.max(intervalMs, longestOf(rates));
    if (asked <= maxIntervalMs) return read;
    const message = `${origin}: expected an interval of at most ${maxIntervalMs} ms; its robots.txt asks for ${asked} ms`;
    throw withCode(new Error(message), "ERR_TOO_SLOW");
  }

  /** Gives the turn back before its request started: it goes to the next one who waits. Does nothing afterwards. */
  cancel(turn: Turn, nowMs: number): void {
    const cancelled = checkedTurn(turn);
    checkedMs(nowMs);
    if (cancelled.state !== "waiting") return;
    cancelled.state = "over";
    remove(cancelled.host.turns, cancelled);
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
    for (const node of upwards(host)) node.running--;
    host.lastAtMs = nowMs;
    if (isSetback(read)) this.#backOff(ended, nowMs, read.retryAfterMs ?? 0);
    else if (nowMs - host.closedUntilMs > this.#settings.forgiveAfterMs) host.incidents = 0;
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
    for (const node of upwards(host)) node.running--;
    postponed.state = "waiting";
    host.closedUntilMs = Math.max(host.closedUntilMs, untilMs);
    prepend(host.turns, postponed);
    this.#scheduleWithAddress(host, nowMs);
  }

  #scheduleWithAddress(host: PaceNode, nowMs: number): void {
    this.#schedule(host, nowMs);
    if (host.parent !== this.#root) this.#schedule(host.parent!, nowMs);
  }

  #intervalOf({ intervalMs = 0, rates = [] }: PaceLimits): number {
    return Math.max(intervalMs, this.#settings.minIntervalMs, longestOf(rates));
  }

  /** Returns whether the limits changed. */
  #setLimits(host: PaceNode, limits: PaceLimits): boolean {
    const { minIntervalMs, hostConcurrency } = this.#settings;
    if (areEqual(host.limits, limits)) return false;
    host.limits = limits;
    host.intervalMs = Math.max(limits.intervalMs ?? 0, minIntervalMs);
    host.concurrency = this.#intervalOf(limits) > 0 ? 1 : (limits.concurrency ?? hostConcurrency);
    return true;
  }

  #addHost(origin: string, address: string | undefined): PaceNode {
    const parent = address === undefined ? this.#root : this.#addressNode(address);
    parent.children++;
    const { minIntervalMs, hostConcurrency } = this.#settings;
    const host = new PaceNode(origin, parent, minIntervalMs > 0 ? 1 : hostConcurrency, true);
    host.intervalMs = minIntervalMs;
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

  /** Its clock has passed: the node joins the line of its parent, or is forgotten if nobody waits. */
  #moveToLine(node: PaceNode, nowMs: number): void {
    this.#heap.remove(node);
    const parent = node.parent!;
    if (!node.isWaiting) {
      this.#forget(node, parent);
      return;
    }
    append(parent.line!, node);
    node.isInLine = true;
    if (parent !== this.#root) this.#schedule(parent, nowMs);
  }

  /** An address is forgotten with its last host. */
  #forget(host: PaceNode, parent: PaceNode): void {
    this.#hosts.delete(host.key);
    parent.children--;
    if (parent.children > 0 || parent === this.#root) return;
    this.#heap.remove(parent);
    this.#addresses.delete(parent.key);
  }

  /**
   * Starts the first turn of the host at the front. While the host stood in line, a 429 or a new robots.txt may have come, or
   * its hours may have ended: then it goes back into the heap, and nothing starts.
   */
  #startFirst(nowMs: number): WaitingTurn | undefined {
    const top = takeNode(this.#root.line!)!;
    const host = top.line === undefined ? top : takeNode(top.line)!;
    const isReady = !host.isFull && this.#earliest(host, nowMs) <= nowMs;
    const turn = isReady ? takeFirst(host.turns) : undefined;
    if (turn !== undefined) start(turn, nowMs);
    this.#schedule(host, nowMs);
    if (top !== host) this.#schedule(top, nowMs);
    return turn;
  }

  /** Responses to requests that started before the incident was noticed belong to it: ten 429s at once are one step. */
  #backOff({ host, startedAtMs }: WaitingTurn, nowMs: number, retryAfterMs: number): void {
    const { firstBackoffMs, maxBackoffMs } = this.#settings;
    const isNew = startedAtMs >= host.incidentAtMs;
    const ownMs = isNew ? firstBackoffMs * 2 ** Math.min(host.incidents, MAX_DOUBLINGS) * this.#lengthened() : 0;
    if (isNew) {
      host.incidents++;
      host.incidentAtMs = nowMs;
    }
    const pauseMs = Math.min(retryAfterMs > 0 ? retryAfterMs : ownMs, maxBackoffMs);
    host.closedUntilMs = Math.max(host.closedUntilMs, nowMs + pauseMs);
  }

  /** Puts the node into the heap for its next turn or, if nobody waits for a host, for the time to forget it. */
  #schedule(node: PaceNode, nowMs: number): void {
    if (node.isInLine) return;
    const isIdleHost = node.line === undefined && !node.isWaiting && node.running === 0;
    const readyAtMs = this.#readyAt(node, nowMs, this.#lengthened());
    if (node.isWaiting && !node.isFull) this.#heap.place(node, readyAtMs);
    else if (isIdleHost) this.#heap.place(node, readyAtMs + this.#memoryMs(node));
    else this.#heap.remove(node);
  }

  /** A host that was overloaded is remembered until it would be forgiven. */
  #memoryMs = ({ incidents }: PaceNode): number => (incidents > 0 ? this.#settings.forgiveAfterMs : 0);

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
    const { limits, lastAtMs, intervalMs, closedUntilMs } = node;
    const afterLast = Math.max(nowMs, closedUntilMs, lastAtMs + intervalMs * factor);
    const open = openAt(afterLast, limits.window);
    if (limits.rates === undefined) return open;
    return openAt(keepRates(open, lastAtMs, limits.rates, factor), limits.window);
  }
}

function* upwards(host: PaceNode): Generator<PaceNode> {
  for (let node: PaceNode | undefined = host; node !== undefined; node = node.parent) yield node;
}

function start(turn: WaitingTurn, nowMs: number): void {
  turn.state = "started";
  turn.startedAtMs = nowMs;
  for (const node of upwards(turn.host)) node.running++;
}

function takeNode(line: Line<PaceNode>): PaceNode | undefined {
  const node = takeFirst(line);
  if (node !== undefined) node.isInLine = false;
  return node;
}

/** Rules that are read again give equal limits in other objects: nothing changes. */
const areEqual = (a: PaceLimits, b: PaceLimits): boolean =>
  a === b ||
  (a.intervalMs === b.intervalMs &&
    a.concurrency === b.concurrency &&
    ((a.window === b.window && a.rates === b.rates) ||
      JSON.stringify([a.window, a.rates]) === JSON.stringify([b.window, b.rates])));

/** The host, or the crawler's way to it, is in trouble (RFC 6585 §4, RFC 9110 §15.6.4). */
export const isSetback = ({ status, error }: PaceOutcome): boolean =>
  error === true || status === 429 || status === 503;

const outcomeOptions: KnownOptions<PaceOutcome> = { status: 1, retryAfterMs: 1, error: 1 };

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

/** `Pace` takes the same options and its own. */
export const pacerOptions: KnownOptions<PacerOptions> = DEFAULTS;

/** The products and sums of the finite ones stay finite. */
const RANGES = [
  ["concurrency", 1],
  ["addressConcurrency", 1],
  ["hostConcurrency", 1],
  ["maxIntervalMs", 0],
  ["processes", 1, 1e6],
  ["jitter", 0, 1e6],
  ["minIntervalMs", 0, MAX_INTERVAL_MS],
  ["firstBackoffMs", 0, MAX_INTERVAL_MS],
  ["maxBackoffMs", 0, MAX_INTERVAL_MS],
  ["forgiveAfterMs", 0, MAX_INTERVAL_MS],
] as const;

function checkedSettings(options: PacerOptions): Settings {
  const settings = { ...DEFAULTS, ...checkedOptions("options", options, pacerOptions) };
  for (const [name, ...range] of RANGES) checkedNumber(name, settings[name], range);
  return settings;
}
