/** What `filter` and `compile` do where the source has none of the origins: it may be the wrong one. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { program } from "../../support/program.ts";
import { call, run } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-missing-"));
const path = (name: string): string => join(folder, name);
const compileWords = (output: string, source: string): string[] => [
  ...["compile", "--agent", "A", "--quiet", "--output", path(output), path(source)],
];
const urlsOf = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `https://${name}${i}.example/x\n`).join("");
const filter = (robots: string, input: string, ...more: string[]) =>
  run(["filter", "--agent", "A", "--robots", path(robots), ...more], input);

beforeAll(async () => {
  for (const name of ["hosts", "texts", "none"]) mkdirSync(path(name));
  for (let i = 0; i < 12; i++) {
    writeFileSync(path(`hosts/host${i}.example`), "User-agent: *\nDisallow: /x\n");
    writeFileSync(path(`texts/host${i}.example.txt`), "User-agent: *\nDisallow: /x\n");
  }
  expect((await call(compileWords("archive", "hosts"))).code).toBe(0);
  expect((await call([...compileWords("shards", "hosts"), "--shards", "2"])).code).toBe(0);
  expect((await call([...compileWords("empty", "none"), "--allow-empty"])).code).toBe(0);
});

describe.each(["archive", "shards", "hosts"])("filter --robots %s", (robots) => {
  it("fails and leaves no output file if it has none of ten origins", () => {
    const files = ["out", "refused", "invalid", "stats"];
    const words = ["--output", path("out"), ...files.slice(1).flatMap((name) => [`--${name}`, path(name)])];
    const { code, out, err } = filter(robots, urlsOf("other", 10), ...words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(
      `robots-wasm: ${path(robots)}: expected origins of the input; got none of 10 origins; to allow them, pass --missing allow\n`,
    );
    expect(files.filter((name) => existsSync(path(name)))).toEqual([]);
  });

  it("warns in the summary and in --stats if it has none of nine", () => {
    const warning = `${path(robots)} has none of 9 origins, so all are allowed`;
    const { code, out, err } = filter(robots, urlsOf("other", 9), "--stats", path("stats"));
    expect({ code, out }).toEqual({ code: 0, out: urlsOf("other", 9) });
    expect(err).toContain(`9 origins looked up, 9 not in --robots`);
    expect(err).toContain(`\nwarning: ${warning}\n`);
    expect(JSON.parse(readFileSync(path("stats"), "utf8"))).toMatchObject({ origins: 9, missing: 9, warning });
    rmSync(path("stats"));
  });

  it("allows and counts the missing ones if it has one", () => {
    const { code, out, err } = filter(robots, `${urlsOf("other", 20)}https://host1.example/x\n`);
    expect({ code, out }).toEqual({ code: 0, out: urlsOf("other", 20) });
    expect(err).toContain("21 origins looked up, 20 not in --robots");
    expect(err).not.toContain("warning");
  });

  it.each([
    ["allow", "1", urlsOf("other", 12)],
    ["refuse", "0", ""],
    ["mark", "?", ""],
  ])("--missing %s: no failure and no warning", (missing, verdict, lines) => {
    const input = urlsOf("other", 12);
    const expected = { code: 0, out: `${verdict}\n`.repeat(12), err: "" };
    expect(filter(robots, input, "--quiet", "--missing", missing, "--verdicts")).toEqual(expected);
    const { code, out, err } = filter(robots, input, "--missing", missing);
    expect({ code, out }).toEqual({ code: 0, out: lines });
    expect(err).not.toContain("warning");
  });

  it("--missing mark: such lines are neither refused nor invalid, and null in JSON", () => {
    const input = `https://other.example/x\nhttps://host1.example/x\nnot a URL\nhttps://other.example/robots.txt\n`;
    const verdicts = filter(robots, input, "--missing", "mark", "--verdicts", "--refused", path("refused"));
    expect(verdicts.out).toBe("?\n0\n-\n?\n");
    expect(verdicts.err).toContain("4 lines: 0 allowed, 1 refused, 1 invalid, 2 marked");
    expect(readFileSync(path("refused"), "utf8")).toBe("https://host1.example/x\n");
    const json = filter(robots, input, "--missing", "mark", "--json")
      .out.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(json.map(({ allowed }) => allowed)).toEqual([null, false, null]);
    expect(json[0]).toEqual({ url: "https://other.example/x", allowed: null, reason: "missing" });
    rmSync(path("refused"));
  });

  it("--serve: a frame of ten origins that it lacks is not answered, unless --missing is given", () => {
    const lines = Buffer.from(urlsOf("other", 10));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(lines.length);
    const serve = (...more: string[]) =>
      spawnSync(process.execPath, [program, "filter", "-a", "A", "--robots", path(robots), "--serve", ...more], {
        input: Buffer.concat([length, lines]),
      });
    expect(serve()).toMatchObject({ status: 2, stdout: Buffer.alloc(0) });
    expect(serve("--missing", "mark").stdout.subarray(4).toString()).toBe("?".repeat(10));
  });
});

it("filter refuses an archive without origins, and a folder without a name of a host, unless --missing is given", () => {
  const input = "https://other.example/x\n";
  expect(filter("empty", input)).toMatchObject({ code: 2, out: "", err: expect.stringContaining("got an empty one") });
  const texts = filter("texts", input);
  expect(texts).toMatchObject({ code: 2, out: "" });
  expect(texts.err).toMatch(
    /expected files named as the host that they serve.*12 names that are not hosts, such as host\d+/,
  );
  for (const robots of ["empty", "texts"])
    expect(filter(robots, input, "--missing", "allow")).toMatchObject({ code: 0, out: input });
});

describe("compile", () => {
  it.each([
    ["a folder without files", "none", /expected at least one robots\.txt; got none; .* pass --allow-empty\n$/],
    ["a folder of host.txt", "texts", /texts: expected files named as the host.* such as host\d+\.example\.txt\n$/],
  ])("%s: exit code 2 and no archive, unless --allow-empty is given", async (_, source, message) => {
    const { code, err } = await call(compileWords("made", source));
    expect({ code, err, exists: existsSync(path("made")) }).toEqual({
      code: 2,
      err: expect.stringMatching(message),
      exists: false,
    });
    expect(await call([...compileWords("made", source), "--allow-empty"])).toEqual({ code: 0, out: "", err: "" });
    rmSync(path("made"));
  });
});
