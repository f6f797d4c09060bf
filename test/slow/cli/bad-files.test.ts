/** Commands that read many files: a file that cannot be used is skipped and counted, and the others are answered as if it were absent. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run } from "./process.ts";

const good = {
  "good.example": "User-agent: *\nDisallow: /private\n",
  "other.example": "User-agent: foo\nDisallow: /\n",
};

const names = (count: number): string =>
  Array.from({ length: count }, (_, i) => `User-agent: b${i} (x); https://h\n`).join("");

/** Bodies that a site may send and that every command has an answer for. */
const odd: Readonly<Record<string, string | Uint8Array>> = {
  "names.example": `User-agent: foo (x)\nUser-agent: a;b\nUser-agent: https://h/bot\nUser-agent: (\nUser-agent: \n${names(1200)}Disallow: /\n`,
  "nul.example": "User-agent: *\0x\nDisallow: /\0\n",
  "utf16.example": Buffer.from("\ufeffUser-agent: *\nDisallow: /\n", "utf16le"),
  "half.example": Buffer.from([0xff, 0xfe, 0x55]),
  "html.example": "<!DOCTYPE html><title>Not found</title>",
  "gzip.example": gzipSync("User-agent: *\nDisallow: /\n"),
  "cut.example": gzipSync("User-agent: *\nDisallow: /\n").subarray(0, 20),
  "zip.example": Buffer.from("PK\x03\x04"),
  "long.example": `User-agent: *\nDisallow: /${"a*".repeat(300_000)}\nAllow: /b\n`,
  "huge.example": "x".repeat(3_000_000),
  "fields.example":
    "Crawl-delay: 1e999\nRequest-rate: 1/0\nContent-Signal: =,=\nSitemap: http://[\nHost: http://\nLicense: //\nClean-param: &&&\n",
  "empty.example": "",
};

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-bad-files-"));
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body);
  return folder;
}

const clean = folderWith(good);
const bad = folderWith({ ...good, ...odd });
mkdirSync(join(bad, "folder.example"));
symlinkSync(join(bad, "missing"), join(bad, "link.example"));
writeFileSync(join(bad, "not a host"), "User-agent: *\nDisallow: /\n");
writeFileSync(join(bad, "secret.example"), "");
chmodSync(join(bad, "secret.example"), 0);

const list = ["good.example", "other.example"]
  .flatMap((host) => [`https://${host}/private`, `https://${host}/x`])
  .join("\n");
const isGood = (line: string): boolean => /good\.example|other\.example|^[01]/.test(line);
/** Paths differ by the folder alone. */
const goodLines = (text: string, folder: string): readonly string[] =>
  text.replaceAll(folder, "").split("\n").filter(isGood);

describe("the rows of good files do not depend on bad ones beside them", () => {
  it.each<[name: string, words: (folder: string) => readonly string[], input?: string]>([
    ["survey", (folder) => ["survey", "--format", "ndjson", folder]],
    ["survey --by site", (folder) => ["survey", "--by", "site", "--format", "ndjson", folder]],
    ["survey --by agent", (folder) => ["survey", "--by", "agent", "--format", "ndjson", folder]],
    ["filter --verdicts", (folder) => ["filter", "--agent", "Foo", "--robots", folder, "--verdicts"], list],
    ["filter --json", (folder) => ["filter", "--agent", "Foo", "--robots", folder, "--json"], list],
  ])("%s", (_, words, input) => {
    const [expected, found] = [clean, bad].map((folder) => ({ folder, ...run(words(folder), input) }));
    expect(found!.err).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(found!.code).toBe(expected!.code);
    expect(goodLines(found!.out, bad)).toEqual(goodLines(expected!.out, clean));
    expect(goodLines(found!.out, bad).length).toBeGreaterThan(0);
  });

  it("compile: the archive holds the good files, and the summary counts what it skipped", () => {
    const archive = join(bad, "..", `bad-files-${process.pid}.rwa`);
    try {
      const compiled = run(["compile", "--agent", "Foo", "--output", archive, bad]);
      expect([compiled.code, compiled.err]).toEqual([0, expect.stringMatching(/skipped/)]);
      const decided = run(["filter", "--agent", "Foo", "--robots", archive, "--verdicts"], list);
      expect(decided.out).toBe(run(["filter", "--agent", "Foo", "--robots", clean, "--verdicts"], list).out);
    } finally {
      rmSync(archive, { force: true });
    }
  });
});

describe("commands that read each file that is named", () => {
  const paths = Object.keys(odd).map((name) => join(bad, name));

  it.each(["rfc9309", "google", "koster1996", "norobots1996", "original1994"])("lint, in %s", (dialect) => {
    const { err, out } = run(["lint", "--dialect", dialect, "--json", join(clean, "good.example"), ...paths]);
    expect(err).not.toMatch(/^\s+at .*:\d+:\d+/m);
    for (const path of paths.slice(0, -1)) expect(`${out}${err}`).toContain(path);
  });

  it.each(Object.keys(odd))("agents, explain and check of %s end with an answer or one line", (name) => {
    const path = join(bad, name);
    for (const words of [
      ["agents", path],
      ["explain", path, "--agent", "Foo", "/x"],
      ["check", path, "--agent", "Foo", "/x"],
    ]) {
      const { err, out } = run(words);
      expect(err).not.toMatch(/^\s+at .*:\d+:\d+/m);
      expect(`${out}${err}`).not.toBe("");
    }
  });
});
