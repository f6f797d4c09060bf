/**
 * A farm: hosts on one loopback server that measures every request with its own clock, and crawlers that are processes of their own and
 * share a Redis. All of 127.0.0.0/8 is this machine, so each host has an address.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export interface FarmRequest {
  readonly path: string;
  readonly userAgent: string;
  readonly status: number;
  readonly startMs: number;
  endMs: number;
}

export interface FarmOptions {
  readonly hosts: number;
  readonly delayMs: number;
  /** How long a response takes. Default 20. */
  readonly tookMs?: number;
  /** What every page holds. Default: no links. */
  readonly page?: string;
}

/** What a crawler of the farm is started with: farm-worker.mjs. */
export interface CrawlerOptions {
  readonly redisPort: number;
  readonly pages: number;
  readonly processes: number;
  readonly name: string;
  readonly pace?: object;
  readonly aheadMs?: number;
  /** What pages are requested with. */
  readonly way: Way;
}

export const WAYS = ["built-in fetch", "nodeFetch", "politeAgent"] as const;
export type Way = (typeof WAYS)[number];

const script = fileURLToPath(new URL("farm-worker.mjs", import.meta.url));

export class Farm implements AsyncDisposable {
  readonly delayMs: number;
  readonly requests: FarmRequest[][];
  readonly #server: Server;
  readonly #children: ChildProcess[] = [];

  private constructor({ hosts, delayMs, tookMs = 20, page = "page" }: FarmOptions) {
    this.delayMs = delayMs;
    this.requests = Array.from({ length: hosts }, () => []);
    const robots = `User-agent: *\nDisallow: /private\nCrawl-delay: ${delayMs / 1000}\n`;
    this.#server = createServer((request, response) => {
      const path = request.url!;
      const [, , , last] = request.socket.localAddress!.split(".").map(Number);
      const userAgent = request.headers["user-agent"] ?? "";
      const record: FarmRequest = { path, userAgent, status: 200, startMs: performance.now(), endMs: 0 };
      this.requests[last! - 1]!.push(record);
      const end = (): void => {
        record.endMs ||= performance.now();
      };
      // A crawler that is killed ends its requests.
      response.on("close", end);
      setTimeout(() => {
        // The crawler cannot know of the end before.
        end();
        response.setHeader("content-type", path === "/robots.txt" ? "text/plain" : "text/html");
        response.end(path === "/robots.txt" ? robots : page);
      }, tookMs);
    });
  }

  static async start(options: FarmOptions): Promise<Farm> {
    const farm = new Farm(options);
    await once(farm.#server.listen(0, "0.0.0.0"), "listening");
    return farm;
  }

  origin(host: number): string {
    return `http://127.0.9.${host + 1}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Starts a process that requests pages of every host. */
  crawl(options: CrawlerOptions): { readonly child: ChildProcess; readonly ended: Promise<string> } {
    const origins = this.requests.map((_, host) => this.origin(host));
    const child = spawn(process.execPath, [script, JSON.stringify({ ...options, origins })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#children.push(child);
    const ended = Promise.all([child.stdout!.toArray(), once(child, "exit")]).then(([out]) =>
      Buffer.concat(out).toString(),
    );
    return { child, ended };
  }

  get pages(): number {
    return this.requests.flat().filter(({ path }) => path !== "/robots.txt").length;
  }

  /** Waits for so many pages, or for the end of all crawlers. */
  async until(pages: number, ended: Promise<unknown> = new Promise(() => {})): Promise<void> {
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver && this.pages < pages) await sleep(5);
  }

  /** The smallest gap from the end of a request to the start of the next, as a share of the delay; below 0 they overlapped. */
  get smallestGap(): number {
    return Math.min(...this.gaps.map(([gap]) => gap));
  }

  /** Each gap as a share of the delay, with what was requested before and after it. */
  get gaps(): [gap: number, before: string, after: string][] {
    return this.requests.flatMap((list, host) =>
      list.slice(1).map((one, i) => {
        const before = list[i]!;
        return [(one.startMs - before.endMs) / this.delayMs, `${host}${before.path}`, `${host}${one.path}`];
      }),
    );
  }

  /** Gaps that are shorter than a share of the delay. */
  tooShort(share: number): unknown[] {
    return this.gaps.filter(([gap]) => gap < share);
  }

  countOf(path: string): number[] {
    return this.requests.map((list) => list.filter((one) => one.path === path).length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
