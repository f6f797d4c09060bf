/** The examples for frameworks: each module answers as the framework calls it. */
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { appFolder, pack, removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

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

itEach<[title: string, file: string, call: string, refused: string]>(
  "%s serves the file that was built",
  async (_, file, call, refused) => {
    const [type, body] = await answerOf(file, call);
    expect(type).toBe("text/plain; charset=utf-8");
    const robots = parse(body, { url: "https://shop.example/robots.txt" });
    expect(robots.isAllowed(refused, "Googlebot")).toBe(false);
    expect(robots.isAllowed("/", "Googlebot")).toBe(true);
    expect(robots.sitemaps).toHaveLength(1);
  },
);

itEach<[title: string, file: string, call: string]>(
  "%s refuses crawlers that train models, from crawlers.json",
  async (_, file, call) => {
    const [type, body] = await answerOf(file, call);
    expect(type).toBe("text/plain; charset=utf-8");
    expectTrainingRefused(body);
  },
);

function expectTrainingRefused(body: string): void {
  for (const agent of ["GPTBot", "CCBot", "Kangaroo"]) expect(parse(body).isAllowed("/", agent)).toBe(false);
  for (const agent of ["Googlebot", "PerplexityBot"]) expect(parse(body).isAllowed("/", agent)).toBe(true);
}

const has = (command: string): boolean => spawnSync(command, ["--version"]).error === undefined;
const table = join(root, "dist/crawlers.json");

it.skipIf(!has("python3"))("Python writes the same from crawlers.json, and names a purpose that nobody has", () => {
  const python = (...purposes: string[]) =>
    spawnSync("python3", [join(root, "examples/crawlers/robots.py"), table, ...purposes], { encoding: "utf8" });
  expectTrainingRefused(python("training").stdout);
  expect(python("dancing")).toMatchObject({ status: 1, stdout: "", stderr: "no crawler serves dancing\n" });
});

it.skipIf(!has("jq"))("jq writes a map for nginx that finds names in headers, as whole words", () => {
  const { stdout } = spawnSync("jq", ["-r", "-f", join(root, "examples/crawlers/nginx.jq"), table], {
    encoding: "utf8",
  });
  const patterns = Array.from(stdout.matchAll(/^ {4}"~\*(.*)" 1;$/gm), ([, pattern]) => new RegExp(pattern!, "i"));
  const refuses = (header: string): boolean => patterns.some((pattern) => pattern.test(header));
  expect(refuses("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)")).toBe(true);
  expect(refuses("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")).toBe(false);
  expect(refuses("NotGPTBots/1.0")).toBe(false);
  if (!has("nginx")) return;
  const place = temporaryFolder("nginx");
  const server = "server { listen 127.0.0.1:8099; if ($refused_crawler) { return 403; } }";
  writeFileSync(join(place, "nginx.conf"), `events {} http { map_hash_bucket_size 256; ${stdout} ${server} }`);
  const words = ["-t", "-p", place, "-c", join(place, "nginx.conf"), "-g", `pid ${place}/pid; error_log ${place}/log;`];
  expect(spawnSync("nginx", words, { encoding: "utf8" })).toMatchObject({ status: 0 });
});

it("Next refuses all crawlers on a preview deployment", async () => {
  const [, body] = await answerOf("next/route.ts", "example.GET()", { VERCEL_ENV: "preview" });
  expect(parse(body).isAllowed("/", "Googlebot")).toBe(false);
});
