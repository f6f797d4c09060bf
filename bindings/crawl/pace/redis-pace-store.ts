/**
 * A `PaceStore` in Redis, through node-redis (from 4) or ioredis. Hosts are keys that expire by Redis' clock (redis-script.ts), so clocks of
 * processes and late answers shorten no interval, and nothing is left of hosts that are free.
 *
 * Clients send a command again when they reconnect, perhaps minutes later. So a hold has a deadline on Redis' clock, after which the
 * script refuses to run. Each reply has Redis' time and epoch: a store that has forgotten hosts, or whose clock was set, is noticed, what
 * processes hold is told again (redis-marks.ts), and each process waits for an interval first.
 */

import { checkedNumber } from "../../base/arguments.ts";
import { fnv1a } from "../../base/checksum.ts";
import { shownText, withCode, wrongType } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { bytesOf } from "../../base/utf8.ts";
import { MAX_TIMER_MS } from "../client/client-options.ts";
import type { IoRedisLike, NodeRedisLike } from "../client/index.ts";
import { type Hearing, hear } from "../client/stores/redis-hearing.ts";
import { askerOf, type Kind, milliseconds } from "../client/stores/redis-sender.ts";
import type { PaceStore } from "./pace-store.ts";
import { type Mark, RedisMarks } from "./redis-marks.ts";
import { FORGOT, GRACE_MS, HELD, LATE, SCRIPT, TURN_CHANNEL } from "./redis-script.ts";
import { RemoteClock } from "./remote-clock.ts";

/** What `redisPaceStore` takes besides the client. */
export interface RedisPaceStoreOptions {
  /** The start of every key. Default `robots-wasm:pace:`. */
  readonly prefix?: string;
  /** How long after a call Redis may still grant a host, by its own clock. Default 1,000, as `storeTimeoutMs` of `Pace`. */
  readonly timeoutMs?: number;
}

const storeOptions: KnownOptions<RedisPaceStoreOptions> = { prefix: 1, timeoutMs: 1 };

/** Clients wait for at most 2.2 seconds before they connect to another server. */
const RECONNECT_MS = 4000;
/** The clock of Redis was set, and did not only drift. */
const JUMP_MS = 100;
/** Slots of a cluster over which hosts are spread. */
const SLOTS = 64;
/** Holds no host. */
const NOBODY = "-";
/** A deadline that does not come. */
const NEVER = Number.POSITIVE_INFINITY;
const AGAIN = "again";
/** Of a host. */
const KEYS = ["held", "closed", "line", "next"] as const;

type Words = readonly [answer: number, nowMs: number, epoch: unknown, run: unknown];

const REPLY: Kind<Words> = {
  name: "an answer with a time",
  includes: (reply): reply is Words => Array.isArray(reply) && [0, 1].every((i) => typeof reply[i] === "number"),
};

const TEXT: Kind<unknown> = {
  name: "text or nothing",
  includes: (reply): reply is unknown => reply === null || typeof reply === "string" || reply instanceof Uint8Array,
};

/** @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a client of node-redis or ioredis. */
export function redisPaceStore(client: IoRedisLike | NodeRedisLike, options: RedisPaceStoreOptions = {}): PaceStore {
  const { prefix = "robots-wasm:pace:", timeoutMs = 1000 } = checkedOptions("options", options, storeOptions);
  if (typeof prefix !== "string") throw wrongType("prefix", "a string", prefix);
  checkedNumber("timeoutMs", timeoutMs, [1, MAX_TIMER_MS], "an integer");
  return new RedisPaceStore(client, new Script(client, prefix), timeoutMs);
}

class RedisPaceStore implements PaceStore {
  readonly #script: Script;
  readonly #timeoutMs: number;
  readonly #marks: RedisMarks;
  readonly #client: object;
  /** By process. */
  readonly #hearings = new Map<string, Hearing>();

