/** `--json` says of each refusal whether it is final, and in an outage when to ask again (docs/crawl.md, "An outage is not a refusal"). */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { start } from "./process.ts";

const WAIT_S = 3000;
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-refusals-"));
/** `localhost` has rules, its address has an outage. */
const server = createServer((request, response) => {
  if (request.headers.host!.startsWith("localhost")) response.end("User-agent: *\nDisallow: /private\n");
  else response.writeHead(503, { "retry-after": String(WAIT_S) }).end();
});
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, "0.0.0.0"), "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

async function objects(words: readonly string[], input = ""): Promise<Record<string, unknown>[]> {
  const child = start(words);
  child.stdin.end(input);
  const [out] = await Promise.all([child.stdout.toArray(), child.stderr.resume(), once(child, "close")]);
  return Buffer.concat(out)
    .toString()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function assertions(site: string): string {
  const file = join(folder, "assertions.yaml");
  writeFileSync(file, `robots: ${site}\ntests:\n- agent: A\n  allowed: /private\n`);
  return file;
}

const commands: readonly [name: string, ask: (site: string) => Promise<Record<string, unknown>[]>][] = [
  ["check", (site) => objects(["check", `${site}/private`, "--agent", "A", "--json"])],
  ["explain", (site) => objects(["explain", `${site}/private`, "--agent", "A", "--json"])],
  ["fetch", (site) => objects(["fetch", `${site}/private`, "--agent", "A", "--json"])],
  ["test", (site) => objects(["test", assertions(site), "--json"])],
  ...[1, 2].map((jobs) => {
    const words = ["filter", "--agent", "A", "--json", "--addresses", "any", "--jobs", String(jobs)];
    // Windows of lines are decided one after another: the last lines are of another one.
    const lines = (site: string): string => `${site}/private\n${"x\n".repeat(2_000_000)}${site}/private\n`;
    return [
      `filter, ${jobs} jobs`,
      (site: string) => objects([...words, "--invalid", join(folder, "invalid")], lines(site)),
    ] as [string, (site: string) => Promise<Record<string, unknown>[]>];
  }),
];

describe.each(commands)("%s", (_, ask) => {
  it("by a rule: final", async () => {
    const all = await ask(`http://localhost:${port}`);
    expect(all.length).toBeGreaterThan(0);
    for (const one of all) {
      expect(one).toMatchObject({ allowed: false, isFinal: true });
      expect(one).not.toHaveProperty("retryAt");
    }
  });

  it("by an outage: not final, and when Retry-After is over", async () => {
    const all = await ask(`http://127.0.0.1:${port}`);
    expect(all.length).toBeGreaterThan(0);
    for (const one of all) {
      expect(one).toMatchObject({ allowed: false, isFinal: false });
      const afterMs = Date.parse(String(one["retryAt"])) - Date.now();
      expect(afterMs).toBeGreaterThan(1000 * (WAIT_S - 600));
      expect(afterMs).toBeLessThanOrEqual(1000 * (WAIT_S + 600));
    }
  });
});

describe("filter, by a folder", () => {
  it("a file that cannot be read is an outage: nobody knows the rules, or when", async () => {
    const robots = join(folder, "robots");
    mkdirSync(join(robots, "a.example"), { recursive: true });
    writeFileSync(join(robots, "b.example"), "User-agent: *\nDisallow: /private\n");
    const words = ["filter", "--agent", "A", "--json", "--robots", robots];
    const all = await objects(words, "https://a.example/x\nhttps://b.example/private\nhttps://b.example/x\n");
    expect(all).toEqual([
      { url: "https://a.example/x", allowed: false, reason: "unreachable", isFinal: false },
      expect.objectContaining({ url: "https://b.example/private", allowed: false, reason: "rule", isFinal: true }),
      { url: "https://b.example/x", allowed: true, reason: "no-match" },
    ]);
  });

  it("the caller's own choice is final", async () => {
    const robots = join(folder, "robots");
    const words = ["filter", "--agent", "A", "--json", "--robots", robots, "--missing", "refuse"];
    expect(await objects(words, "https://c.example/x\n")).toEqual([
      { url: "https://c.example/x", allowed: false, reason: "missing", isFinal: true },
    ]);
  });
});
