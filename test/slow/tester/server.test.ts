/** `robots-wasm tester`: the page on loopback, and who may fetch through it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchLiveRobots } from "../../../bindings/cli/fetch-robots.ts";
import { installedCommand } from "../../support/packed.ts";
import { hasBrowser, launch } from "./browser.ts";

const command = await installedCommand();

/** `fetch` sets the Host itself. */
const statusForHost = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });

/** A site on loopback with a redirect, a file, and an error page. */
const site = createServer((request, response) => {
  if (request.headers.host?.startsWith("localhost")) {
    response.writeHead(503).end("down");
  } else if (request.url === "/robots.txt") {
    response.writeHead(301, { Location: "/moved" }).end();
  } else {
    response
      .writeHead(200, { "Content-Type": "text/plain", "X-Served": "yes" })
      .end("User-agent: *\nDisallow: /live\n");
  }
});
let origin: string;

beforeAll(async () => {
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close());

describe("a live robots.txt", () => {
  it("comes with body, headers, redirects and verdict", async () => {
    expect(await fetchLiveRobots(`${origin}/any/page`, { fetch })).toMatchObject({
      url: `${origin}/robots.txt`,
      status: "success",
      verdict: "rules",
      httpStatus: 200,
      redirects: [`${origin}/moved`],
      headers: { "x-served": "yes" },
      body: "User-agent: *\nDisallow: /live\n",
    });
  });

  it("that cannot be had is an outage, without a body", async () => {
    const robots = await fetchLiveRobots(origin.replace("127.0.0.1", "localhost"), { fetch });
    expect(robots).toMatchObject({ status: "unreachable", verdict: "refused", httpStatus: 503 });
    expect(robots.body).toBeUndefined();
  });

  it.each(["ftp://h.example/", "mailto:a@b", "", "http://"])("of %j is refused", (url) =>
    expect(fetchLiveRobots(url, { fetch })).rejects.toThrow("site: expected an http or https URL, or a host"),
  );
});

describe("the server", () => {
  /** Starts the command and returns the address that it prints. */
  async function start(words: readonly string[] = []): Promise<{ url: string; stop(): Promise<unknown> }> {
    const child = spawn(process.execPath, [command, "tester", ...words], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [line] = await once(child.stdout, "data");
    const stop = (): Promise<unknown> => {
      child.kill("SIGINT");
      return once(child, "exit");
    };
    return { url: String(line).trim(), stop };
  }

  const tokenOf = (page: string): string => /robots-wasm-token" content="([0-9a-f]{64})"/.exec(page)![1]!;

  it("serves the page, and ends with 0 at Ctrl+C", async () => {
    const { url, stop } = await start(["https://shop.example"]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const response = await fetch(url);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(await response.text()).toContain('data-site="https://shop.example"');
    expect(await stop()).toEqual([0, null]);
  });

  it("answers only its own host, its own files and its own page's token", async () => {
    const { url, stop } = await start();
    const token = tokenOf(await (await fetch(url)).text());
    const api = `${url}api/fetch?url=${encodeURIComponent(origin)}`;
    const status = async (address: string, init?: RequestInit): Promise<number> => (await fetch(address, init)).status;
    expect(await status(api)).toBe(403);
    expect(await status(api.replace("/api/fetch", "/api/page"))).toBe(403);
    expect(await status(api, { headers: { "X-Robots-Wasm-Token": token.replace(/./g, "0") } })).toBe(403);
    expect(await status(`${url}../../package.json`)).toBe(404);
    expect(await status(`${url}%2e%2e/cli/main.js`)).toBe(404);
    expect(await status(url, { method: "POST" })).toBe(405);
    expect(await status(url.replace("127.0.0.1", "localhost"))).toBe(200);
    expect(await statusForHost(url, "evil.example")).toBe(403);
    await stop();
  });

  it("refuses to fetch from a private address that nobody typed", async () => {
    const { url, stop } = await start();
    const token = tokenOf(await (await fetch(url)).text());
    const response = await fetch(`${url}api/fetch?url=${encodeURIComponent(origin)}`, {
      headers: { "X-Robots-Wasm-Token": token },
    });
    expect(await response.json()).toMatchObject({ status: "unreachable", error: "address refused: 127.0.0.1" });
    const page = await fetch(`${url}api/page?url=${encodeURIComponent(origin)}`, {
      headers: { "X-Robots-Wasm-Token": token },
    });
    expect(await page.json()).toMatchObject({ errorCode: "address", error: "address refused: 127.0.0.1" });
    await stop();
  });

  it("fetches a private address that a person typed", async () => {
    const { url, stop } = await start();
    const headers = { "X-Robots-Wasm-Token": tokenOf(await (await fetch(url)).text()) };
    const response = await fetch(`${url}api/fetch?typed=1&url=${encodeURIComponent(origin)}`, { headers });
    expect(await response.json()).toMatchObject({ status: "success" });
    await stop();
  });

  it("fetches the site that the user named, also if it is not public", async () => {
    const { url, stop } = await start([origin]);
    const headers = { "X-Robots-Wasm-Token": tokenOf(await (await fetch(url)).text()) };
    const statusOf = async (site: string): Promise<unknown> =>
      (await (await fetch(`${url}api/fetch?url=${encodeURIComponent(site)}`, { headers })).json()).status;
    expect(await statusOf(`${origin}/page`)).toBe("success");
    expect(await statusOf(origin.replace("127.0.0.1", "127.0.0.2"))).toBe("unreachable");
    await stop();
  });

  it("escapes the site that it fills into the page", async () => {
    const { url, stop } = await start(['https://x.example/"><script>alert(1)</script>']);
    expect(await (await fetch(url)).text()).not.toContain("<script>alert");
    await stop();
  });

  it.runIf(hasBrowser)("asks about an address that has another address in its query", async () => {
    const { url, stop } = await start(["127.0.0.1:9/?next=https://a.example"]);
    const browser = await launch();
    const page = await browser.newPage();
    await page.goto(`${url}#urls`);
    await expect
      .poll(() => page.getByLabel("fetch", { exact: true }).inputValue())
      .toBe("https://127.0.0.1:9/?next=https://a.example");
    await browser.close();
    await stop();
  });

  it.runIf(hasBrowser)("shows why a site could not be fetched", async () => {
    const { url, stop } = await start([origin, "--addresses", "public"]);
    const browser = await launch();
    const page = await browser.newPage();
    await page.goto(url);
    await page.locator("strong", { hasText: "This address is not asked" }).waitFor();
    await page.getByText("Status, redirects and headers").click();
    await page.getByText("address refused: 127.0.0.1").first().waitFor();
    expect(await page.locator(".tile").count()).toBe(0);
    await browser.close();
    await stop();
  });

  it.runIf(hasBrowser)(
    "lets the outcome of a fetch decide: after a 503, no verdict of the file before is left",
    async () => {
      const { url, stop } = await start([origin]);
      const browser = await launch();
      const page = await browser.newPage();
      await page.goto(url);
      await page
        .getByText("Google and Bing may crawl your site, except everything that begins with /live.")
        .first()
        .waitFor();
      await page.getByLabel(/^Site:/).fill(origin.replace("127.0.0.1", "localhost"));
      await page.getByRole("button", { name: "Fetch", exact: true }).click();
      await page.getByText("HTTP 503: crawlers stop while this lasts").first().waitFor();
      await page
        .getByRole("heading", { name: "No crawler should fetch anything now, because the server fails." })
        .waitFor();
      expect(await page.locator(".pill.v-allowed, .pill.v-partly").count()).toBe(0);
      await page.getByRole("button", { name: `Go back to the file: ${origin}` }).click();
      await page
        .getByText("Google and Bing may crawl your site, except everything that begins with /live.")
        .first()
        .waitFor();
      await page.getByLabel(/^Site:/).fill("no site");
      await page.getByRole("button", { name: "Fetch", exact: true }).click();
      await page.getByText("Type a name such as example.com.").waitFor();
      await browser.close();
      await stop();
    },
  );
});
