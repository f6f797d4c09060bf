/** The tests that `npm run test:changed` and the mutants run for a changed file: some for each room, and never most of them. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { nearestTests } from "../../scripts/test-changed.mjs";

const tracked = (...folders: string[]): readonly string[] =>
  execFileSync("git", ["ls-files", ...folders], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);

const sources = tracked("assembly", "bindings", "tester").filter((file) => /(?<!\.d)\.tsx?$/.test(file));
const tests = tracked("test").filter((file) => file.endsWith(".test.ts"));

/** Entries re-export, and are tested from the packed package. */
const rooms = [...new Set(sources.map(dirname))].filter((room) => room !== "bindings");

it.each(rooms)("each file of %s has nearest tests, at most a fifth of all", (room) => {
  const files = sources.filter((file) => dirname(file) === room);
  const found = files.map((file) => [file, nearestTests([file]).flat()] as const);
  expect(found.filter(([, nearest]) => nearest.length === 0)).toEqual([]);
  expect(found.filter(([, nearest]) => nearest.length > tests.length / 5)).toEqual([]);
  expect(found.flatMap(([, nearest]) => nearest).filter((test) => !existsSync(test))).toEqual([]);
});

it("tests of a command stand for what only it imports, and for what many import, those that all have in common", () => {
  const testsOf = (file: string) => nearestTests([`bindings/cli/${file}`]).flat();
  expect(testsOf("check.ts")).toContain("test/slow/cli/cli.test.ts");
  expect(testsOf("diff-audiences.ts")).toEqual(["test/slow/cli/diff.test.ts"]);
  expect(testsOf("network.ts")).toEqual(["cli", "arguments", "fetch"].map((name) => `test/slow/cli/${name}.test.ts`));
});

it("tests of the same name run first", () => {
  expect(nearestTests(["assembly/bulk/spelled-origin.ts"])[0]).toEqual(["test/embed/spelled-origin.test.ts"]);
  expect(nearestTests(["bindings/core/reader/marks.ts"])[0]).toEqual(["test/core/reader/marks.test.ts"]);
});

it.each(tracked("test/mutants/*.json"))(
  "every mistake of %s can be planted: its text stands once in its file",
  (list) => {
    const mutants = JSON.parse(readFileSync(list, "utf8")) as readonly {
      readonly file: string;
      readonly text: string;
    }[];
    const stale = mutants.filter(({ file, text }) => readFileSync(file, "utf8").split(text).length !== 2);
    expect(stale).toEqual([]);
  },
);
