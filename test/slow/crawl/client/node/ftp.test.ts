/** ftp: over loopback, with a server of its own: what is asked for, what each reply means, and that nothing is left open. */
import type { LookupFunction, Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { RobotsClient } from "../../../../../bindings/crawl/client/index.ts";
import { type NodeFetch, type NodeFetchOptions, nodeFetch } from "../../../../../bindings/crawl/client/node/index.ts";
import { type FtpBehaviour, FtpServer } from "./ftp-server.ts";

const RULES = "User-agent: *\nDisallow: /private\n";
const sending = (data: Socket): unknown => data.end(RULES);

let server: FtpServer;
afterEach(() => server?.stop());

const start = async (behaviour: FtpBehaviour = { send: sending }): Promise<FtpServer> => {
  server = await FtpServer.start(behaviour);
  return server;
};

const ftpFetch = (options: NodeFetchOptions = {}): NodeFetch =>
  nodeFetch({ ...options, ftp: () => import("basic-ftp") });

const clientOf = (options: object = {}, fetch = ftpFetch()): RobotsClient =>
  new RobotsClient({ agent: "ExampleBot", fetch, ...options });

/** Until every connection is gone; the test's own time limit ends a leak. */
async function expectNothingOpen(): Promise<void> {
  while (server.sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("robots.txt over ftp:", () => {
  it("is read by anonymous login and RETR, and rules ftp: URLs", async () => {
    const { origin, commands } = await start();
    const client = clientOf();
    const { access, hash } = await client.get(`${origin}/private/x`);
    expect(access).toMatchObject({ status: "success", httpStatus: 200, verdict: "rules", redirects: [] });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await client.isAllowed(`${origin}/private/x`)).toBe(false);
    expect(await client.isAllowedMany([`${origin}/x`, `${origin}/private`])).toEqual(Uint8Array.of(1, 0));
    expect(commands).toEqual(
      expect.arrayContaining(["USER anonymous", "PASS anonymous@", "TYPE I", "EPSV", "RETR robots.txt"]),
    );
    expect(commands.filter((one) => one.startsWith("RETR"))).toHaveLength(1);
    await expectNothingOpen();
  });

  it("may be empty", async () => {
    const { origin } = await start({ send: (data) => data.end() });
    expect((await clientOf().get(origin)).access).toMatchObject({ status: "success", verdict: "rules" });
    await expectNothingOpen();
  });

  it("is read by PASV where there is no EPSV", async () => {
    const { origin } = await start({ send: sending, reply: (command) => (command === "EPSV" ? "500 No" : undefined) });
    expect((await clientOf().get(origin)).access.status).toBe("success");
  });

  it("is read up to the size limit, whatever the size", async () => {
    const { origin } = await start({
      send: (data) => {
        data.write(RULES);
        forever(data, "# nothing at all\n");
      },
    });
    const client = clientOf();
    expect((await client.get(origin)).access.status).toBe("success");
    expect(await client.isAllowed(`${origin}/private`)).toBe(false);
    await expectNothingOpen();
  });
});

describe("what goes wrong", () => {
  const replying = (to: string, reply: string | null): FtpBehaviour => ({
    send: sending,
    reply: (command) => (command === to ? reply : undefined),
  });
  it.each([
    ["550 to RETR: no such file", replying("RETR", "550 No such file"), "unavailable", undefined],
    ["550 in place of a greeting", replying("", "550 Not you"), "unreachable", "550"],
    ["550 to USER", replying("USER", "550 Not you"), "unreachable", "550"],
    ["550 to PASS", replying("PASS", "550 Not you"), "unreachable", "550"],
    ["530 to PASS: no anonymous login", replying("PASS", "530 Not here"), "unreachable", "530"],
    ["421 in place of a greeting", replying("", "421 Too many users"), "unreachable", "421"],
    ["450 to RETR: busy", replying("RETR", "450 Busy"), "unreachable", "450"],
    ["426 after half of the file", { send: sending, farewell: "426 Aborted" }, "unreachable", "426"],
    ["neither EPSV nor PASV", { send: sending, reply: noPassive }, "unreachable", "500"],
    ["PASV to another host", { send: sending, reply: bouncing }, "unreachable", "another host"],
    ["no greeting", replying("", null), "unreachable", "timeout: connect"],
    ["no reply to USER", replying("USER", null), "unreachable", "timeout: connect"],
    ["no reply to RETR", replying("RETR", null), "unreachable", "timeout: first byte"],
    ["a file that stalls", { send: (data: Socket) => data.write("User") }, "unreachable", "timeout: body"],
    // Early enough, a reset looks like the end of the file to Node.js, so the reply decides, as after half of the file.
    ["a reset in the middle", { send: (data: Socket) => resetting(data), farewell: "426 Aborted" }, "unreachable", ""],
    ["a greeting that never ends", { talk: (socket: Socket) => forever(socket, "220-Hello\r\n") }, "unreachable", ""],
    ["a line that never ends", { talk: (socket: Socket) => forever(socket, "220 Hello ") }, "unreachable", ""],
    ["a reset at once", { talk: (socket: Socket) => socket.resetAndDestroy() }, "unreachable", "ECONNRESET"],
    [
      "another protocol than FTP",
      { talk: (socket: Socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n") },
      "unreachable",
      "",
    ],
  ] as [string, FtpBehaviour, string, string | undefined][])("%s", async (_, behaviour, status, error) => {
    const { origin } = await start(behaviour);
    // Impatient only where waiting for it is the test.
    const within = (limit: string): number => (error === "" || error === `timeout: ${limit}` ? 400 : 60_000);
    const limits = { firstByteTimeoutMs: within("first byte"), bodyTimeoutMs: within("body") };
    const { access } = await clientOf(limits, ftpFetch({ connectTimeoutMs: within("connect") })).get(origin);
    expect(access).toMatchObject({ status, verdict: status === "unavailable" ? "allowed" : "refused" });
    if (error !== undefined) expect(access.error).toContain(error);
    await expectNothingOpen();
  });

  it("an address that is refused is not connected to", async () => {
    const { port, commands } = await start();
    for (const host of ["127.0.0.1", "localhost", "0x7f.1", "[::1]", "shop.test"]) {
      const fetch = ftpFetch({ addresses: "public", ...(host === "shop.test" && { lookup: toLoopback }) });
      const { access } = await clientOf({}, fetch).get(`ftp://${host}:${port}/x`);
      expect(access).toMatchObject({ status: "unreachable", error: expect.stringContaining("address refused: ") });
    }
    expect(commands).toEqual([]);
  });

  it("a caller that aborts ends the connection", async () => {
    const { origin } = await start({ send: (data) => data.write("User") });
    const asked = clientOf().get(origin, { signal: AbortSignal.timeout(100) });
    await expect(asked).rejects.toThrow(/timeout/i);
    await expectNothingOpen();
  });

  it("a signal that has aborted already: no connection", async () => {
    const { origin, commands } = await start();
    await expect(ftpFetch()(origin, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    expect([commands, server.sockets.size]).toEqual([[], 0]);
  });

  it("an address that does not answer in time is not followed by the next", async () => {
    const { origin, commands } = await start({ reply: (command) => (command === "USER" ? null : undefined) });
    const lookup: LookupFunction = (_, __, done) => done(null, Array(3).fill({ address: "127.0.0.1", family: 4 }));
    const fetch = ftpFetch({ connectTimeoutMs: 400, lookup });
    await expect(fetch(origin.replace("127.0.0.1", "shop.test"), {})).rejects.toThrow("timeout: connect");
    await expectNothingOpen();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(commands.filter((one) => one === "USER anonymous").length).toBeLessThanOrEqual(1);
  });

  it("no URL smuggles a command in", async () => {
    const { origin, commands } = await start();
    await expect(ftpFetch()(`${origin}/x%0d%0aDELE%20y`, {})).rejects.toThrow();
    expect(commands.filter((one) => one.startsWith("DELE"))).toEqual([]);
    await expectNothingOpen();
  });

  it("a redirect from http: to ftp: is not followed", async () => {
    const { origin, commands } = await start();
    const there = async (): Promise<Response> =>
      new Response(null, { status: 301, headers: { location: `${origin}/robots.txt` } });
    const fetch = Object.assign(there, { protocols: ftpFetch().protocols! });
    expect((await clientOf({}, fetch).get("http://a.test/")).access.status).toBe("unreachable");
    expect(commands).toEqual([]);
  });

  it("without nodeFetch: an error that says what is needed", async () => {
    const client = new RobotsClient({ agent: "ExampleBot" });
    const message = "url: expected one of http:, https:; got ftp:, which nodeFetch of robots-wasm/client/node reads";
    await expect(client.isAllowed("ftp://127.0.0.1/x")).rejects.toThrow(message);
    expect(await client.isAllowedMany(["ftp://127.0.0.1/x"])).toEqual(Uint8Array.of(0));
  });
});

const toLoopback = (_: string, __: object, callback: (error: null, address: string, family: number) => void): void =>
  callback(null, "127.0.0.1", 4);

function noPassive(command: string): string | undefined {
  return command === "EPSV" || command === "PASV" ? "500 No" : undefined;
}

/** The metadata service of many clouds, by way of the data connection (RFC 2577 §3). */
function bouncing(command: string): string | undefined {
  if (command === "EPSV") return "500 No";
  return command === "PASV" ? "227 Entering Passive Mode (169,254,169,254,0,80)" : undefined;
}

function resetting(data: Socket): void {
  data.write(RULES);
  setTimeout(() => data.resetAndDestroy(), 50);
}

/** Writes as fast as the other side reads, until it goes away. */
function forever(socket: Socket, text: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(text.repeat(1000)));
  };
  socket.on("drain", write);
  write();
}
