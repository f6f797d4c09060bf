/**
 * A `PaceStore` in Redis, through node-redis (from 4) or ioredis. A host is two keys that expire by Redis' clock: who holds it, and
 * that it is closed. So clocks of processes and late answers shorten no interval, and nothing is left of hosts that are free.
 *
 * Clients send a command again when they reconnect, perhaps minutes later. So a hold has a deadline on Redis' clock, after which the
 * script refuses to run. Each reply has Redis' time and which start of Redis it is: one that has lost its keys is noticed, and what
 * processes hold is told again before anybody gets a turn (redis-marks.ts).
 */

import { checkedNumber } from "../../base/arguments.ts";
import { textOf, withCode, wrongType } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { IoRedisLike, NodeRedisLike } from "../client/index.ts";
import { MAX_TIMER_MS } from "../client/options.ts";
import { askerOf, type Kind, milliseconds } from "../client/stores/redis-sender.ts";
import type { PaceStore } from "./pace-store.ts";
import { type Mark, RedisMarks } from "./redis-marks.ts";
import { RemoteClock } from "./remote-clock.ts";

/** What `redisPaceStore` takes besides the client. */
export interface RedisPaceStoreOptions {
  /** The start of every key. Default `robots-wasm:pace:`. */
  readonly prefix?: string;
  /** How long after a call Redis may still grant a host, by its own clock. Default 1,000, as `storeTimeoutMs` of `Pace`. */
  readonly timeoutMs?: number;
}

const storeOptions: KnownOptions<RedisPaceStoreOptions> = { prefix: 1, timeoutMs: 1 };

/**
 * The first seconds of a Redis that has restarted belong to those who held hosts before. Clients wait for at most 2.2 seconds
 * before they connect again. Redis counts whole seconds, so this is 3 to 4.
 */
const RESTART_S = 4;

// Every script replies its answer, Redis' time in milliseconds, the identity of this start of Redis, and for how many seconds it
// runs. Where INFO is forbidden, restarts are not noticed.
const HEAD = `local t = redis.call("TIME") local now = t[1] * 1000 + math.floor(t[2] / 1000)
local info = redis.pcall("INFO", "server") local run, up = "", ${RESTART_S}
if type(info) == "string" then
run = string.match(info, "run_id:(%x+)") or "" up = tonumber(string.match(info, "uptime_in_seconds:(%d+)") or up) end
local ours = redis.pcall("GET", KEYS[1]) == ARGV[1]
local function say(answer) return { answer, now, run, up } end
`;
// KEYS: who holds the host; that it is closed. A key with less than a millisecond left has a PTTL of 0, a key without expiry, which
// others wrote, one of -1. `pcall` returns an error for a key of another type, which equals no holder.
// ARGV: holder, holdMs, deadline, the starts of Redis that are known, or "again" for a hold of before a restart.
const HOLD = `${HEAD}if now > tonumber(ARGV[3]) then return say(-2) end
if ARGV[2] ~= "0" and ours then redis.call("PEXPIRE", KEYS[1], ARGV[2]) return say(0) end
if ARGV[4] ~= "again" then
local closed = redis.call("PTTL", KEYS[2])
if closed >= 0 then return say(closed + 1) end
if ARGV[4] ~= "" and up < ${RESTART_S} and not string.find(ARGV[4], run, 1, true) then return say((${RESTART_S} - up) * 1000) end
end
if ARGV[2] == "0" then return say(0) end
if redis.call("PTTL", KEYS[1]) >= 0 then return say(-1) end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2]) return say(0)`;
// ARGV: holder, waitMs. A full Redis writes nothing, but lets expire: then the hold closes the host.
const RELEASE = `${HEAD}if ARGV[2] ~= "0" and redis.call("PTTL", KEYS[2]) < tonumber(ARGV[2]) then
local set = redis.pcall("SET", KEYS[2], "", "PX", ARGV[2])
if set.err then if ours then redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return set end
end
if ours then redis.call("DEL", KEYS[1]) end
return say(0)`;

const LATE = -2;
const HELD = -1;
/** Holds no host. */
const NOBODY = "-";

type Words = readonly [answer: number, nowMs: number, run: unknown, upSeconds: number];

const REPLY: Kind<Words> = {
  name: "an answer with a time",
  includes: (reply): reply is Words => Array.isArray(reply) && [0, 1, 3].every((i) => typeof reply[i] === "number"),
};

interface Reply {
  readonly answer: number;
  readonly run: string;
}

