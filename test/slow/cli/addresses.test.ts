/** `--addresses`: where commands that fetch may be led. A mapped address stands for a stranger's server, and is ours on loopback. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, type Ended, start } from "./process.ts";

const requests: string[] = [];
let port = 0;
const server = createServer((request, response) => {
  requests.push(`${request.headers.host?.split(":").slice(0, -1).join(":")}${request.url}`);
  if (request.url === "/robots.txt") response.writeHead(302, { location: `http://127.0.0.2:${port}/admin` }).end();
  else response.end("User-agent: *\nDisallow: /private\n");
});
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-addresses-"));

let stranger = "";
let own = "";
beforeAll(async () => {
  await once(server.listen(0, "0.0.0.0"), "listening");
  port = (server.address() as AddressInfo).port;
  stranger = `http://[::ffff:7f00:1]:${port}`;
  own = `http://localhost:${port}`;
  const assertions = (site: string): string => `robots: ${site}\ntests:\n- agent: A\n  allowed: /x\n`;
  writeFileSync(join(folder, "stranger.yaml"), assertions(stranger));
  writeFileSync(join(folder, "own.yaml"), assertions(own));
});
afterAll(() => void server.close());

async function run(words: readonly string[], input?: string): Promise<Ended> {
  requests.length = 0;
  if (input === undefined) return call(words);
  const child = start(words);
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([child.stdout.toArray(), child.stderr.toArray(), once(child, "close")]);
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

const commands: readonly (readonly [name: string, words: (site: string) => readonly string[]])[] = [
  ["check", (site) => ["check", `${site}/x`, "--agent", "A"]],
  ["explain", (site) => ["explain", `${site}/x`, "--agent", "A"]],
  ["fetch", (site) => ["fetch", `${site}/x`, "--agent", "A"]],
  ["lint", (site) => ["lint", site]],
  ["agents", (site) => ["agents", site]],
  ["test", (site) => ["test", join(folder, site === own ? "own.yaml" : "stranger.yaml")]],
];

describe.each(commands)("%s", (_, words) => {
  it("does not follow a stranger's redirect to a private address", async () => {
    const { out, err } = await run(words(stranger));
    expect(out + err).toContain("unreachable, address refused: 127.0.0.2");
    expect(requests).toEqual(["[::ffff:7f00:1]/robots.txt"]);
  });

  it("follows it with --addresses any, and fetches from what the user names", async () => {
    for (const some of [[...words(stranger), "--addresses", "any"], words(own)]) {
      expect((await run(some)).code).toBe(0);
      expect(requests.map((one) => one.split("/").at(-1))).toEqual(["robots.txt", "admin"]);
    }
  });

  it("connects to nothing that is not public with --addresses public", async () => {
    const { out, err } = await run([...words(own), "--addresses", "public"]);
    expect(out + err).toContain("address refused: ");
    expect(requests).toEqual([]);
  });

  it("knows no other addresses", async () => {
    expect(await run([...words(own), "--addresses", "privat"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("expected --addresses to be one of public, any; got privat"),
    });
  });
});

describe("filter", () => {
  it("refuses hosts that it would have to fetch from unless they are public, and says so", async () => {
    const { code, out, err } = await run(["filter", "--agent", "A"], `${own}/a\nhttp://127.0.0.1:${port}/b\n`);
    expect({ code, out, requests }).toEqual({ code: 0, out: "", requests: [] });
    expect(err).toContain("2 origins not fetched, and refused: not public; the first is http://localhost:");
    expect(err).toContain("to fetch: --addresses any");
  });

  it("fetches from them with --addresses any", async () => {
    const { out } = await run(["filter", "--agent", "A", "--addresses", "any"], `${own}/a\n${own}/private\n`);
    expect(out).toBe(`${own}/a\n`);
  });

  it("decides them by a folder as before", async () => {
    const robots = join(folder, "robots");
    mkdirSync(robots, { recursive: true });
    writeFileSync(join(robots, `localhost_${port}`), "User-agent: *\nDisallow: /private\n");
    const words = ["filter", "--agent", "A", "--robots", robots, "--missing", "fetch"];
    expect((await run(words, `${own}/a\n${own}/private\n`)).out).toBe(`${own}/a\n`);
    expect(requests).toEqual([]);
  });
});
