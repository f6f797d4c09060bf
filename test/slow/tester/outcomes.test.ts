/** Every outcome of a fetch, in the browser: the banner and the sentence say it, and no verdict of the file before is left. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchLivePage } from "../../../bindings/cli/fetch-page.ts";
import { fetchLiveRobots } from "../../../bindings/cli/fetch-robots.ts";
import { type Network, networkOf } from "../../../bindings/cli/network.ts";
import { hasBrowser, launch, violations } from "./browser.ts";

const FILE = "User-agent: *\nDisallow: /live\n";
const SENTENCE = "Google and Bing may crawl your site, except everything that begins with /live.";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const status =
  (code: number): Answer =>
  (response) =>
    void response.writeHead(code).end("no file");

const served =
  (type: string, body: string): Answer =>
  (response) =>
    void response.writeHead(200, { "Content-Type": type }).end(body);

const cut: Answer = (response) => {
  response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": 1000 });
  response.write(FILE, () => response.destroy());
};

interface Outcome {
  readonly answer: Answer;
  readonly banner: string;
  readonly sentence: string;
}

const STOPS = "No crawler should fetch anything now, because ";
const FREE = "Every crawler may fetch everything, because ";
const NO_RULES = `${FREE}the file has no rules.`;

/** By the name of the outcome; its host is 127.0.0.10, 127.0.0.11 and so on. */
const outcomes: Readonly<Record<string, Outcome>> = {
  "200": {
    answer: served("text/plain", "User-agent: *\nDisallow: /"),
    banner: "Fetched ",
    sentence: "Google and Bing may fetch nothing.",
  },
  "404": {
    answer: status(404),
    banner: "HTTP 404: there is no robots.txt",
    sentence: `${FREE}the site has no robots.txt.`,
  },
  "403": {
    answer: status(403),
    banner: "HTTP 403: the server refuses to show the file",
    sentence: `${FREE}the server does not show its robots.txt.`,
  },
  "429": {
    answer: status(429),
    banner: "HTTP 429: the server asks for fewer requests",
    sentence:
      "Google stops now. Every other crawler may fetch everything, because the server does not show its robots.txt.",
  },
  "503": {
    answer: status(503),
    banner: "HTTP 503: crawlers stop while this lasts",
    sentence: `${STOPS}the server fails.`,
  },
  DNS: { answer: status(500), banner: " has no address (DNS)", sentence: "No answer, because" },
  timeout: { answer: () => {}, banner: " does not answer in time", sentence: `${STOPS}the server does not answer.` },
  reset: {
    answer: (response) => void response.destroy(),
    banner: "The connection ended before the file did",
    sentence: `${STOPS}the file arrived in part.`,
  },
  truncated: {
    answer: cut,
    banner: "The connection ended before the file did",
    sentence: `${STOPS}the file arrived in part.`,
  },
  "refused address": {
    answer: status(500),
    banner: "This address is not asked",
    sentence: "No answer, because the tester may not connect to that address.",
  },
  "redirect to another host": {
    answer: (response, { headers }) =>
      void response
        .writeHead(301, { Location: `http://${headers.host!.replace(/^[\d.]+/, "127.0.0.1")}/robots.txt` })
        .end(),
    banner: "The file comes from another host: http://127.0.0.1:",
    sentence: SENTENCE,
  },
  HTML: {
    answer: served("text/html", "<!doctype html><title>Shop</title>"),
    banner: "The file is an HTML page, not a robots.txt",
    sentence: NO_RULES,
  },
  "wrong type": {
    answer: served("application/octet-stream", "User-agent: *\nDisallow: /"),
    banner: "The Content-Type is application/octet-stream",
    sentence: "Google and Bing may fetch nothing.",
  },
  "too large": {
    answer: served("text/plain", `User-agent: *\nDisallow: /\n${"# filler\n".repeat(60_000)}`),
    banner: "The file has more than 512000 bytes; crawlers may ignore it from here on",
    sentence: "Google and Bing may fetch nothing.",
  },
};
const names = Object.keys(outcomes);
const FIRST = 10;

/** Requests that wait until the test lets them go. */
const held: ServerResponse[] = [];
const HELD = "127.0.0.2";

const PAGE = `<!doctype html><meta name=robots content="noindex, max-image-preview:none">
<script src=/live/app.js></script><link rel=stylesheet href=/style.css><img src=/live/photo.png><img src=https://cdn.example/x.png><meta property="og:image" content=/live/photo.png>`;

