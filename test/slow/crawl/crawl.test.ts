/** A crawl of 1,000 hosts on the loopback interface, from end to end: every gap is kept, and nothing refused is requested. */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import sax from "sax";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { Pace } from "../../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../../bindings/crawl/polite/index.ts";
import { readSitemaps } from "../../../bindings/crawl/sitemaps/index.ts";

const HOSTS = 1000;
const PAGES = 4;

/** What kind of a host the n-th is. */
const KINDS = ["plain", "busy", "down", "moving", "listing", "changing"] as const;
const kindOf = (n: number): (typeof KINDS)[number] => KINDS[n % KINDS.length]!;
const delayMsOf = (n: number): number => 50 + (n % 4) * 50;

interface Record {
  readonly path: string;
  readonly startMs: number;
  endMs: number;
  /** The interval that holds after this request. */
  waitMs: number;
}

let server: Server;
let port = 0;
const records: Record[][] = Array.from({ length: HOSTS }, () => []);
const hasChanged = new Set<number>();

/** All of 127.0.0.0/8 is this machine. */
const originOf = (n: number): string => `http://127.${1 + (n >> 8)}.${n & 255}.1:${port}`;
const numberOf = (address: string): number => {
  const [, high, low] = address.replace("::ffff:", "").split(".").map(Number);
  return ((high! - 1) << 8) | low!;
};

function robotsOf(n: number): string {
  const changed = hasChanged.has(n);
  const lines = ["User-agent: *", "Disallow: /private", `Crawl-delay: ${(delayMsOf(n) * (changed ? 3 : 1)) / 1000}`];
  if (changed) lines.push("Disallow: /p3");
  if (kindOf(n) === "listing") lines.push(`Sitemap: ${originOf(n)}/sitemap.txt`);
  return `${lines.join("\n")}\n`;
}

function answer(n: number, path: string, response: ServerResponse): ServerResponse {
  const kind = kindOf(n);
  if (path === "/robots.txt") return kind === "down" ? response.writeHead(503) : response.writeHead(200);
  if (kind === "busy" && path === "/p1" && records[n]!.filter((one) => one.path === "/p1").length === 1)
    return response.writeHead(429, { "retry-after": "1" });
  if (kind === "moving" && path === "/p1")
    return response.writeHead(302, { location: `${originOf((n + 1) % HOSTS)}/to` });
  if (kind === "moving" && path === "/p2") return response.writeHead(302, { location: "/private/x" });
  return response.writeHead(200);
}

function bodyOf(n: number, path: string): string {
  if (path === "/robots.txt") return kindOf(n) === "down" ? "" : robotsOf(n);
  if (path === "/sitemap.txt")
    return `${Array.from({ length: PAGES }, (_, i) => `${originOf(n)}/p${i}\n`).join("")}${originOf(n)}/private/y\n`;
  return "page";
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const n = numberOf(request.socket.localAddress!);
    const path = request.url!;
    const record: Record = { path, startMs: performance.now(), endMs: 0, waitMs: 0 };
    records[n]!.push(record);
    const { statusCode } = answer(n, path, response);
    const pauseMs = statusCode === 429 ? 1000 : 0;
    record.waitMs = kindOf(n) === "down" ? 0 : Math.max(pauseMs, delayMsOf(n) * (hasChanged.has(n) ? 3 : 1));
    setTimeout(() => {
      record.endMs = performance.now();
      response.end(bodyOf(n, path));
    }, 5);
  });
  await once(server.listen(0, "0.0.0.0"), "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("a crawl", () => {
  const read: string[] = [];
  const refused: string[] = [];
  const pace = new Pace({ firstBackoffMs: 100, forgiveAfterMs: 0 });

  beforeAll(async () => {
    const client = new RobotsClient({ agent: "ExampleBot", pace, concurrency: 256 });
    const fetch = politeFetch(client);
    const visit = async (url: string): Promise<void> => {
      try {
        const response = await fetch(url);
        await response.text();
        if (response.status === 429) await visit(url);
        else read.push(url);
      } catch (error) {
        if ((error as { code?: string }).code !== "ERR_ROBOTS_REFUSED") throw error;
        refused.push(url);
      }
    };
    const pagesOf = async (n: number): Promise<string[]> => {
      if (kindOf(n) !== "listing") return Array.from({ length: PAGES }, (_, i) => `${originOf(n)}/p${i}`);
      const urls: string[] = [];
      for await (const { url } of readSitemaps(client, originOf(n), { xml: sax })) urls.push(url);
      return urls;
    };
    const crawlHost = async (n: number): Promise<void> => {
      for (const [i, url] of (await pagesOf(n)).entries()) {
        if (kindOf(n) === "changing" && i === 2) {
          hasChanged.add(n);
          await client.refresh(url);
        }
        await visit(url);
      }
    };
    await Promise.all(Array.from({ length: HOSTS }, (_, n) => crawlHost(n)));
  });

  it("keeps every gap, from the end of a request to the start of the next", () => {
    const early = records.flatMap((list, n) =>
      list.slice(1).flatMap((record, i) => {
        const gapMs = record.startMs - list[i]!.endMs;
        return gapMs >= list[i]!.waitMs
          ? []
          : [`${kindOf(n)} ${list[i]!.path} ${record.path}: ${gapMs} < ${list[i]!.waitMs}`];
      }),
    );
    expect(early).toEqual([]);
  });

  it("requests nothing that is refused, and nothing but the robots.txt of a host in an outage", () => {
    const paths = records.flatMap((list) => list.map(({ path }) => path));
    expect(paths.filter((path) => path.startsWith("/private"))).toEqual([]);
    const down = records.filter((_, n) => kindOf(n) === "down").flat();
    expect(new Set(down.map(({ path }) => path))).toEqual(new Set(["/robots.txt"]));
    const changed = records.filter((_, n) => kindOf(n) === "changing").flat();
    expect(changed.filter(({ path }) => path === "/p3")).toEqual([]);
  });

  it("gives every host its share", () => {
    const urlsOf = (n: number, list: readonly string[]): number =>
      list.filter((url) => url.startsWith(`${originOf(n)}/`)).length;
    for (let n = 0; n < HOSTS; n++) {
      const isLost = kindOf(n) === "down" ? PAGES : 0;
      expect(urlsOf(n, read) + urlsOf(n, refused), originOf(n)).toBe(PAGES + Number(kindOf(n) === "listing"));
      if (kindOf(n) === "plain" || kindOf(n) === "busy") expect(urlsOf(n, read)).toBe(PAGES - isLost);
    }
  });

  it("remembers no host longer than it must", async () => {
    expect(pace.waiting).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    (await pace.acquire("http://127.0.0.1/")).release();
    expect(pace.size).toBeLessThan(5);
  });
});