/** @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a client of node-redis or ioredis. */
export function redisPaceStore(client: IoRedisLike | NodeRedisLike, options: RedisPaceStoreOptions = {}): PaceStore {
  const { prefix = "robots-wasm:pace:", timeoutMs = 1000 } = checkedOptions("options", options, storeOptions);
  if (typeof prefix !== "string") throw wrongType("prefix", "a string", prefix);
  checkedNumber("timeoutMs", timeoutMs, [1, MAX_TIMER_MS], "an integer");
  return new RedisPaceStore(new Scripts(client, prefix), timeoutMs);
}

class RedisPaceStore implements PaceStore {
  readonly #scripts: Scripts;
  readonly #timeoutMs: number;
  readonly #marks: RedisMarks;

  constructor(scripts: Scripts, timeoutMs: number) {
    this.#scripts = scripts;
    this.#timeoutMs = timeoutMs;
    const runOf = async (host: string): Promise<string> => (await scripts.hold(host, NOBODY, 0, NEVER, "")).run;
    this.#marks = new RedisMarks({ runOf, tell: (mark) => this.#tell(mark) });
  }

  /** @throws Error (ERR_TIMEOUT) if Redis got the command after its deadline. Nothing is held then. */
  async hold(host: string, holder: string, holdMs: number): Promise<number | "held"> {
    const untilMs = performance.now() + this.#timeoutMs;
    const known = this.#marks.isHeldBy(host, holder) ? "again" : this.#scripts.knownRuns;
    let { answer, run } = await this.#scripts.hold(host, holder, holdMs, untilMs, known);
    // At first, and after its clock has changed, Redis' time is not known.
    if (answer === LATE && performance.now() < untilMs)
      ({ answer, run } = await this.#scripts.hold(host, holder, holdMs, untilMs, known || this.#scripts.knownRuns));
    if (answer === LATE)
      throw withCode(new Error(`Redis got the command after more than ${this.#timeoutMs} ms`), "ERR_TIMEOUT");
    if (answer === 0 && holdMs > 0) this.#marks.hold(host, holder, run, holdMs);
    return answer === HELD ? "held" : answer;
  }

  async release(host: string, holder: string, waitMs: number): Promise<void> {
    const { run } = await this.#scripts.release(host, holder, waitMs);
    this.#marks.release(host, holder, run, waitMs);
  }

  async #tell(mark: Mark): Promise<void> {
    const { host, holder } = mark;
    const [heldMs, closedMs] = [mark.heldUntilMs - performance.now(), mark.closedUntilMs - performance.now()];
    const replies = await Promise.all([
      holder !== undefined && heldMs > 0 && this.#scripts.hold(host, holder, heldMs, NEVER, "again"),
      closedMs > 0 && this.#scripts.release(host, NOBODY, closedMs),
    ]);
    for (const reply of replies) if (reply !== false) mark.run = reply.run;
  }
}

/** A deadline that does not come. */
const NEVER = Number.POSITIVE_INFINITY;

/** Runs the scripts, and learns from every reply. */
class Scripts {
  readonly #ask: ReturnType<typeof askerOf>;
  readonly #prefix: string;
  readonly #clock = new RemoteClock();
  readonly #runs = new Set<string>();

  constructor(client: IoRedisLike | NodeRedisLike, prefix: string) {
    this.#ask = askerOf(client);
    this.#prefix = prefix;
  }

  /** The starts of Redis that may grant hosts: the first that was seen, others when they have run for long enough. */
  get knownRuns(): string {
    return [...this.#runs].join(" ");
  }

  hold(host: string, holder: string, holdMs: number, untilMs: number, known: string): Promise<Reply> {
    const deadline = untilMs === NEVER ? Number.MAX_SAFE_INTEGER : this.#clock.earliest(untilMs);
    return this.#run(HOLD, host, holder, holdMs, String(deadline), known);
  }

  release(host: string, holder: string, waitMs: number): Promise<Reply> {
    return this.#run(RELEASE, host, holder, waitMs);
  }

  async #run(script: string, host: string, holder: string, ms: number, ...words: string[]): Promise<Reply> {
    // A cluster puts keys into one slot by what their first braces hold.
    const key = this.#prefix.includes("{") ? `${this.#prefix}${host}` : `{${this.#prefix}${host}}`;
    const sentAtMs = performance.now();
    const command = ["EVAL", script, "2", `${key}:held`, `${key}:closed`, holder, ms > 0 ? milliseconds(ms) : "0"];
    const [answer, nowMs, id, upSeconds] = await this.#ask([...command, ...words], REPLY);
    this.#clock.learn(nowMs, sentAtMs, performance.now());
    const run = textOf(id);
    if (this.#runs.size === 0 || upSeconds >= RESTART_S) this.#runs.add(run);
    return { answer, run };
  }
}
