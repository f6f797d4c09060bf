/** `compile --partial`, killed at each step; `--add MANIFEST`; and lists of inputs in gzip. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { gzipped, response } from "../../bulk/compile/warc.ts";
import { isKilledBefore } from "./kills.ts";
import { call, run } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-partials-"));
const path = (name: string): string => join(folder, name);
const words = (output: string, ...rest: string[]): string[] => [
  ...["compile", "--agent", "A", "--quiet", "--output", path(output)],
  ...rest,
];
const warcs = [0, 1, 2].map((file) => path(`${file}.warc.gz`));

beforeAll(async () => {
  for (const [file, warc] of warcs.entries()) {
    const hosts = Array.from({ length: 40 }, (_, i) => `h${i + 20 * file}.example`);
    const captured = hosts.map((host) =>
      response(`https://${host}/robots.txt`, "2026-03-01T00:00:00Z", 200, `User-agent: *\nDisallow: /${file}\n`),
    );
    writeFileSync(warc, gzipped(captured));
  }
  for (const [i, warc] of warcs.entries())
    expect((await call(words(`part-${i}`, "--partial", `${i}/3`, warc))).code).toBe(0);
  expect((await call(words("whole", ...warcs))).code).toBe(0);
});

const parts = [0, 1, 2].map((i) => path(`part-${i}`));
const same = (a: string, b: string): boolean => readFileSync(path(a)).equals(readFileSync(path(b)));

describe("compile --partial, killed before any step", () => {
  it("leaves no partial or a whole one, and the next run the same bytes", async () => {
    let step = 0;
    for (; isKilledBefore(step, words("killed", "--partial", "0/3", warcs[0]!)); step++) {
      if (existsSync(path("killed"))) expect(same("killed", "part-0")).toBe(true);
      rmSync(path("killed"), { force: true });
    }
    expect(step).toBeGreaterThan(5);
    expect(same("killed", "part-0")).toBe(true);
  });

  it("and the run that reads all partials leaves no archive or a whole one", async () => {
    let step = 0;
    for (; isKilledBefore(step, words("archive", ...parts)); step++) {
      if (existsSync(path("archive"))) expect(same("archive", "whole")).toBe(true);
      rmSync(path("archive"), { force: true });
    }
    expect(step).toBeGreaterThan(3);
    expect(same("archive", "whole")).toBe(true);
  });
});

describe("compile --partial", () => {
  it("with several jobs writes what another run can read", async () => {
    expect(run(words("both", "--partial", "1/3", "--jobs", "2", ...warcs.slice(1))).code).toBe(0);
    expect((await call(words("archive-2", path("both"), parts[0]!))).code).toBe(0);
    expect(same("archive-2", "whole")).toBe(true);
  });

  it("says how many captures it wrote", async () => {
    const loud = words("loud", "--partial", "0/3", warcs[0]!).filter((word) => word !== "--quiet");
    expect((await call(loud)).err).toContain("read 0 files and 40 records; wrote 40 captures, ");
    const reduced = await call(words("loud-2", ...parts).filter((word) => word !== "--quiet"));
    expect(reduced.err).toMatch(/^read 0 files and 120 records; wrote 80 origins, [\d,]+ bytes\n$/);
  });

  it.each<[string, string[], string]>([
    ["a number beyond the list", ["--partial", "3/3", warcs[0]!], "expected --partial FIRST/TOTAL"],
    ["no total", ["--partial", "0", warcs[0]!], "expected --partial FIRST/TOTAL"],
    ["more files than the list", ["--partial", "2/3", ...warcs], "expected --partial FIRST/TOTAL"],
    ["shards", ["--partial", "0/3", "--shards", "2", warcs[0]!], "expected --partial without --shards"],
    ["an archive", ["--partial", "0/3", "--add", path("whole"), warcs[0]!], "expected --partial without --add"],
    ["partials", ["--partial", "0/3", parts[0]!], "expected only WARC files for --partial"],
  ])("refuses %s", async (_, rest, message) => {
    expect(await call(words("none", ...rest))).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(existsSync(path("none"))).toBe(false);
  });
});

it("--files-from reads a list in gzip, also one of several members, and refuses a cut one", async () => {
  const [first, ...others] = warcs;
  const list = Buffer.concat([gzipSync(`${first}\n`), gzipSync(others.join("\r\n"))]);
  writeFileSync(path("list.gz"), list);
  expect((await call(words("listed", "--files-from", path("list.gz")))).code).toBe(0);
  expect(same("listed", "whole")).toBe(true);
  writeFileSync(path("cut.gz"), list.subarray(0, -9));
  const cut = await call(words("listed", "--files-from", path("cut.gz")));
  expect(cut).toMatchObject({ code: 2, err: expect.stringContaining("expected a whole list of inputs in gzip; got") });
});

describe("--add MANIFEST", () => {
  const sharded = (output: string, ...rest: string[]) => call(words(output, "--shards", "5", ...rest));

  it("gives the archive that --add of a whole one gives, and may replace itself", async () => {
    mkdirSync(path("set"));
    const first = path("first");
    expect((await call(words("first", ...warcs.slice(0, 2)))).code).toBe(0);
    expect((await sharded("set/rules", ...warcs.slice(0, 2))).code).toBe(0);
    expect((await call(words("added", "--add", first, warcs[2]!))).code).toBe(0);
    expect((await call(words("added-2", "--add", path("set/rules"), warcs[2]!))).code).toBe(0);
    expect(same("added", "added-2")).toBe(true);
    expect((await sharded("set/rules", "--add", path("set/rules"), warcs[2]!)).code).toBe(0);
    expect((await sharded("other", "--add", first, warcs[2]!)).code).toBe(0);
    const generation = (name: string): string => JSON.parse(readFileSync(path(name), "utf8")).generation;
    expect(generation("set/rules")).toBe(generation("other"));
  });

  it("fails with the name of a shard that is missing, or in the place of another", async () => {
    const { files } = JSON.parse(readFileSync(path("other"), "utf8"));
    const name = files[2].file;
    writeFileSync(path("manifest"), readFileSync(path("other"), "utf8").replace(name, "nowhere"));
    expect(await call(words("none", "--add", path("manifest"), warcs[0]!))).toMatchObject({
      code: 2,
      err: expect.stringContaining("nowhere"),
    });
    writeFileSync(path("manifest"), readFileSync(path("other"), "utf8").replace(name, files[3].file));
    expect(await call(words("none", "--add", path("manifest"), warcs[0]!))).toMatchObject({
      code: 2,
      err: expect.stringContaining(files[3].file),
    });
  });
});
