/** A real Crawlee crawl of a site on the loopback interface, with the override of examples/crawlee and without it. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { install, pack, removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";
import { linksTo, type Site, site } from "./site.ts";

const folder = temporaryFolder("crawlee");

beforeAll(async () => {
  cpSync(join(root, "examples/crawlee"), folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  manifest.dependencies["robots-wasm"] = `file:${await pack()}`;
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await install(folder);
});
afterAll(removeFolders);

/** `/%61dmin` is `/admin` (RFC 9309 §2.2.2), which robots-parser does not know. */
const pages = (): Record<string, string> => ({
  "/robots.txt": "User-agent: *\nDisallow: /%61dmin\nDisallow: /*.pdf$\nAllow: /open.pdf\n",
  "/": linksTo("/a", "/admin", "/price.pdf"),
  "/a": linksTo("/admin/users", "/open.pdf", "/"),
  "/admin": linksTo("/a"),
  "/admin/users": "",
  "/open.pdf": "",
  "/price.pdf": "",
});

/** What the crawler says, sorted, because Crawlee reads several pages at a time. */
async function crawl({ origin }: Site): Promise<string[]> {
  const env = {
    CRAWLEE_STORAGE_DIR: temporaryFolder("crawlee-storage"),
    CRAWLEE_LOG_LEVEL: "OFF",
  };
  const { status, stdout, stderr } = await run(process.execPath, ["crawler.js", `${origin}/`], { cwd: folder, env });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout
    .split("\n")
    .filter((line) => /^(read|skipped) /.test(line))
    .map((line) => line.replace(origin, ""))
    .sort();
}

it("reads what it finds and may read, and asks for nothing else", async () => {
  await using shop = await site(pages);
  expect(await crawl(shop)).toEqual([
    "read /",
    "read /a",
    "read /open.pdf",
    "skipped /admin robotsTxt",
    "skipped /admin/users robotsTxt",
    "skipped /price.pdf robotsTxt",
  ]);
  expect(new Set(shop.asked)).toEqual(new Set(["/robots.txt", "/", "/a", "/open.pdf"]));
});

it("without the override it asks for pages that are refused", async () => {
  rmSync(join(folder, "node_modules/robots-parser"), { recursive: true });
  cpSync(join(root, "node_modules/robots-parser"), join(folder, "node_modules/robots-parser"), { recursive: true });
  await using shop = await site(pages);
  expect(await crawl(shop)).toContain("read /admin");
});
