/** A store that fails: operations are retried, then memory replaces it; each outage and each recovery is reported once. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryStore, type SharedStore } from "../../../bindings/crawl/client/index.ts";
import { ResilientStore } from "../../../bindings/crawl/client/resilient-store.ts";

const TIMEOUT_MS = 2000;
const bytes = Uint8Array.of(7);
const down = (): never => {
  throw new Error("down");
};
const hang = (): Promise<never> => new Promise(() => {});

/** A shared store of one process, parts of which can be replaced while it runs. */
function setUp(): { parts: SharedStore; calls: string[]; said: string[]; resilient: ResilientStore } {
  const memory = memoryStore();
  const parts: SharedStore = {
    ...memory,
    acquire: async () => true,
    renew: async () => true,
    commit: async () => true,
    release: async () => true,
  };
  const calls: string[] = [];
  const said: string[] = [];
  const store = new Proxy(parts, {
    get: (_, name: keyof SharedStore) => {
      return (...words: never[]) => {
        calls.push(name);
        return (parts[name] as (...words: never[]) => unknown)(...words);
      };
    },
  });
  const resilient = new ResilientStore(store, TIMEOUT_MS, {
    onStoreError: (error) => said.push(String(error)),
    onStoreRecovery: () => said.push("recovered"),
  });
  return { parts, calls, said, resilient };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Without any time passing. */
const atOnce = async <T>(promise: Promise<T>): Promise<T | "waits"> => {
  const before = performance.now();
  const answer = await Promise.race([promise, vi.advanceTimersByTimeAsync(0).then((): "waits" => "waits")]);
  expect(performance.now()).toBe(before);
  return answer;
};

describe.each([
  ["throws", down],
  ["rejects", () => Promise.reject(new Error("down"))],
  ["never answers", hang],
])("a store that %s", (_, how) => {
  it("is retried for the time limit; after that no operation waits", async () => {
    const { parts, said, resilient } = setUp();
    Object.assign(parts, { get: how, set: how });
    const first = resilient.get("a");
    expect(await atOnce(first)).toBe("waits");
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await first).toBeUndefined();
    for (let second = 0; second < 100; second++) {
      expect(await atOnce(resilient.set("a", bytes, 1e6))).toBeUndefined();
      expect(await atOnce(resilient.get("a"))).toEqual(bytes);
      expect(await atOnce(resilient.acquire("b", 1000))).toBe("alone");
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(said).toHaveLength(1);
  });

  it("is used again when it answers, and the listener is called once", async () => {
    const { parts, said, resilient } = setUp();
    const whole = { ...parts };
    Object.assign(parts, { get: how, set: how });
    const first = resilient.get("a");
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await first;
    Object.assign(parts, whole);
    await whole.set("a", bytes, 1e6);
    expect(await atOnce(resilient.get("a"))).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await atOnce(resilient.get("nothing"))).toBeUndefined();
    await vi.advanceTimersByTimeAsync(0);
    expect(await atOnce(resilient.get("a"))).toEqual(bytes);
    expect(said.slice(1)).toEqual(["recovered"]);
  });
});

it("exceptions of listeners reach the caller of the next operation", async () => {
  const { parts } = setUp();
  const whole = { ...parts };
  const onStoreError = (): never => down();
  const onStoreRecovery = (): never => {
    throw new Error("up");
  };
  const resilient = new ResilientStore(parts, TIMEOUT_MS, { onStoreError, onStoreRecovery });
  parts.renew = down;
  const stop = resilient.keep("a", 300, { token: "t" });
  await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
  stop();
  await expect(resilient.get("a")).rejects.toThrow("down");
  Object.assign(parts, whole);
  await vi.advanceTimersByTimeAsync(1000);
  const outcomes: string[] = [];
  for (let i = 0; i < 3; i++) {
    outcomes.push(await resilient.get("a").then(String, (error: Error) => error.message));
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(outcomes.toSorted()).toEqual(["undefined", "undefined", "up"]);
});

it("an outage shorter than the limit is not reported", async () => {
  const { parts, said, resilient } = setUp();
  const { get } = parts;
  await parts.set("a", bytes, 1e6);
  parts.get = down;
  const first = resilient.get("a");
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS / 2);
  parts.get = get;
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS / 4);
  expect(await first).toEqual(bytes);
  expect(said).toEqual([]);
});

it("a store that reads but cannot write stays down, and is reported once", async () => {
  const { parts, said, resilient } = setUp();
  parts.set = down;
  const first = resilient.set("a", bytes, 1e6);
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  await first;
  for (let second = 0; second < 20; second++) {
    await resilient.set("a", bytes, 1e6);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(said).toEqual(["Error: down"]);
});

it("a store that hangs is probed rarely, so that its client's queue stays short", async () => {
  const { parts, calls, resilient } = setUp();
  Object.assign(parts, { get: hang, set: hang });
  const first = resilient.get("a");
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  await first;
  calls.length = 0;
  for (let second = 0; second < 3600; second++) {
    await resilient.get("a");
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(calls.length).toBeLessThanOrEqual(120);
});

it("memory of one outage is not used in the next", async () => {
  const { parts, resilient } = setUp();
  const whole = { ...parts };
  const outage = async (): Promise<void> => {
    Object.assign(parts, { get: down, set: down });
    const first = resilient.get("other");
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await first;
  };
  const recovery = async (): Promise<void> => {
    Object.assign(parts, whole);
    await vi.advanceTimersByTimeAsync(1000);
    await resilient.get("other");
    await vi.advanceTimersByTimeAsync(0);
  };
  await outage();
  await resilient.set("a", bytes, 1e9);
  expect(await resilient.get("a")).toEqual(bytes);
  await recovery();
  expect(await resilient.get("a")).toBeUndefined();
  await outage();
  expect(await resilient.get("a")).toBeUndefined();
});

it("a probe that succeeds after the limit does not count as a recovery", async () => {
  const { parts, said, resilient } = setUp();
  const slow = <T>(answer: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT_MS, answer));
  Object.assign(parts, { get: () => slow(undefined), set: () => slow(undefined) });
  const first = resilient.get("a");
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  await first;
  for (let second = 0; second < 60; second++) {
    await resilient.get("a");
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(said).toHaveLength(1);
});

it("a lease whose confirmation is lost is requested again with the same token", async () => {
  const { parts, said, resilient } = setUp();
  let holder: string | undefined;
  let losses = 1;
  parts.acquire = async (_, __, { token }) => {
    holder ??= token;
    if (losses-- > 0) throw new Error("the connection was lost before the answer");
    return holder === token;
  };
  const lease = resilient.acquire("a", 10_000);
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  expect(await lease).toEqual({ token: holder });
  expect(await resilient.acquire("a", 10_000)).toBeUndefined();
  expect(said).toEqual([]);
});

it("a lease is renewed until the returned function is called", async () => {
  const { calls, resilient } = setUp();
  const stop = resilient.keep("a", 3000, { token: "t" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toEqual(Array(10).fill("renew"));
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toHaveLength(10);
});

it("a lease that is lost is no longer renewed", async () => {
  const { parts, calls, resilient } = setUp();
  parts.renew = async () => false;
  const stop = resilient.keep("a", 300, { token: "x" });
  await vi.advanceTimersByTimeAsync(1000);
  stop();
  expect(calls).toEqual(["renew"]);
});
