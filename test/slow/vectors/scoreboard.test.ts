/** The scoreboard counts what a contestant does, whatever it does. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Vector, vectorsOf } from "../../vectors/build.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const odd = fileURLToPath(new URL("../../vectors/programs/odd.mjs", import.meta.url));

function scoreboard(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const empty = mkdtempSync(join(tmpdir(), "robots-wasm-scoreboard-"));
  const command = ["bench/scoreboard/main.mjs", "--rivals", empty, "--suite", "original1994", ...args];
  return spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
}

const vectors = vectorsOf("original1994");
/** Definite ones of headings of their own; the first is asked once more, to see the program begin. */
const asked = vectors.filter(({ basis, title }, i) => basis === "text" && vectors[i - 1]?.title !== title).slice(1, 6);
const definite = vectors.filter(({ basis }) => basis === "text").length;
const cellsOf = (text: string, name: string): string[] =>
  text
    .split("\n")
    .find((line) => line.startsWith(`| ${name} |`))!
    .split("|")
    .map((cell) => cell.trim());

describe("node bench/scoreboard/main.mjs", () => {
  const { status, stdout, stderr } = scoreboard("--command", `odd=node ${odd} ${asked.map(({ id }) => id).join(" ")}`);

  it("is content when ours answers as the vectors say", () => {
    expect(stderr).toContain("robots-wasm");
    expect(status).toBe(0);
    expect(cellsOf(stdout, "robots-wasm").slice(2, 5)).toEqual(["**100**†", "0", "0"]);
  });

  it("counts the wrong, the silent and the hanging, and asks the rest", () => {
    const share = Math.floor((1000 * (definite - 5)) / definite) / 10;
    expect(cellsOf(stdout, "odd").slice(2, 5)).toEqual([share.toFixed(1), "3", "1"]);
  });

  it("shows what differs with its section, and no throw or hang", () => {
    const [wrong, ...others] = asked as [Vector, ...Vector[]];
    const list = scoreboardOf(stdout);
    expect(list).toContain(`${wrong.section}, “${wrong.title}” (${wrong.id})`);
    for (const { id } of others) expect(list).not.toContain(id);
  });
});

const scoreboardOf = (text: string): string => text.slice(text.indexOf("### Where they differ"));

it("a program that does not answer at all is said to be so", () => {
  const { status, stderr } = scoreboard("--command", `mute=node ${odd}.missing`);
  expect(status).not.toBe(0);
  expect(stderr).toContain("expected an answer");
});

it("a peer reads the pack where it lies alone", () => {
  const pack = mkdtempSync(join(tmpdir(), "robots-wasm-pack-"));
  cpSync(join(root, "test/cases/vectors"), pack, { recursive: true });
  const words = [join(root, "bench/scoreboard/python.py"), "urllib.robotparser", join(pack, "original1994.json")];
  const { stdout } = spawnSync("python3", words, { cwd: pack, encoding: "utf8" });
  const counts = [...stdout.matchAll(/^(?:text|decided): (\d+) of (\d+) agree$/gm)];
  expect(counts.map(([, , asked]) => Number(asked))).toEqual([definite, vectors.length - definite]);
  expect(Number(counts[0]![1])).toBeGreaterThan(definite / 2);
});
