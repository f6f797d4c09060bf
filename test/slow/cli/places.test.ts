/** Outputs never cover inputs of the same run, or each other: exit code 2, and all files stay as they were. */
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { tablesOf } from "../../support/tables.ts";
import { run, shell } from "./process.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-places-"));
const inFolder = (command: string) => shell(`cd ${folder}; ${command}`);

beforeAll(() => {
  mkdirSync(join(folder, "robots/https"), { recursive: true });
  writeFileSync(join(folder, "robots/a.example"), "User-agent: *\nDisallow: /x\n");
  writeFileSync(join(folder, "robots/https/b.example"), "User-agent: *\nDisallow: /\n");
  writeFileSync(join(folder, "urls"), "http://a.example/\nhttp://a.example/x\n");
  linkSync(join(folder, "urls"), join(folder, "other-name"));
  symlinkSync("robots", join(folder, "link"));
  run(["compile", "-a", "A", "--quiet", "-o", "archive", "robots"], "", folder);
  run(["compile", "-a", "A", "--quiet", "--shards", "2", "-o", "set", "robots"], "", folder);
});

/** All files with their content. */
const content = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .sort();

itEach<[title: string, command: string]>("refused: %s", (_, command) => {
  const before = content();
  const { code, err } = inFolder(`COMPILE="\${FILTER% filter} compile"; ${command}`);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^robots-wasm: expected [^\n]*\n$/) });
  expect(content()).toEqual(before);
});

it("tonight's archive over yesterday's, and a new file in the folder, stay possible", () => {
  expect(run(["compile", "-a", "A", "-o", "archive", "robots"], "", folder).code).toBe(0);
  expect(run(["compile", "-a", "A", "-o", "robots/new", "robots"], "", folder).code).toBe(0);
});

it("a reader of standard output that goes away loses no file in silence", () => {
  const many = "yes http://a.example/y | head -n 300000";
  const words = "-a A --robots robots";
  const { out, err } = inFolder(`${many} | { $FILTER ${words} --refused lost; echo $? >&2; } | head -n 1; ls lost`);
  expect(out).toBe("http://a.example/y\n");
  expect(err).toContain("standard output was closed before all was written; not written: lost\n2\n");
  expect(err).toContain("No such file");
  expect(inFolder(`${many} | { $FILTER ${words} --quiet; echo $? >&2; } | head -n 1`).err).toBe("0\n");
});
