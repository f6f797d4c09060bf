/** The site as the workflow builds it, under a path as GitHub Pages has it, with an address. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect } from "vitest";
import { crawlerPages } from "../../../docs/.vitepress/build/crawlers.mts";
import { root, run } from "../../support/packed.ts";
import { sized } from "../../support/sized.ts";

export const BASE = "/robots-wasm/";
export const ADDRESS = "https://robots.example/robots-wasm/";
export const folder: string = join(root, "build/site");

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".xml": "application/xml",
};

/** The weekly run builds the pages of all crawlers; these have every kind of them. */
const env = sized({ SITE_OPERATORS: "OpenAI,Google,Anthropic,Meta,Yandex" }, {});

export async function build(): Promise<void> {
  const { status, stderr } = await run(process.execPath, ["scripts/site.mjs"], {
    env: { SITE_BASE: BASE, SITE_URL: ADDRESS, ...env },
  });
  expect(status, stderr).toBe(0);
}

/** The file of a path: as it is, with .html, or the index of a folder. */
export function fileOf(path: string): string | undefined {
  const names = path.endsWith("/") ? [`${path}index.html`] : [path, `${path}.html`];
  return names.map((name) => join(folder, name)).find((file) => extname(file) !== "" && existsSync(file));
}

const crawlers = new Set(crawlerPages().map(({ slug }) => `${BASE}crawlers/${slug}`));

/** Whether a path is the page of a crawler, which this run may not have built. */
export const isOfCrawler = (pathname: string): boolean => crawlers.has(pathname);

/** Every page that VitePress wrote, by its path under the base. */
export const htmlPages = (under = ""): string[] =>
  readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = `${under}${entry.name}`;
    if (entry.isDirectory()) return ["tester/", "assets/"].includes(`${path}/`) ? [] : htmlPages(`${path}/`);
    return path.endsWith(".html") ? [path] : [];
  });

export async function serve(): Promise<{ readonly origin: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://x");
    const file = pathname.startsWith(BASE) ? fileOf(decodeURIComponent(pathname.slice(BASE.length - 1))) : undefined;
    const found = file ?? join(folder, "404.html");
    response.writeHead(file === undefined ? 404 : 200, { "Content-Type": types[extname(found)] ?? "text/plain" });
    response.end(readFileSync(found));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
