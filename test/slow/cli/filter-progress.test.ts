/** The progress bar of `robots-wasm filter`: on a terminal and nowhere else. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { progressText } from "../../../bindings/cli/progress.ts";
import { shell } from "./process.ts";

describe("one line", () => {
  it.each([
    [0, 1, 0, 200, "░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  0 lines, 0/s"],
    [3000, 2, 50, 200, "██████░░░░░░░░░░░░░░░░░░ 25 %  3,000 lines, 1,500/s, 0:00:06 left"],
    [9_000_000, 9000, 100, 200, "████████████░░░░░░░░░░░░ 50 %  9,000,000 lines, 1,000/s, 2:30:00 left"],
    [10, 1, 200, 200, "████████████████████████ 100 %  10 lines, 10/s, 0:00:00 left"],
    [10, 1, 250, 200, "████████████████████████ 100 %  10 lines, 10/s, 0:00:00 left"],
    [10, 1, 50, undefined, "10 lines, 10/s"],
    [10, 1, 0, 0, "10 lines, 10/s"],
  ])("%i lines, %i s, %i bytes of %s", (lines, seconds, read, totalBytes, text) => {
    expect(progressText({ lines, seconds }, { totalBytes, readBytes: () => read })).toBe(text);
  });
});

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-progress-"));
const slow = "for i in 1 2 3 4 5; do echo http://a.example/; sleep 1; done";
const filter = `$FILTER --agent A --robots ${folder}`;

const visible = (text: string): string =>
  text.replaceAll("\r", " CR ").replaceAll("\u001b", " ESC ").replaceAll("  ", " ");

it("prints nothing if standard error is not a terminal", () => {
  const { err } = shell(`(${slow}) | ${filter} > /dev/null`);
  expect(visible(err)).not.toMatch(/ESC|CR/);
});

/** util-linux' script gives a command a terminal. */
const hasScript = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

it.skipIf(!hasScript)("drawn and taken away on a terminal (skipped without script)", () => {
  const { out } = shell(`export FILTER; script -qec "bash -c '(${slow}) | ${filter} > /dev/null'" /dev/null`);
  expect(visible(out)).toMatch(/CR ESC \[K\d lines, \d+\/s CR/);
  expect(visible(out)).toMatch(/CR ESC \[K5 lines: 5 allowed/);
});
