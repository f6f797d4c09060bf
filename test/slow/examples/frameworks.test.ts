/** The examples for frameworks: each module answers as the framework calls it. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { appFolder, pack, removeFolders, root, run } from "../../support/packed.ts";

let folder = "";
beforeAll(async () => {
  folder = await appFolder(await pack());
  cpSync(join(root, "examples"), folder, { recursive: true });
});
afterAll(removeFolders);

/** Calls the handler in a process of its own and returns content type and body. */
async function answerOf(file: string, call: string, env: Record<string, string> = {}): Promise<[string, string]> {
  const outfile = join(folder, `${file}.mjs`);
  await build({
    entryPoints: [join(folder, file)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const script = `import * as example from ${JSON.stringify(outfile)};
const response = ${call};
console.log(JSON.stringify([response.headers.get("content-type"), await response.text()]));`;
  const { status, stdout, stderr } = await run(process.execPath, ["--input-type=module", "-e", script], {
    cwd: folder,
    env,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

it.each([
  ["Astro", "astro/robots.txt.ts", 'example.GET({ site: new URL("https://shop.example") })', "/drafts/x"],
  ["Next", "next/route.ts", "example.GET()", "/api/x"],
  ["Nuxt", "nuxt/robots.txt.ts", "example.default()", "/admin"],
])("%s serves the file that was built", async (_, file, call, refused) => {
  const [type, body] = await answerOf(file, call);
  expect(type).toBe("text/plain; charset=utf-8");
  const robots = parse(body, { url: "https://shop.example/robots.txt" });
  expect(robots.isAllowed(refused, "Googlebot")).toBe(false);
  expect(robots.isAllowed("/", "Googlebot")).toBe(true);
  expect(robots.sitemaps).toHaveLength(1);
});

it("Next refuses all crawlers on a preview deployment", async () => {
  const [, body] = await answerOf("next/route.ts", "example.GET()", { VERCEL_ENV: "preview" });
  expect(parse(body).isAllowed("/", "Googlebot")).toBe(false);
});
