/** The command behind `npm run fuzz`: what it prints, keeps and returns, guided by coverage. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

function command(...options: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/fuzz.mjs", ...options], {
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

it("finds nothing, keeps what reached new code, and begins with it the next time", () => {
  const corpus = mkdtempSync(join(tmpdir(), "robots-corpus-"));
  const options = ["--target", "meta", "--cases", "400", "--seed", "1", "--corpus", corpus];
  const first = command(...options);
  expect(first).toEqual({
    status: 0,
    output: expect.stringMatching(/^seed 1, Node v.*, clean\n4\d+ cases, 0 found\n$/s),
  });
  const kept = readdirSync(join(corpus, "meta"));
  expect(kept.length).toBeGreaterThan(5);
  expect(Number(/reached (\d+)/.exec(first.output)![1])).toBeGreaterThan(5000);
  expect(command(...options).output).toMatch(/, clean\n/);
  expect(command("--target", "meta", "--input", join(corpus, "meta", kept[0]!))).toEqual({
    status: 0,
    output: expect.stringContaining("cases:"),
  });
});

it.each([
  [["--bogus"], /Unknown option '--bogus'/],
  [["--target", "nope"], /--target: expected one of decide, saved, .*, logs; got nope/],
  [["--cases", "many"], /--cases: expected a number; got many/],
  [["--native", "/nowhere"], /--native: expected a program; got \/nowhere/],
])("refuses %j", (options, message) => {
  expect(command(...options)).toEqual({ status: 2, output: expect.stringMatching(message) });
});
