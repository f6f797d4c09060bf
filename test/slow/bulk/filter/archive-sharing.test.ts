/** What several processes or threads share when they filter: the output's folder, the archive. */
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryBeside } from "../../../../bindings/bulk/files/output-file.ts";
import { run, shell, start } from "../../cli/process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-sharing-"));
const path = (name: string): string => join(folder, name);
mkdirSync(path("robots"));
writeFileSync(path("robots/a.example"), "User-agent: *\nDisallow: /x\n");
const words = ["filter", "--agent", "A", "--robots", path("robots")];

describe("temporary files of two processes never collide", () => {
  it("their names are random, whatever the PID", () => {
    const names = new Set(Array.from({ length: 100 }, () => temporaryBeside("/folder/out")));
    expect(names.size).toBe(100);
    for (const name of names) expect(name).toMatch(/^\/folder\/\.out\.[0-9a-f]{16}$/);
  });

  it("a second process with the same --output truncates nothing", async () => {
    const first = start([...words, "--output", path("out")]);
    const lines = Array.from({ length: 2000 }, (_, i) => `http://a.example/${i}\n`);
    first.stdin.write(lines.slice(0, 1000).join(""));
    while (!readdirSync(folder).some((name) => name.startsWith(".out.")))
      await new Promise((done) => setTimeout(done, 20));
    expect(run([...words, "--output", path("out")], "http://a.example/second\n").code).toBe(0);
    first.stdin.end(lines.slice(1000).join(""));
    await once(first, "exit");
    expect(readFileSync(path("out"), "utf8")).toBe(lines.join(""));
  });
});

it("an archive that is replaced while it is open is read to its end as it was", () => {
  for (const [name, rule] of [
    ["old", "/old"],
    ["new", "/new"],
  ] as const) {
    mkdirSync(path(`${name}-robots`));
    writeFileSync(path(`${name}-robots/a.example`), `User-agent: *\nDisallow: ${rule}\n`);
    run(["compile", "--agent", "A", "--output", path(name), path(`${name}-robots`)]);
  }
  // Threads start late enough for the archive to be replaced before each opens it.
  const script = `
    import { openSync, renameSync } from "node:fs";
    import { poolOf } from ${JSON.stringify(join(process.cwd(), "dist/bulk/filter/pool.js"))};
    const archiveFile = openSync(${JSON.stringify(path("now"))}, "r");
    renameSync(${JSON.stringify(path("new"))}, ${JSON.stringify(path("now"))});
    const plan = { agents: ["A"], dialect: "rfc9309", leniency: {}, robots: ${JSON.stringify(path("now"))}, archiveFiles: [archiveFile],
      missing: "refuse", output: { format: "lines", refused: false, invalid: false }, memoryBytes: 2 ** 20 };
    const pool = poolOf({ jobs: 2, ordered: true }, plan, () => { throw new Error("no fetch"); });
    const bytes = () => new Uint8Array(Buffer.from("http://a.example/old\\nhttp://a.example/new\\n"));
    const blocks = Array.from({ length: 8 }, () => ({ bytes: bytes(), offset: 0, end: 42, overlong: 0 }));
    const results = await Promise.all(blocks.map((block) => pool.decide(block)));
    for (const { output } of results.flat()) process.stdout.write(output);
    await pool.close();
  `;
  copyFileSync(path("old"), path("now"));
  writeFileSync(path("threads.mjs"), script);
  const { out, err } = shell(`${process.execPath} ${path("threads.mjs")}`);
  expect({ out, err }).toEqual({ out: "http://a.example/new\n".repeat(8), err: "" });
});
