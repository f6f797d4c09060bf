/** The scripts for Deno and Bun, run by the binaries that npm has at exact versions. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appFolder, pack, removeFolders, root, run } from "../../support/packed.ts";

const packages = ["deno@2.9.5", "bun@1.4.5"];

let folder = "";
beforeAll(async () => {
  folder = await appFolder(await pack(), packages);
  cpSync(join(root, "examples"), folder, { recursive: true });
});
afterAll(removeFolders);

/** The packages themselves choose among packages for one platform each, which hold the binaries; no install script runs. */
function binary(scope: string, path: string): string {
  const scopeFolder = join(folder, "node_modules", scope);
  const platforms = existsSync(scopeFolder) ? readdirSync(scopeFolder) : [];
  const found = platforms.map((platform) => join(scopeFolder, platform, path)).find((file) => existsSync(file));
  if (found === undefined)
    throw new Error(`npm installed ${packages}, yet there is no ${path} in ${scope}: ${platforms.join() || "nothing"}`);
  return found;
}

it("deno.ts: a filter that may read robots.txt and nothing else", async () => {
  const words = ["run", "--no-prompt", "--no-remote", "--allow-read=shop.robots.txt"];
  const { status, stdout, stderr } = await run(
    binary("@deno", "deno"),
    [...words, "deno.ts", "shop.robots.txt", "ExampleBot"],
    {
      cwd: folder,
      input: readFileSync(join(root, "examples/urls.txt"), "utf8"),
      env: { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.trim().split("\n")).toEqual([
    "https://shop.example/",
    "https://shop.example/products/42?sort=price",
    "https://shop.example/reviews/top/print",
    "https://shop.example/search?q=lamp",
  ]);
});

it("bun.ts: a service that explains", async () => {
  const env = { ...process.env, PORT: "0" };
  const service = spawn(binary("@oven", "bin/bun"), ["bun.ts", "shop.robots.txt"], { cwd: folder, env });
  try {
    service.stderr.setEncoding("utf8").on("data", (text: string) => process.stderr.write(text));
    const [line] = (await once(service.stdout.setEncoding("utf8"), "data", {
      signal: AbortSignal.timeout(300_000),
    })) as [string];
    const origin = /http:\S+/.exec(line)![0];
    const ask = async (query: string): Promise<unknown> => (await fetch(`${origin}?${query}`)).json();
    const path = "/reviews/2024/print";
    expect(await ask(`agent=ExampleBot&url=https://shop.example${path}`)).toMatchObject({
      allowed: false,
      rule: { pattern: "/reviews/*/print" },
    });
    expect(await ask(`url=https://shop.example${path}`)).toMatchObject({
      allowed: true,
      reason: "no-match",
      agent: "*",
    });
  } finally {
    service.kill();
  }
});