const site = createServer((request, response) => {
  const host = request.headers.host!.split(":")[0]!;
  const outcome = outcomes[names[Number(host.split(".")[3]) - FIRST] ?? ""];
  if (host === HELD) held.push(response);
  else if (outcome !== undefined) outcome.answer(response, request);
  else if (request.url === "/page")
    response.writeHead(200, { "Content-Type": "text/html", "X-Robots-Tag": "nosnippet" }).end(PAGE);
  else if (request.url === "/away") response.writeHead(302, { Location: `http://127.0.0.3:${port()}/page` }).end();
  else if (request.url === "/loop") response.writeHead(302, { Location: "/loop" }).end();
  else if (request.url === "/picture") response.writeHead(200, { "Content-Type": "image/png" }).end();
  else if (request.url === "/long")
    response.writeHead(200, { "Content-Type": "text/html; charset=iso-8859-1" }).end(Buffer.alloc(3 * 2 ** 20, 0xe9));
  else served("text/plain", FILE)(response, request);
});
const port = (): number => (site.address() as AddressInfo).port;
const origin = (host: string): string => `http://${host}:${port()}`;
const originOf = (name: string): string =>
  name === "DNS" ? `http://nowhere.invalid:${port()}` : origin(`127.0.0.${FIRST + names.indexOf(name)}`);

/** The network of the command, but without a question to a name server, and with a limit that ends soon where it is the test. */
async function network(url: string): Promise<Network> {
  const real = await networkOf(url.startsWith(originOf("refused address")) ? "public" : undefined);
  const fetch: Network["fetch"] = (address, init) =>
    address.includes(".invalid")
      ? Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }))
      : real.fetch(address, init);
  const limits = url.startsWith(originOf("timeout")) ? { firstByteTimeoutMs: 100 } : {};
  return { ...real, ...limits, fetch: Object.assign(fetch, real.fetch) };
}

let browser: Browser;
let tester: { url: string; close(): Promise<void> };
let page: Page;

beforeAll(async () => {
  site.listen(0, "0.0.0.0");
  await once(site, "listening");
  if (!hasBrowser) return;
  const { startTester } = await import(new URL("../../../dist/cli/tester-server.js", import.meta.url).href);
  tester = await startTester({
    port: 0,
    site: undefined,
    fetchRobots: async (url: string) => fetchLiveRobots(url, await network(url)),
    fetchPage: async (url: string) => fetchLivePage(url, await network(url)),
  });
  browser = await launch();
  page = await browser.newPage();
  page.setDefaultTimeout(120_000);
});
afterAll(async () => {
  await browser?.close();
  await tester?.close();
  site.close();
  site.closeAllConnections();
});

async function fetchIn(address: string): Promise<void> {
  await page.getByLabel(/^Site:/).fill(address);
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
}

const answered = (sentence: string): Promise<void> => page.getByRole("heading", { name: sentence }).waitFor();

/** A page with the answer to a file. */
async function start(): Promise<void> {
  await page.goto(`${tester.url}?${Math.random()}`);
  await fetchIn(origin("127.0.0.1"));
  await answered(SENTENCE);
}

