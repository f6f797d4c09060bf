/** examples/python/shards.py puts a URL into the shard of `compile`, whatever its host looks like. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { originHash } from "../../../bindings/bulk/archive/index.ts";
import { root } from "../../support/packed.ts";
import { hostileLines, Job } from "./job.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Hosts, ports and ends that a shortcut for plain hosts could mistake. */
const starts = ["http://", "https://", "HTTP://", "https:/", "http://a@", " http://", ""];
const labels = [
  "a",
  "site-1",
  "A",
  "xn--bcher-kva",
  "xn--a",
  "-",
  "a_b",
  "127",
  "0x7f",
  "a--b",
  "bü",
  "%61",
  "",
  "a\u00ad",
];
const ends = [
  "",
  "/",
  "/x",
  "?x",
  "#x",
  ":80",
  ":443/",
  ":8080",
  ":",
  ".",
  "./",
  "\\x",
  "\r",
  "\tx",
  " ",
  ";",
  "\u0085",
];

function* madeLines(): Generator<string> {
  for (const start of starts)
    for (const first of labels)
      for (const second of ["", ...labels.map((label) => `.${label}`)])
        for (const [i, end] of ends.entries())
          if ((i + first.length + second.length) % 3 === 0) yield start + first + second + end;
}

function hashOf(line: string): number {
  try {
    return originHash(line);
  } catch {
    return 0;
  }
}

it.skipIf(!hasPython)("hashes in Python are those of originHash (skipped without python3)", () => {
  using job = new Job("python-shards");
  const lines = [...hostileLines, ...madeLines()];
  const { status, stdout, stderr } = spawnSync(
    "python3",
    ["-c", "import sys, shards; print(*shards.origin_hashes(sys.stdin.buffer.read().split(b'\\n')), sep='\\n')"],
    {
      input: lines.join("\n"),
      cwd: join(root, "examples/python"),
      env: { ...process.env, ...job.env, PYTHONDONTWRITEBYTECODE: "1" },
      encoding: "utf8",
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const hashes = stdout.trim().split("\n").map(Number);
  const wrong = lines.map((line, i) => [line, hashes[i], hashOf(line)]).filter(([, got, expected]) => got !== expected);
  expect(wrong).toEqual([]);
  expect(new Set(hashes).size).toBeGreaterThan(50);
});
