/** The examples of "Enforce your robots.txt": a crawler is refused what the file refuses, a browser nothing, and robots.txt is served. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appFolder, pack, removeFolders, root, run } from "../../support/packed.ts";

const GPTBOT = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The header, the path, and the status that every example answers. */
const REQUESTS = [
  [GPTBOT, "/drafts/1", 403],
  [GPTBOT, "/%64rafts/1", 403],
  [GPTBOT, "/cart/1", 200],
  [GPTBOT, "/robots.txt", 200],
  ["CCBot/2.0", "/drafts/1?a=b", 403],
  ["bingbot/2.0", "/cart/1", 403],
  [BROWSER, "/drafts/1", 200],
  ["", "/drafts/1", 200],
] as const;

const LINE = "robots.txt refuses this URL to GPTBot (line 3, Disallow: /drafts/).\n";

let folder = "";
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await appFolder(await pack(), ["hono@4.13.19", "express@5.3.0"]);
  cpSync(join(root, "examples/enforce"), folder, { recursive: true });
});
afterAll(() => {
  for (const child of children) child.kill();
  removeFolders();
});

type Ask = (userAgent: string, path: string) => Promise<readonly [status: number, body: string]>;

async function expectEnforced(ask: Ask): Promise<void> {
  for (const [userAgent, path, status] of REQUESTS)
    expect((await ask(userAgent, path))[0], `${userAgent} ${path}`).toBe(status);
}

/** Asks a handler of the Fetch API, in a process of its own. */
const askModule =
  (call: string): Ask =>
  async (userAgent, path) => {
    const script = `const request = new Request("https://shop.example" + ${JSON.stringify(path)}, { headers: { "user-agent": ${JSON.stringify(userAgent)} } });
const response = await (${call});
console.log(JSON.stringify(response === undefined ? [200, ""] : [response.status, await response.text()]));`;
    const words = ["--input-type=module", "-e", script];
    const { status, stdout, stderr } = await run(process.execPath, words, { cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return JSON.parse(stdout);
  };

const askServer =
  (origin: string): Ask =>
  async (userAgent, path) => {
    const response = await fetch(origin + path, { headers: { "user-agent": userAgent } });
    return [response.status, await response.text()];
  };

/** Starts a server and returns the first line that it prints. */
async function started(...words: string[]): Promise<string> {
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const [text] = await once(child.stdout!, "data");
  return String(text).trim();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

describe("a handler of the Fetch API", () => {
  const ask = askModule('(await import("./fetch.js")).default.fetch(request)');
  it("enforces the file", { timeout: 120_000 }, () => expectEnforced(ask));
  it("says why", async () => expect(await ask(GPTBOT, "/drafts/1")).toEqual([403, LINE]));
});

it("Hono enforces the file", { timeout: 120_000 }, () =>
  expectEnforced(askModule('(await import("./hono.js")).default.fetch(request)')),
);

it("a middleware of Next answers what is refused, and leaves the rest to Next", { timeout: 120_000 }, async () => {
  const outfile = join(folder, "next-middleware.mjs");
  const entryPoints = [join(folder, "next-middleware.ts")];
  await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", packages: "external" });
  await expectEnforced(askModule('(await import("./next-middleware.mjs")).middleware(request)'));
});

it("Express enforces the file", { timeout: 60_000 }, async () => {
  const origin = (await started("express.js", "0")).replace(/\/$/, "");
  await expectEnforced(askServer(origin));
  expect((await askServer(origin)("CCBot", "//drafts/1"))[0]).toBe(200);
});

const { status } = await run("nginx", ["-v"]);
describe.skipIf(status !== 0)("nginx with auth_request (skipped where nginx is not installed)", () => {
  it("enforces the file", { timeout: 60_000 }, async () => {
    const { robotsTxt } = await import(join(folder, "robots-file.js"));
    for (const path of ["drafts", "cart"]) mkdirSync(join(folder, "site", path), { recursive: true });
    writeFileSync(join(folder, "site/robots.txt"), robotsTxt);
    for (const path of ["drafts/1", "cart/1"]) writeFileSync(join(folder, "site", path), "A page.\n");
    const auth = /\d+$/.exec(await started("nginx-auth.js", "site/robots.txt", "0"))![0];
    const port = await freePort();
    const conf = readFileSync(join(folder, "nginx.conf"), "utf8").replace("8081", auth).replace("8080", String(port));
    // Its workers give root up, and could not read the folder.
    const user = process.getuid?.() === 0 ? "user root;\n" : "";
    writeFileSync(join(folder, "nginx.conf"), `daemon off;\n${user}${conf}`);
    const nginx = spawn("nginx", ["-p", `${folder}/`, "-c", "nginx.conf", "-e", "stderr"], { stdio: "ignore" });
    children.push(nginx);
    const ask = askServer(`http://127.0.0.1:${port}`);
    await expect.poll(() => ask(BROWSER, "/robots.txt").catch(() => undefined), { timeout: 20_000 }).toBeDefined();
    await expectEnforced(ask);
  });
});
