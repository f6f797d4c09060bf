/**
 * Servers on loopback that break, stall and lie in raw HTTP: the client reaches the documented verdict within its limits and
 * leaves no connection open.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type LookupFunction, type Server, type Socket } from "node:net";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import {
  type Fetch,
  type FetchEvent,
  memoryStore,
  RobotsClient,
  type Verdict,
} from "../../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../../bindings/crawl/client/node/index.ts";

const RULES = "User-agent: *\nDisallow: /private\n";
const head = (...fields: string[]): string => `HTTP/1.1 200 OK\r\n${fields.map((one) => `${one}\r\n`).join("")}\r\n`;

/** RULES as zstd makes them. */
const ZSTD = Buffer.from("KLUv/SAhCQEAVXNlci1hZ2VudDogKgpEaXNhbGxvdzogL3ByaXZhdGUK", "base64");

type Treatment = (socket: Socket, port: number, request: string) => unknown;

let servers: Server[] = [];
const open = new Set<Socket>();

afterEach(() => {
  for (const socket of open) socket.destroy();
  for (const server of servers) server.close();
  servers = [];
});

/** A server that treats each connection so, once it has asked for something; returns its origin. */
async function serverOf(treat: Treatment): Promise<string> {
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => undefined);
    socket.once("data", (request) => treat(socket, port, request.toString("latin1")));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Writes as fast as the other side reads, until it goes away. */
function forever(socket: Socket, text: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", write);
  write();
}

function drip(socket: Socket, text: string, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at === text.length) clearInterval(timer);
    else socket.write(text[at++]!);
  }, everyMs);
}

const clientOf = (options: object = {}): RobotsClient =>
  new RobotsClient({ agent: "ExampleBot", firstByteTimeoutMs: 60_000, bodyTimeoutMs: 60_000, ...options });
/** Where waiting for it is the test. */
const IMPATIENT = { firstByteTimeoutMs: 300, bodyTimeoutMs: 700 };

/** Until every connection is gone; the test's own time limit ends a leak. */
async function expectNothingOpen(): Promise<void> {
  while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(open.size).toBe(0);
}

const bomb = `${RULES}${"# nothing at all\n".repeat(4_000_000)}`;
const bombs = {
  gzip: gzipSync(bomb),
  deflate: deflateSync(bomb),
  br: brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  "gzip, gzip": gzipSync(gzipSync(bomb)),
};

/** Answers with these bytes, compressed as it says. */
const compressed =
  (encoding: string, bytes: Uint8Array | string): Treatment =>
  (socket) => {
    socket.write(head(`content-encoding: ${encoding}`, `content-length: ${bytes.length}`, "connection: close"));
    socket.end(bytes);
  };