  constructor(client: object, script: Script, timeoutMs: number) {
    this.#client = client;
    this.#script = script;
    this.#timeoutMs = timeoutMs;
    this.#marks = new RedisMarks({ epochOf: (host) => script.epochOf(host), tell: (mark) => this.#tell(mark) });
    script.onJump = () => this.#marks.tellAll();
  }

  /** @throws Error (ERR_TIMEOUT) if Redis got the command after its deadline. Nothing is held then. */
  async hold(host: string, holder: string, holdMs: number, intervalMs = 0): Promise<number | "held"> {
    const untilMs = performance.now() + this.#timeoutMs;
    const isAgain = this.#marks.isHeldBy(host, holder);
    const slot = this.#script.slotOf(host);
    const restMs = (): number => (isAgain ? 0 : slot.restMs(intervalMs));
    if (restMs() > 0) return restMs();
    const isTold = this.#hearings.get(holder.split(":", 1)[0]!)?.isOn === true;
    const words = { holder, ms: holdMs, untilMs, intervalMs, isAgain, isTold };
    let { answer, epoch } = await this.#script.run("hold", host, words);
    // At first, and after its clock has changed, Redis' time is not known.
    if (answer === LATE && performance.now() < untilMs)
      ({ answer, epoch } = await this.#script.run("hold", host, words));
    if (answer === LATE)
      throw withCode(new Error(`Redis got the command after more than ${this.#timeoutMs} ms`), "ERR_TIMEOUT");
    if (answer === FORGOT || (answer === 0 && restMs() > 0)) {
      if (answer === 0 && holdMs > 0) await this.#script.run("release", host, { holder });
      return Math.max(1, restMs());
    }
    if (answer === 0 && holdMs > 0) this.#marks.hold(host, holder, epoch, holdMs);
    return answer === HELD ? "held" : answer;
  }

  listen(process: string, onTurn: (host: string, inMs: number) => void): () => void {
    const hearing = hear(this.#client, `${TURN_CHANNEL}${process}`, (text) => {
      const [, ms, host] = /^(\d+) (.*)$/.exec(text) ?? [];
      if (host !== undefined) onTurn(host, Number(ms));
    });
    this.#hearings.set(process, hearing);
    return () => {
      this.#hearings.delete(process);
      hearing.stop();
    };
  }

  async release(host: string, holder: string, waitMs: number): Promise<void> {
    const { epoch } = await this.#script.run("release", host, { holder, ms: waitMs });
    this.#marks.release(host, holder, epoch, waitMs);
  }

  async #tell(mark: Mark): Promise<void> {
    const { host, holder } = mark;
    const [heldMs, closedMs] = [mark.heldUntilMs - performance.now(), mark.closedUntilMs - performance.now()];
    const replies = await Promise.all([
      holder !== undefined && heldMs > 0 && this.#script.run("hold", host, { holder, ms: heldMs, isAgain: true }),
      closedMs > 0 && this.#script.run("release", host, { ms: closedMs }),
    ]);
    for (const reply of replies) if (reply !== false) mark.epoch = reply.epoch;
  }
}

/** What is known of the store's memory of some hosts. Times by `performance.now()`. */
class Slot {
  readonly tag: string;
  #epoch: string | undefined;
  #run = "";
  #forgotAtMs = Number.NEGATIVE_INFINITY;
  #graceMs = 0;

  constructor(tag: string) {
    this.tag = tag;
  }

  get epoch(): string {
    return this.#epoch ?? "";
  }

