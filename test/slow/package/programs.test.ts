/** Five programs that new users write, run from the packed tarball: crawler, migration, worker, lint in CI. Types: consumers.test.ts. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { build as buildByVite } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appFolder, installedCommand, pack, type Result, removeFolders, root, run } from "../../support/packed.ts";

let folder = "";
beforeAll(async () => {
  folder = await appFolder(await pack());
  symlinkSync(join(root, "node_modules/robots-parser"), join(folder, "node_modules/robots-parser"), "dir");
});
afterAll(removeFolders);

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}
const node = (...words: string[]): Promise<Result> => run(process.execPath, words, { cwd: folder });

const ROBOTS = "User-agent: *\nDisallow: /cart\nAllow: /cart/help\nCrawl-delay: 0\n";

/** A shop on loopback. */
async function shop(): Promise<Server> {
  const pages: Record<string, string> = {
    "/robots.txt": ROBOTS,
    "/": '<a href="/x/../cart">cart</a><a href="/cart/help">help</a><a href="lamps">lamps</a>',
  };
  const server = createServer(({ url }, response) => response.end(pages[url!] ?? ""));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

it("a crawler over a local server requests what is allowed, and resolves links first", async () => {
  const server = await shop();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  write(
    "crawler.mjs",
    `import { RobotsClient } from "robots-wasm/client";
const client = new RobotsClient({ agent: "ExampleBot", userAgent: "ExampleBot/1.0 (+https://bot.example)" });
const start = process.argv[2];
const [queue, seen] = [[new URL("/", start)], new Set()];
for (const url of queue) {
  if (seen.has(url.href)) continue;
  seen.add(url.href);
  if (!(await client.isAllowed(url))) { console.log("refused", url.pathname); continue; }
  const html = await (await fetch(url)).text();
  console.log("fetched", url.pathname);
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) queue.push(new URL(href, url));
}
`,
  );
  const { status, stdout, stderr } = await node("crawler.mjs", origin);
  server.close();
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: "fetched /\nrefused /cart\nfetched /cart/help\nfetched /lamps\n",
    stderr: "",
  });
});

describe("a program for robots-parser gives the same after one line has changed", () => {
  const body = `
const robots = robotsParser("https://shop.example/robots.txt", ${JSON.stringify(ROBOTS)});
const urls = ["/", "/cart", "/cart/help", "/cart?a=1", "/lamps"].map((path) => "https://shop.example" + path);
console.log(JSON.stringify(urls.map((url) => [robots.isAllowed(url, "ExampleBot/1.0"), robots.getMatchingLineNumber(url)])));
console.log(robots.isAllowed("https://other.example/"), robots.getCrawlDelay("ExampleBot"), robots.getSitemaps());
`;
  it.each([
    ["import", "mjs", (name: string) => `import robotsParser from "${name}";`],
    ["require", "cjs", (name: string) => `const robotsParser = require("${name}");`],
  ])("by %s", async (_, ending, load) => {
    const [before, after] = await Promise.all(
      ["robots-parser", "robots-wasm/robots-parser"].map((name, i) =>
        node(write(`migration-${i}.${ending}`, load(name) + body)),
      ),
    );
    expect(before).toMatchObject({ status: 0, stderr: "" });
    expect(after).toEqual(before);
  });
});

describe("a worker of one file answers", () => {
  const source = `import { parse } from "robots-wasm";
const rules = parse(${JSON.stringify(ROBOTS)}).agent("ExampleBot");
export default { fetch: (request) => new Response(String(rules.isAllowed(new URL(request.url).searchParams.get("url")))) };
`;
  interface Worker {
    readonly default: { fetch(request: Request): Response };
  }
  async function expectAnswers(file: string): Promise<void> {
    expect(readFileSync(file, "utf8")).not.toMatch(/from\s*"node:|require\("/);
    const { default: worker } = (await import(pathToFileURL(file).href)) as Worker;
    const ask = (url: string): Promise<string> =>
      worker.fetch(new Request(`https://worker.example/?url=${encodeURIComponent(url)}`)).text();
    expect(await ask("https://shop.example/cart")).toBe("false");
    expect(await ask("https://shop.example/cart/help")).toBe("true");
  }

  it("bundled by esbuild", async () => {
    const outfile = join(folder, "esbuild.mjs");
    const entryPoints = [join(folder, write("worker.mjs", source))];
    await build({ entryPoints, outfile, bundle: true, minify: true, format: "esm", platform: "browser" });
    await expectAnswers(outfile);
  });

  it("bundled by vite", async () => {
    const entry = join(folder, write("worker.mjs", source));
    const lib = { entry, formats: ["es" as const], fileName: () => "vite.mjs" };
    await buildByVite({ root: folder, logLevel: "silent", configFile: false, build: { lib, outDir: "out" } });
    await expectAnswers(join(folder, "out/vite.mjs"));
  });
});

it("lint in CI fails with findings, and writes them as SARIF", async () => {
  const command = await installedCommand();
  write("robots.txt", "User-agent: *\nDisalow: /cart\n");
  const { status, stdout, stderr } = await node(command, "lint", "robots.txt", "--format", "sarif");
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  const { version, runs } = JSON.parse(stdout);
  expect(version).toBe("2.1.0");
  expect(runs[0].results[0]).toMatchObject({
    ruleId: expect.any(String),
    level: expect.stringMatching(/^(error|warning)$/),
  });
  write("robots.txt", ROBOTS.replace("Crawl-delay: 0\n", ""));
  expect(await node(command, "lint", "robots.txt")).toMatchObject({ status: 0, stderr: "" });
});
