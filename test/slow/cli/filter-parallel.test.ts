/**
 * `robots-wasm filter` under GNU parallel, one of the engines that pipe lines: as docs/filter.md shows it. Skipped where
 * it is not installed, except in CI, which installs it.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shell } from "./process.ts";

const hasParallel = spawnSync("parallel", ["--version"]).stdout?.toString().startsWith("GNU parallel") === true;
const isCi = process.env["VITEST_REPORT"] !== undefined;

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-parallel-"));
const robots = join(folder, "robots");
mkdirSync(robots);
for (let i = 0; i < 10; i++) writeFileSync(join(robots, `h${i}.example`), `User-agent: *\nDisallow: /${i}\n`);
const urls = Array.from({ length: 20_000 }, (_, i) => `https://h${i % 10}.example/${(i * 7) % 13}/${i}`);
writeFileSync(join(folder, "urls.txt"), `${urls.join("\n")}\n`);
const words = `--agent ExampleBot --robots ${robots} --quiet`;

it.runIf(isCi)("GNU parallel is there", () => expect(hasParallel, "apt-get install parallel").toBe(true));

/** The command in the document, with names of this test and smaller blocks. */
const documented = /```sh\n(parallel [\s\S]*?)```/.exec(readFileSync("docs/filter.md", "utf8"))![1]!;
const adapted = documented
  .replace("robots-wasm filter --agent ExampleBot --robots robots --quiet > allowed.txt", `$FILTER ${words}`)
  .replace("urls.txt", join(folder, "urls.txt"))
  .replace("--block 64M", "--block 200k --jobs 2");

it.skipIf(!hasParallel).each([
  ["parts of a file", adapted],
  ["a pipe", `cat ${folder}/urls.txt | parallel --pipe --block 200k --jobs 2 --keep-order $FILTER ${words}`],
])("%s (skipped without GNU parallel)", (_, command) => {
  const alone = shell(`$FILTER ${words} < ${folder}/urls.txt`);
  const { code, out, err } = shell(command, { HOME: folder });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toBe(alone.out);
  expect(out.split("\n").length).toBeGreaterThan(10_000);
});

it.skipIf(!hasParallel)("a failure is the engine's to see (skipped without GNU parallel)", () => {
  const command = `parallel --pipepart --arg-file ${folder}/urls.txt --block 200k $FILTER --agent A --robots ${folder}/none`;
  expect(shell(command, { HOME: folder }).code).not.toBe(0);
});
