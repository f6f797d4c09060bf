/**
 * Servers that break, stall and lie, at the level of the wire, on loopback: the documented verdict, within the limits set, and
 * no connection left behind.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type FetchEvent, RobotsClient, type Verdict } from "../../bindings/client/index.ts";

const RULES = "User-agent: *\nDisallow: /private\n";
const head = (...fields: string[]): string => `HTTP/1.1 200 OK\r\n${fields.map((one) => `${one}\r\n`).join("")}\r\n`;

let servers: Server[] = [];
const open = new Set<Socket>();

afterEach(() => {
  for (const socket of open) socket.destroy();
  for (const server of servers) server.close();
  servers = [];
});

/** A server that treats each connection so, once it has asked for something; returns its origin. */
async function serverOf(treat: (socket: Socket, port: number) => void): Promise<string> {
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => undefined);
    socket.once("data", () => treat(socket, port));
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
  new RobotsClient({ agent: "ExampleBot", firstByteTimeoutMs: 300, bodyTimeoutMs: 700, ...options });

/** Until every connection is gone; the test's own time limit ends a leak. */
async function expectNothingOpen(): Promise<void> {
  while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(open.size).toBe(0);
}

describe("a server that", () => {
  const bomb = gzipSync(`${RULES}${"# nothing at all\n".repeat(4_000_000)}`);
  const rows: readonly [name: string, treat: (socket: Socket, port: number) => void, verdict: Verdict][] = [
    ["resets the connection at once", (socket) => socket.resetAndDestroy(), "disallow"],
    ["closes it without an answer", (socket) => socket.end(), "disallow"],
    [
      "resets it in the middle of the body",
      (socket) => {
        socket.write(head("content-length: 1000") + RULES);
        setTimeout(() => socket.resetAndDestroy(), 50);
      },
      "disallow",
    ],
    [
      "closes it before the length it promised",
      (socket) => socket.end(head("content-length: 1000", "connection: close") + RULES),
      "disallow",
    ],
    ["accepts and never answers", () => undefined, "disallow"],
    ["sends its head a byte at a time", (socket) => drip(socket, head("content-length: 3"), 50), "disallow"],
    [
      "sends its body a byte at a time",
      (socket) => {
        socket.write(head("content-length: 100000"));
        drip(socket, RULES.repeat(100), 50);
      },
      "disallow",
    ],
    [
      "never ends its head",
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        forever(socket, `x-filler: ${"x".repeat(1000)}\r\n`);
      },
      "disallow",
    ],
    ["says what is no HTTP", (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"), "disallow"],
    [
      "counts its chunks wrong",
      (socket) => socket.end(`${head("transfer-encoding: chunked")}zz\r\n${RULES}\r\n0\r\n\r\n`),
      "disallow",
    ],
    [
      "compresses into what is no gzip",
      (socket) => socket.end(head("content-encoding: gzip", "connection: close") + RULES),
      "disallow",
    ],
    [
      "compresses 68 MB into 70 KB",
      (socket) => {
        socket.write(head("content-encoding: gzip", `content-length: ${bomb.length}`, "connection: close"));
        socket.end(bomb);
      },
      "rules",
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
      "allow",
    ],
  ];

  it.each(rows)("%s", async (_, treat, verdict) => {
    const origin = await serverOf(treat);
    const { access, rules } = await clientOf().get(origin);
    expect(access.verdict).toBe(verdict);
    expect([rules.isAllowed("/private/x"), rules.isAllowed("/x")]).toEqual(
      { disallow: [false, false], allow: [true, true], rules: [false, true] }[verdict],
    );
    if (verdict === "disallow") expect(access.error).toMatch(/./);
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

describe("10,000 origins at once", () => {
  it("are fetched so many at a time, each once", async () => {
    let [active, most, fetches] = [0, 0, 0];
    const fetch = async (): Promise<Response> => {
      fetches++;
      most = Math.max(most, ++active);
      await new Promise((resolve) => setImmediate(resolve));
      active--;
      return new Response(RULES);
    };
    const client = clientOf({ fetch, concurrency: 16 });
    const urls = Array.from({ length: 20_000 }, (_, i) => `http://h${i >> 1}.test/${i % 2 ? "private" : ""}`);
    const verdicts = await Promise.all(urls.map((url) => client.isAllowed(url)));
    expect(verdicts.every((allowed, i) => allowed === (i % 2 === 0))).toBe(true);
    expect({ most, fetches }).toEqual({ most: 16, fetches: 10_000 });
  }, 60_000);
});

describe("what is told", () => {
  it("of the way: request, response, stored", async () => {
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

  it("of errors", async () => {
    const origin = await serverOf((socket) => socket.resetAndDestroy());
    const events: FetchEvent[] = [];
    await clientOf({ onEvent: (event: FetchEvent) => events.push(event) }).get(origin);
    expect(events.at(-1)).toMatchObject({ type: "error", origin, error: expect.stringMatching(/./) });
  });

  it("of every decision, of many too", async () => {
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
