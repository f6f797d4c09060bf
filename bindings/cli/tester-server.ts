/**
 * The tester page on loopback, with live fetching. Runs in Node only. Other pages of the browser can reach loopback too,
 * so the server answers only its own Host (against DNS rebinding), and fetches only for who holds the page's token,
 * which browsers let no other origin read.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname } from "node:path";
import type { LivePage } from "./fetch-page.ts";
import type { LiveRobots } from "./fetch-robots.ts";

interface TesterOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** Filled into the page, which fetches it at once. */
  readonly site: string | undefined;
  /** Fetches a site's robots.txt. `typed` says whether a person typed the site into the page. */
  fetchRobots(url: string, typed: boolean): Promise<LiveRobots>;
  /** Fetches one page of a site, likewise. */
  fetchPage(url: string, typed: boolean): Promise<LivePage>;
}

export interface Tester {
  readonly url: string;
  close(): Promise<void>;
}

const folder = new URL("../tester/", import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  // For browsers that ignore frame-ancestors.
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
};

const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

const json = (status: number, value: object): Answer => ({
  status,
  type: "application/json; charset=utf-8",
  body: JSON.stringify(value),
});

class Site {
  readonly #files = new Map(readdirSync(folder).map((name) => [`/${name}`, new URL(name, folder)]));
  readonly #token = randomBytes(32).toString("hex");
  readonly #options: TesterOptions;

  constructor(options: TesterOptions) {
    this.#options = options;
  }

  async answer(request: IncomingMessage, hosts: readonly string[]): Promise<Answer> {
    const { host } = request.headers;
    if (host === undefined || !hosts.includes(host)) return json(403, { error: `expected the host ${hosts[0]}` });
    if (request.method !== "GET") return json(405, { error: "expected GET" });
    const url = new URL(request.url ?? "/", `http://${host}`);
    if (url.pathname === "/api/fetch") return this.#fetch(request, url.searchParams, this.#options.fetchRobots);
    if (url.pathname === "/api/page") return this.#fetch(request, url.searchParams, this.#options.fetchPage);
    return this.#file(url.pathname === "/" ? "/index.html" : url.pathname);
  }

  #file(path: string): Answer {
    const file = this.#files.get(path);
    if (file === undefined) return json(404, { error: "not found" });
    const bytes = readFileSync(file);
    return { status: 200, type: TYPES[extname(path)]!, body: path === "/index.html" ? this.#page(bytes) : bytes };
  }

  #page(bytes: Buffer): string {
    const site = escapeAttribute(this.#options.site ?? "");
    const tag = `<meta name="robots-wasm-token" content="${this.#token}" data-site="${site}" />`;
    return bytes.toString("utf8").replace("</head>", () => `${tag}</head>`);
  }

  async #fetch(
    request: IncomingMessage,
    query: URLSearchParams,
    fetch: (url: string, typed: boolean) => Promise<object>,
  ): Promise<Answer> {
    if (!this.#holdsToken(request)) return json(403, { error: "expected the token of this page: reload it" });
    try {
      return json(200, await fetch(query.get("url") ?? "", query.get("typed") === "1"));
    } catch (error) {
      return json(400, { error: (error as Error).message });
    }
  }

  #holdsToken({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(String(headers["x-robots-wasm-token"] ?? ""));
    const token = Buffer.from(this.#token);
    return given.length === token.length && timingSafeEqual(given, token);
  }
}

/** The page has two addresses; `localhost` always means this machine, so no name of a stranger can lead here by it. */
const hostsOf = (server: Server): readonly string[] => {
  const address = server.address();
  if (typeof address !== "object" || address === null) return [];
  return [`127.0.0.1:${address.port}`, `localhost:${address.port}`];
};

async function respond(
  site: Site,
  hosts: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, type, body } = await site.answer(request, hosts);
  response.writeHead(status, { ...HEADERS, "Content-Type": type }).end(body);
}

/** @throws Error with Node's code if the folder or the port cannot be had. */
export async function startTester(options: TesterOptions): Promise<Tester> {
  const site = new Site(options);
  const server = createServer((request, response) => {
    respond(site, hostsOf(server), request, response).catch(() => response.destroy());
  });
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.close().closeAllConnections();
    await once(server, "close");
  };
  return { url: `http://${hostsOf(server)[0]}/`, close };
}