describe.each<[string, Fetch]>([
  ["Node's fetch", globalThis.fetch],
  ["nodeFetch", nodeFetch()],
])("%s: a server that", (called, fetch) => {
  const rows: readonly [name: string, treat: Treatment, verdict: Verdict][] = [
    ["resets the connection at once", (socket) => socket.resetAndDestroy(), "refused"],
    ["closes it without an answer", (socket) => socket.end(), "refused"],
    [
      "resets it in the middle of the body",
      (socket) => {
        socket.write(head("content-length: 1000") + RULES);
        setTimeout(() => socket.resetAndDestroy(), 50);
      },
      "refused",
    ],
    [
      "closes it before the length it promised",
      (socket) => socket.end(head("content-length: 1000", "connection: close") + RULES),
      "refused",
    ],
    ["accepts and never answers", () => undefined, "refused"],
    ["sends its head a byte at a time", (socket) => drip(socket, head("content-length: 3"), 50), "refused"],
    [
      "sends its body a byte at a time",
      (socket) => {
        socket.write(head("content-length: 100000"));
        drip(socket, RULES.repeat(100), 50);
      },
      "refused",
    ],
    [
      "never ends its head",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        forever(socket, `x-filler: ${"x".repeat(1000)}\r\n`);
      },
      "refused",
    ],
    ["answers in another protocol than HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"), "refused"],
    [
      "counts its chunks wrong",
      (socket) => socket.end(`${head("transfer-encoding: chunked")}zz\r\n${RULES}\r\n0\r\n\r\n`),
      "refused",
    ],
    [
      "compresses into something other than gzip",
      (socket) => socket.end(head("content-encoding: gzip", "connection: close") + RULES),
      "refused",
    ],
    ...Object.entries(bombs).map(([encoding, bytes]): (typeof rows)[number] => [
      `compresses 68 MB into ${Math.ceil(bytes.length / 1000)} KB by ${encoding}`,
      compressed(encoding, bytes),
      "rules",
    ]),
    ["compresses into something other than deflate", compressed("deflate", RULES), "refused"],
    ["compresses into something other than brotli", compressed("br", RULES), "refused"],
    ["compresses in a way nobody knows", compressed("klingon", RULES), "refused"],
    // Some versions of Node undo it.
    ["compresses by zstd, which nobody asked for", compressed("zstd", ZSTD), "refused"],
    // The built-in `fetch` does not tell: what came is read.
    [
      "compresses and leaves out the checksum",
      compressed("gzip", gzipSync(RULES).subarray(0, -8)),
      called === "nodeFetch" ? "refused" : "rules",
    ],
    ["compresses 100 times over", compressed(Array(100).fill("gzip").join(", "), gzipSync(RULES)), "refused"],
    [
      "sends more than the length it promised",
      (socket) => socket.end(head(`content-length: ${RULES.length}`, "connection: close") + RULES.repeat(1000)),
      "rules",
    ],
    [
      "promises two lengths",
      (socket) => socket.end(head("content-length: 5", "content-length: 500", "connection: close") + RULES),
      "refused",
    ],
    [
      "promises a chunk of many terabytes",
      (socket) => {
        socket.write(`${head("transfer-encoding: chunked")}ffffffffffff\r\n${RULES}`);
      },
      "refused",
    ],
    [
      "never ends the extension of a chunk",
      (socket) => {
        socket.write(`${head("transfer-encoding: chunked")}1;x=`);
        forever(socket, "x".repeat(1000));
      },
      "refused",
    ],
    [
      "never ends its trailers",
      (socket) => {
        socket.write(`${head("transfer-encoding: chunked")}1\r\n#\r\n0\r\n`);
        forever(socket, `x-filler: ${"x".repeat(1000)}\r\n`);
      },
      "refused",
    ],
    [
      "announces early hints for ever",
      (socket) => forever(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n"),
      "refused",
    ],
    [
      "sends its chunks a byte at a time",
      (socket) => {
        socket.write(head("transfer-encoding: chunked"));
        const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("1\r\n#\r\n")), 50);
      },
      "refused",
    ],
    ["says that it switches to another protocol", (socket) => socket.end("HTTP/1.1 101 Switching\r\n\r\n"), "refused"],
    ["closes its half of the connection, and waits", (socket) => void socket.end("HTTP/1.1 200 O"), "refused"],
    [
      "redirects to a place of a megabyte",
      (socket) => socket.end(`HTTP/1.1 302 Found\r\nlocation: /${"x".repeat(1e6)}\r\ncontent-length: 0\r\n\r\n`),
      "refused",
    ],
    [
      "redirects somewhere else each time",
      (socket, port) =>
        socket.end(
          `HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${port}/${Math.random()}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        ),
      "allowed",
    ],
    [
      "redirects with a body that never ends",
      (socket, port) => {
        socket.write(`HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${port}/${Math.random()}\r\n\r\n`);
        forever(socket, "# nothing at all\n".repeat(1000));
      },
      "allowed",
    ],
    [
      "is not there, with a body that never ends",
      (socket) => {
        socket.write("HTTP/1.1 404 Not Found\r\n\r\n");
        forever(socket, "# nothing at all\n".repeat(1000));
      },
      "allowed",
    ],
    [
      "never ends its body",
      (socket) => {
        socket.write(head("connection: close") + RULES);
        forever(socket, "# nothing at all\n".repeat(1000));
      },
      "rules",
    ],
    [
      "names a charset that nobody knows",
      (socket) => socket.end(head("content-type: text/plain; charset=klingon", "connection: close") + RULES),
      "rules",
    ],
    [
      "redirects to itself",
      (socket, port) =>
        socket.end(
          `HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${port}/robots.txt\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        ),
      "allowed",
    ],
  ];

  it.each(rows)("%s", async (_, treat, verdict) => {
    const origin = await serverOf(treat);
    const { access, rules } = await clientOf({ fetch, ...(verdict === "refused" && IMPATIENT) }).get(origin);
    expect(access.verdict).toBe(verdict);
    expect([rules.isAllowed("/private/x"), rules.isAllowed("/x")]).toEqual(
      { refused: [false, false], allowed: [true, true], rules: [false, true] }[verdict],
    );
    if (verdict === "refused") expect(access.error).toMatch(/./);
    await expectNothingOpen();
  });
});

