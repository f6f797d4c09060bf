/** `compile --shards` over an existing set, killed before each of its calls that change files: readers see one set or the other. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isKilledBefore } from "./kills.ts";
import { call, run } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-kills-"));
const path = (name: string): string => join(folder, name);
const hosts = Array.from({ length: 24 }, (_, i) => `h${i}.example`);
const urls = hosts.map((host) => `https://${host}/b\n`).join("");
/** Both sets have files of the same lengths, so that only their contents tell them apart. */
const RULES = { old: "User-agent: *\nDisallow: /a\n", new: "User-agent: *\nDisallow: /b\n" };

const compileWords = (source: string, output: string): string[] => [
  ...["compile", "--agent", "A", "--quiet", "--shards", "3", "--output"],
  ...[path(output), path(source)],
];

beforeAll(async () => {
  for (const [source, rules] of Object.entries(RULES)) {
    mkdirSync(path(source));
    for (const host of hosts) writeFileSync(join(path(source), host), rules);
  }
  mkdirSync(path("first"));
  expect((await call(compileWords("old", "first/rules"))).code).toBe(0);
});

/** Starts from the old set and compiles the new one. @returns whether it was killed */
function killedBefore(step: number): boolean {
  rmSync(path("run"), { recursive: true, force: true });
  cpSync(path("first"), path("run"), { recursive: true });
  return isKilledBefore(step, compileWords("new", "run/rules"));
}

function setThatFilterReads(): string {
  const words = ["filter", "--agent", "A", "--verdicts", "--quiet", "--robots", path("run/rules")];
  const { code, out, err } = run(words, urls);
  const verdicts = out.replaceAll("\n", "");
  if (verdicts === "1".repeat(hosts.length)) return "old";
  return verdicts === "0".repeat(hosts.length) ? "new" : `${code} ${err} ${verdicts}`;
}

const generationOf = (manifest: string): string => JSON.parse(readFileSync(path(manifest), "utf8")).generation;
const shardsOf = (generation: string): string[] => [0, 1, 2].map((i) => `rules.0000${i}-of-00003.${generation}`);

describe("compile --shards, killed", () => {
  it("before any step: filter reads the old set until the manifest is renamed, and then the new one", () => {
    const seen: string[] = [];
    for (let step = 0; killedBefore(step); step++) seen.push(setThatFilterReads());
    expect(seen.join(" ")).toMatch(/^(old )+(new ?)+$/);
    // Three shards and a manifest are opened, written, synced and renamed; old shards are deleted by the run after this.
    expect(seen.filter((set) => set === "old").length).toBeGreaterThanOrEqual(16);
  });

  it("before any step: the next run deletes what was left, and keeps the set that it replaces", async () => {
    const old = generationOf("first/rules");
    for (let step = 0; killedBefore(step); step++) {
      const replaced = generationOf("run/rules");
      expect((await call(compileWords("new", "run/rules"))).code).toBe(0);
      const generation = generationOf("run/rules");
      expect(generation).not.toBe(old);
      const kept = [...new Set([generation, replaced])].flatMap(shardsOf);
      expect(readdirSync(path("run")).sort()).toEqual(["rules", ...kept].sort());
    }
  });
});

describe("compile --shards again", () => {
  it("deletes the shards of all generations but its own and the one that it replaced", async () => {
    killedBefore(Infinity);
    const middle = generationOf("run/rules");
    const other = "rules.00000-of-00002.0123456789abcdef";
    const foreign = [
      "rules.00000-of-00003",
      "rules.00000-of-00003.0123456789ABCDEF",
      "more.00000-of-00003.0123456789abcdef",
    ];
    for (const name of [other, ...foreign]) writeFileSync(join(path("run"), name), "");
    expect((await call(compileWords("old", "run/rules"))).code).toBe(0);
    const kept = [generationOf("run/rules"), middle].flatMap(shardsOf);
    expect(readdirSync(path("run")).sort()).toEqual(["rules", ...kept, ...foreign].sort());
  });

  it("writes the same names for the same rules", async () => {
    killedBefore(Infinity);
    const names = readdirSync(path("run"));
    expect((await call(compileWords("new", "run/rules"))).code).toBe(0);
    expect(readdirSync(path("run"))).toEqual(
      names.filter((name) => !shardsOf(generationOf("first/rules")).includes(name)),
    );
  });

  it("without --shards, deletes the shards of all generations but the one that it replaced, and then that one", async () => {
    killedBefore(Infinity);
    const words = [...["compile", "--agent", "A", "--quiet", "--output"], path("run/rules"), path("old")];
    const last = generationOf("run/rules");
    writeFileSync(join(path("run"), "rules.00000-of-00002.0123456789abcdef"), "");
    expect((await call(words)).code).toBe(0);
    expect(readdirSync(path("run")).sort()).toEqual(["rules", ...shardsOf(last)].sort());
    expect((await call(words)).code).toBe(0);
    expect(readdirSync(path("run"))).toEqual(["rules"]);
  });

  it("filter and archive refuse a shard of an earlier run in the place of a newer one, though its length is the same", async () => {
    killedBefore(Infinity);
    const { files } = JSON.parse(readFileSync(path("run/rules"), "utf8"));
    const earlier = JSON.parse(readFileSync(path("first/rules"), "utf8")).files;
    expect(files[1].bytes).toBe(earlier[1].bytes);
    cpSync(join(path("first"), earlier[1].file), join(path("run"), files[1].file));
    const expected = { code: 2, out: "", err: expect.stringContaining("got one of another run") };
    expect(run(["filter", "--agent", "A", "--robots", path("run/rules")], urls)).toEqual(expected);
    expect(await call(["archive", path("run/rules")])).toMatchObject({ code: 2 });
  });
});