  learn(epoch: string, run: string): void {
    if (this.#epoch !== undefined && epoch !== this.#epoch) this.forget(run === this.#run ? GRACE_MS : RECONNECT_MS);
    this.#epoch = epoch;
    this.#run = run;
  }

  /** The store may have forgotten what other processes hold and have closed. */
  forget(graceMs: number): void {
    this.#forgotAtMs = performance.now();
    this.#graceMs = graceMs;
  }

  /** How long this process waits before it asks for a host. */
  restMs = (intervalMs: number): number =>
    Math.ceil(this.#forgotAtMs + Math.max(intervalMs, this.#graceMs) - performance.now());
}

interface ScriptCall {
  readonly holder?: string;
  readonly ms?: number;
  readonly untilMs?: number;
  readonly intervalMs?: number;
  readonly isAgain?: boolean;
  readonly isTold?: boolean;
}

interface Reply {
  readonly answer: number;
  readonly epoch: string;
}

/** Runs the script by its hash, and learns from every reply. */
class Script {
  onJump: () => void = () => undefined;
  readonly #ask: ReturnType<typeof askerOf>;
  readonly #prefix: string;
  readonly #slots = new Map<number, Slot>();
  readonly #isCluster: boolean;
  readonly #clock = new RemoteClock();
  #hash: Promise<string> | undefined;

  constructor(client: IoRedisLike | NodeRedisLike, prefix: string) {
    this.#ask = askerOf(client);
    this.#prefix = prefix;
    // ioredis says so; node-redis has another method for clusters.
    this.#isCluster = (client as { isCluster?: unknown }).isCluster === true;
  }

  /** A cluster puts keys into one slot by what their first braces hold. */
  slotOf(host: string): Slot {
    const n = this.#isCluster ? fnv1a(bytesOf(host)) % SLOTS : 0;
    const tag = this.#prefix.includes("{") ? this.#prefix : `{${this.#prefix}${this.#isCluster ? n : ""}}`;
    const slot = this.#slots.get(n) ?? new Slot(tag);
    this.#slots.set(n, slot);
    return slot;
  }

  async epochOf(host: string): Promise<string> {
    const value = await this.#ask(["GET", `${this.slotOf(host).tag}epoch`], TEXT);
    return value === null ? "" : shownText(value).split(" ", 1)[0]!;
  }

  async run(
    what: "hold" | "release",
    host: string,
    { holder = NOBODY, ms = 0, untilMs = NEVER, intervalMs = 0, isAgain = false, isTold = false }: ScriptCall,
  ): Promise<Reply> {
    const slot = this.slotOf(host);
    const deadline = untilMs === NEVER ? Number.MAX_SAFE_INTEGER : this.#clock.earliest(untilMs);
    const keys = [...KEYS.map((name) => `${slot.tag}${name}:${host}`), `${slot.tag}epoch`];
    const before = [what, holder, ms > 0 ? milliseconds(ms) : "0", crypto.randomUUID()];
    const known = isAgain ? AGAIN : slot.epoch;
    const after = [String(deadline), known, String(Math.ceil(intervalMs)), host, isTold ? "told" : ""];
    const sentAtMs = performance.now();
    const [answer, nowMs, id, run] = await this.#send(keys, before, after);
    if (Math.abs(this.#clock.learn(nowMs, sentAtMs, performance.now())) > JUMP_MS) this.#jump();
    const epoch = shownText(id);
    slot.learn(epoch, shownText(run));
    return { answer, epoch };
  }

  /** A server that does not know the script is new to all processes. */
  async #send(keys: readonly string[], before: readonly string[], after: readonly string[]): Promise<Words> {
    this.#hash ??= sha1(SCRIPT);
    const words = (isNew: boolean): string[] => [String(keys.length), ...keys, ...before, isNew ? "new" : "", ...after];
    try {
      return await this.#ask(["EVALSHA", await this.#hash, ...words(false)], REPLY);
    } catch (error) {
      if (!String((error as Error | undefined)?.message).startsWith("NOSCRIPT")) throw error;
      return this.#ask(["EVAL", SCRIPT, ...words(true)], REPLY);
    }
  }

  #jump(): void {
    for (const slot of this.#slots.values()) slot.forget(GRACE_MS);
    this.onJump();
  }
}

/** In hexadecimal, as Redis names scripts. */
async function sha1(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", bytesOf(text) as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