describe("a connection that is reset within a body without a length", () => {
  const reset: Treatment = (socket) => {
    socket.write(head("connection: close") + RULES);
    setTimeout(() => socket.resetAndDestroy(), 50);
  };

  it("is an outage with nodeFetch, which can tell", async () => {
    const { access } = await clientOf({ fetch: nodeFetch() }).get(await serverOf(reset));
    expect(access).toMatchObject({
      status: "unreachable",
      verdict: "refused",
      error: expect.stringMatching(/ECONNRESET/),
    });
    await expectNothingOpen();
  });

  it("is the end of the body with Node's fetch, which cannot", async () => {
    expect((await clientOf({ fetch: globalThis.fetch }).get(await serverOf(reset))).access.status).toBe("success");
    await expectNothingOpen();
  });

  it("is not an outage when the connection is closed instead", async () => {
    const origin = await serverOf((socket) => socket.end(head("connection: close") + RULES));
    expect((await clientOf({ fetch: nodeFetch() }).get(origin)).access.status).toBe("success");
    await expectNothingOpen();
  });
});

describe("redirects", () => {
  it("to another authority count for the first one (RFC 9309 §2.3.1.2)", async () => {
    const target = await serverOf((socket) => socket.end(head("connection: close") + RULES));
    const origin = await serverOf((socket) =>
      socket.end(
        `HTTP/1.1 301 Moved\r\nlocation: ${target}/elsewhere.txt\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      ),
    );
    const client = clientOf();
    const { access } = await client.get(origin);
    expect(access).toMatchObject({ status: "success", redirects: [`${target}/elsewhere.txt`] });
    expect(await client.isAllowed(`${origin}/private`)).toBe(false);
    await expectNothingOpen();
  });
});

const MB = 2 ** 20;

/** How far the process grew while something ran, looked at every few milliseconds; wide limits, since the machine grows too. */
async function growthOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await run();
  clearInterval(timer);
  return Math.max(most, process.memoryUsage.rss()) - before;
}

/** Timers and sockets that keep a process alive. */
const resources = (): number =>
  process.getActiveResourcesInfo().filter((one) => /^(Timeout|TCP(Socket|Client)?Wrap|TCPSOCKETWRAP)$/i.test(one))
    .length;

describe("bounded memory", () => {
  it("50 gzip bombs of 68 MB at once take less than 512 MB", async () => {
    const origins = await Promise.all(Array.from({ length: 50 }, () => serverOf(compressed("gzip", bombs.gzip))));
    const client = clientOf();
    const growth = await growthOf(async () => {
      const states = await Promise.all(origins.map((origin) => client.get(origin)));
      expect(states.every(({ access }) => access.verdict === "rules")).toBe(true);
    });
    expect(growth).toBeLessThan(512 * MB);
    await expectNothingOpen();
  });
});

describe("10,000 origins at once", () => {
  it("are fetched once each, `concurrency` at a time, in bounded memory, and leave no timer", async () => {
    let [active, most, fetches] = [0, 0, 0];
    const fetch = async (): Promise<Response> => {
      fetches++;
      most = Math.max(most, ++active);
      await new Promise((resolve) => setImmediate(resolve));
      active--;
      return new Response(RULES);
    };
    const before = resources();
    const client = clientOf({ fetch, concurrency: 16, store: memoryStore(8 * MB) });
    const urls = Array.from({ length: 20_000 }, (_, i) => `http://h${i >> 1}.test/${i % 2 ? "private" : ""}`);
    let verdicts: boolean[] = [];
    const growth = await growthOf(async () => {
      verdicts = await Promise.all(urls.map((url) => client.isAllowed(url)));
    });
    expect(verdicts.every((allowed, i) => allowed === (i % 2 === 0))).toBe(true);
    expect({ most, fetches }).toEqual({ most: 16, fetches: 10_000 });
    expect(growth).toBeLessThan(512 * MB);
    expect(resources()).toBeLessThanOrEqual(before);
  });

  it("do not wait for stalling ones longer than their limits", async () => {
    let stalled = 0;
    const fetch = (url: string): Promise<Response> => {
      if (Number(/h(\d+)/.exec(url)![1]) % 100 > 0) return Promise.resolve(new Response(RULES));
      stalled++;
      return new Promise(() => undefined);
    };
    const before = resources();
    const client = clientOf({ fetch, concurrency: 1000, firstByteTimeoutMs: 3000 });
    const urls = Array.from({ length: 10_000 }, (_, i) => `http://h${i}.test/`);
    const verdicts = await client.isAllowedMany(urls);
    expect(Array.from(verdicts.keys()).filter((i) => (verdicts[i] === 1) !== i % 100 > 0)).toEqual([]);
    expect(stalled).toBe(100);
    expect(resources()).toBeLessThanOrEqual(before);
  });

  /** Over real sockets 1,000 of them, all names of one server, each with its fault. */
  it("with faults of every kind: connections stay limited, each gets its verdict, none stays open", async () => {
    const treatments: readonly [Treatment, Verdict][] = [
      [(socket) => socket.end(head("connection: close") + RULES), "rules"],
      [(socket) => socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"), "allowed"],
      [(socket) => socket.end("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n"), "refused"],
      [(socket) => socket.resetAndDestroy(), "refused"],
      [compressed("gzip", RULES), "refused"],
      [compressed("gzip", bombs.gzip), "rules"],
      [() => undefined, "refused"],
      [
        (socket) => {
          socket.write(head());
          forever(socket, RULES.repeat(100));
        },
        "rules",
      ],
    ];
    let [connections, most] = [0, 0];
    const origin = await serverOf((socket, _, request) => {
      const host = Number(/host: h(\d+)/i.exec(request)![1]);
      treatments[host % treatments.length]![0](socket, 0, request);
    });
    servers[0]!.on("connection", () => {
      connections++;
      most = Math.max(most, open.size);
    });
    const lookup: LookupFunction = (_, __, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
    const fetch = nodeFetch({ lookup, connectTimeoutMs: 60_000 });
    // Impatient only where the verdict of a timeout is right anyway: this process, too, may be slow.
    const patient = clientOf({ fetch, concurrency: 100 });
    const impatient = clientOf({ fetch, concurrency: 100, ...IMPATIENT });
    const verdictOf = (host: number): Verdict => treatments[host % treatments.length]![1];
    const clientFor = (host: number): RobotsClient => (verdictOf(host) === "refused" ? impatient : patient);
    const hosts = Array.from({ length: 1000 }, (_, i) => `http://h${i}.test:${new URL(origin).port}/`);
    const before = resources();
    let verdicts: Verdict[] = [];
    const growth = await growthOf(async () => {
      verdicts = (await Promise.all(hosts.map((host, i) => clientFor(i).get(host)))).map(
        ({ access }) => access.verdict,
      );
    });
    const wrong = verdicts.flatMap((verdict, i) => (verdict === verdictOf(i) ? [] : [`${i} ${verdict}`]));
    expect(wrong).toEqual([]);
    expect(connections).toBeGreaterThanOrEqual(1000);
    expect(most).toBeLessThanOrEqual(4 * 200);
    expect(growth).toBeLessThan(1024 * MB);
    await expectNothingOpen();
    while (resources() > before) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

describe("events and records", () => {
  it("a request and its response", async () => {
    const origin = await serverOf((socket) => socket.end(head("connection: close") + RULES));
    const events: FetchEvent[] = [];
    const client = clientOf({ onEvent: (event: FetchEvent) => events.push(event) });
    await client.get(origin);
    await client.get(origin);
    const url = `${origin}/robots.txt`;
    expect(events).toMatchObject([
      { type: "request", origin, url },
      { type: "response", origin, url, httpStatus: 200, durationMs: expect.any(Number) },
    ]);
  });

  it("an error", async () => {
    const origin = await serverOf((socket) => socket.resetAndDestroy());
    const events: FetchEvent[] = [];
    await clientOf({ onEvent: (event: FetchEvent) => events.push(event) }).get(origin);
    expect(events.at(-1)).toMatchObject({ type: "error", origin, error: expect.stringMatching(/./) });
  });

  it("every decision, also of a batch", async () => {
    const decisions: object[] = [];
    const client = clientOf({
      fetch: async () => new Response(RULES),
      onDecision: (one: object) => decisions.push(one),
    });
    await client.isAllowedMany(["http://a.test/private", "http://b.test/", "http://a.test/"]);
    const common = { policy: "rfc9309", status: "success", hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(decisions).toHaveLength(3);
    expect(decisions).toContainEqual(
      expect.objectContaining({
        ...common,
        url: "http://a.test/private",
        allowed: false,
        rule: { directive: "disallow", pattern: "/private", line: 2 },
      }),
    );
    expect(decisions).toContainEqual(expect.objectContaining({ ...common, url: "http://b.test/", allowed: true }));
  });
});
