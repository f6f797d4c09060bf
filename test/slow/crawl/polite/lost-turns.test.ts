/**
 * A process that stands still for longer than its hold requests nothing in its old turn, wherever it stands still: at every step of the
 * event loop between the grant of a turn and the write of the request, the clock moves on and another process takes the host.
 */
import { createHook } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { Agent, request, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { type Fetch, RobotsClient } from "../../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../../bindings/crawl/client/node/index.ts";
import { Pace, type PaceStore } from "../../../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../../../bindings/crawl/polite/index.ts";
import { politeAgent } from "../../../../bindings/crawl/polite/node/index.ts";

const HOLD_MS = 600_000;
const server = createServer((one, response) => {
  response.end(one.url === "/robots.txt" ? "User-agent: *\nCrawl-delay: 0.001\n" : "page");
});
let origin = "";

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What Node calls with all that it writes. */
const sockets = Socket.prototype as unknown as { _writeGeneric(...words: unknown[]): unknown };
const writeGeneric = sockets._writeGeneric;

/** What several processes share, for one host. */
class OneHost implements PaceStore {
  #holder = "";
  #untilMs = 0;

  holder(): string {
    return performance.now() < this.#untilMs ? this.#holder : "";
  }

  async hold(_: string, holder: string, holdMs: number): Promise<number | "held"> {
    if (!["", holder].includes(this.holder())) return "held";
    this.take(holder, holdMs);
    return 0;
  }

  take(holder: string, holdMs: number): void {
    this.#holder = holder;
    this.#untilMs = performance.now() + holdMs;
  }

  async release(_: string, holder: string): Promise<void> {
    if (holder === this.#holder) this.#untilMs = 0;
  }
}

interface Way {
  get(url: string): Promise<string>;
  close(): unknown;
}

function fetchWay(pace: Pace, fetch: Fetch | undefined): Way {
  const polite = politeFetch(new RobotsClient({ agent: "ExampleBot", pace, ...(fetch && { fetch }) }));
  return { get: async (url) => (await polite(url)).text(), close: () => undefined };
}

const ways: Record<string, (pace: Pace) => Way> = {
  "the built-in fetch": (pace) => fetchWay(pace, undefined),
  "fetch of undici": (pace) => {
    const dispatcher = new Agent();
    const fetch = ((url: string, init: object) => undiciFetch(url, { ...init, dispatcher })) as never;
    return { ...fetchWay(pace, fetch), close: () => dispatcher.destroy() };
  },
  nodeFetch: (pace) => fetchWay(pace, nodeFetch()),
  politeAgent: (pace) => {
    const dispatcher = politeAgent(new RobotsClient({ agent: "ExampleBot", pace, fetch: nodeFetch() }));
    return {
      get: async (url) => (await request(url, { dispatcher })).body.text(),
      close: () => dispatcher.destroy(),
    };
  },
};

interface Run {
  /** Who had the host when each request was written. */
  readonly holders: string[];
  /** From the grant of each turn to the write of its request. */
  steps: number;
}

/** Requests a page, and stands still at a step; 0 for never. */
async function run(way: string, stopAt: number): Promise<Run> {
  const store = new OneHost();
  const pace = new Pace({ store, processes: 2, holdMs: HOLD_MS, jitter: 0, defaultIntervalMs: 1 });
  const seen: Run = { holders: [], steps: 0 };
  let [aheadMs, isGranted] = [0, false];
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
  const grant = (event: unknown): void => {
    isGranted = (event as { type: string }).type === "turn";
  };
  const stop = (): void => {
    aheadMs += 2 * HOLD_MS;
    store.take("other", 1);
  };
  const hook = createHook({
    before() {
      if (isGranted && ++seen.steps === stopAt) stop();
    },
  });
  const write = vi.spyOn(sockets, "_writeGeneric").mockImplementation(function (this: unknown, ...words) {
    if (JSON.stringify(words[1]).includes("GET /")) {
      isGranted = false;
      seen.holders.push(store.holder());
    }
    return writeGeneric.apply(this, words);
  });
  const { get, close } = ways[way]!(pace);
  subscribe("robots-wasm:pace", grant);
  hook.enable();
  try {
    expect(await get(`${origin}/page`)).toBe("page");
  } finally {
    hook.disable();
    unsubscribe("robots-wasm:pace", grant);
    write.mockRestore();
    clock.mockRestore();
    await close();
    await pace.close();
  }
  return seen;
}

it.each(Object.keys(ways))("%s: a stop at any step before a request is written is noticed", async (way) => {
  onTestFinished(() => void vi.restoreAllMocks());
  const { steps } = await run(way, 0);
  expect(steps).toBeGreaterThan(2);
  for (let stopAt = 1; stopAt <= steps; stopAt++) {
    const { holders } = await run(way, stopAt);
    // robots.txt and the page, each once, in a turn of this process.
    expect([stopAt, holders.length, holders.includes("other"), holders.includes("")]).toEqual([
      stopAt,
      2,
      false,
      false,
    ]);
  }
});