describe.runIf(hasBrowser)("after a file with verdicts", () => {
  beforeAll(start);

  it.each(Object.entries(outcomes))("the outcome %s decides", async (name, { banner, sentence }) => {
    await fetchIn(origin("127.0.0.1"));
    await answered(SENTENCE);
    await fetchIn(originOf(name));
    await page.locator(".banner strong, .src", { hasText: banner }).first().waitFor();
    await answered(sentence);
    const lines = await page
      .locator(".cols")
      .getByRole("link", { name: /^line \d+$/ })
      .count();
    const isEmpty = /^(?:Every|No) /.test(sentence);
    expect(isEmpty ? lines : 1).toBe(isEmpty ? 0 : 1);
    const words = new Set(await page.locator(".tile .verdict").allInnerTexts());
    if (sentence.startsWith("No answer")) expect(words.size).toBe(0);
    else if (sentence.startsWith("No ")) expect([...words].join()).not.toMatch(/Everything|allowed|partly/);
    else if (sentence.startsWith("Every ")) expect([...words].join()).not.toMatch(/Nothing|refused|partly/);
  });

  it("a missing file can be written", async () => {
    await fetchIn(originOf("404"));
    await page.getByRole("link", { name: "Write one" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep AI training out" }).click();
    await page
      .getByText(/^All \d+ AI training crawlers are blocked\./)
      .first()
      .waitFor();
    expect(await page.locator(".banner").count()).toBe(0);
  });

  it("an error says what happens if it goes on", async () => {
    await fetchIn(originOf("503"));
    await page.getByRole("row", { name: "After 12 hours no change by its last copy, else everything" }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("nothing is answered while the next fetch waits", async () => {
    await fetchIn(origin("127.0.0.1"));
    await answered(SENTENCE);
    await fetchIn(origin(HELD));
    await answered(`Fetching ${origin(HELD)}…`);
    expect(await page.locator(".tile, .pill").count()).toBe(0);
    // The page says "Fetching" before its request arrives.
    await expect.poll(() => held.length, { timeout: 120_000 }).toBeGreaterThan(0);
    for (const response of held) served("text/plain", FILE)(response, response.req);
    await answered(SENTENCE);
  });
});

describe.runIf(hasBrowser)("a page fetched through the server", () => {
  it("shows the resources that its robots.txt refuses to Googlebot, and what its tags mean together", async () => {
    await start();
    await page.goto(`${tester.url}#page`);
    await page.getByLabel("Address of the page").fill(`${origin("127.0.0.1")}/page`);
    await page.getByRole("button", { name: "Fetch the page" }).click();
    await page.getByText(`Fetched ${origin("127.0.0.1")}/page`).waitFor();
    await page.getByText("Googlebot may not fetch 2 resources").waitFor();
    const refused = page.getByRole("row").filter({ hasText: "line 2" });
    expect((await refused.allInnerTexts()).map((row) => row.split("\t")[0]?.replace(/^.*\/live/, ""))).toEqual([
      "/app.js",
      "/photo.png",
    ]);
    await page.getByText("1 resource is on other hosts").waitFor();
    await page.getByText("Link previews may not fetch the image").waitFor();
    await page.getByText("/live/photo.png is refused to facebookexternalhit, Twitterbot").waitFor();
    expect(await violations(page)).toEqual([]);
    const answerTo = (question: string): Promise<string> =>
      page.getByRole("row", { name: question }).locator("td").innerText();
    expect(await answerTo("May be shown in results")).toContain("No");
    expect(await answerTo("Text of it may be shown")).toContain("No");
    expect(await answerTo("Its links may be followed")).toContain("Yes");
  });

  it("on another host gets no verdict from this file", async () => {
    await page.getByLabel("Address of the page").fill(`${origin("127.0.0.1")}/away`);
    await page.getByRole("button", { name: "Fetch the page" }).click();
    await page.getByText(`No answer: the page is on ${origin("127.0.0.3")}`).waitFor();
    await page.getByRole("button", { name: "Fetch its robots.txt" }).click();
    await page.getByText("Googlebot may not fetch 2 resources").waitFor();
  });
});

describe("a live page", () => {
  const live = async (path: string, addresses?: "public"): ReturnType<typeof fetchLivePage> =>
    fetchLivePage(origin("127.0.0.1") + path, await networkOf(addresses));

  it("comes with its address after redirects, its status, type and tag", async () => {
    expect(await live("/away")).toEqual({
      url: `http://127.0.0.3:${port()}/page`,
      redirects: [`http://127.0.0.3:${port()}/page`],
      httpStatus: 200,
      contentType: "text/html",
      robotsTag: "nosnippet",
      html: PAGE,
    });
  });

  it("is cut after 2 MiB, and read in its charset", async () => {
    const { html, truncated } = await live("/long");
    expect([html!.length, html![0], truncated]).toEqual([2 ** 21, "é", true]);
  });

  it("that is not HTML has no text", async () => {
    expect(await live("/picture")).toMatchObject({ httpStatus: 200, contentType: "image/png" });
    expect(await live("/picture")).not.toHaveProperty("html");
  });

  it("that redirects in a circle ends", async () =>
    expect(await live("/loop")).toMatchObject({ errorCode: "too-many-redirects" }));

  it("at an address that is not allowed is not asked for", async () =>
    expect(await live("/page", "public")).toMatchObject({ errorCode: "address" }));

  it.each(["", "ftp://h.example/", "http://u:p@h.example/"])("of %j is refused", async (url) =>
    expect(fetchLivePage(url, await networkOf(undefined))).rejects.toThrow("page: expected an http or https URL"),
  );
});
