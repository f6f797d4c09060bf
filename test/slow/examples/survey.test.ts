/** examples/survey: DuckDB and pandas read the Parquet of `robots-wasm survey` and answer its questions. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { folderOf } from "../../bulk/compile/compiled.ts";
import { root, run as start } from "../../support/packed.ts";
import { program } from "../../support/program.ts";
import { run } from "../cli/process.ts";
import { because } from "../engines/job.ts";

const example = join(root, "examples/survey");
const { python, missing } = pythonEnvironment(join(example, "requirements.txt"));

it.skipIf(!python)(`tables of two studies, by one command each${because(missing)}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-tables-"));
  const robots = folderOf(join(folder, "robots"), {
    "a.example": "User-agent: GPTBot\nDisallow: /\n\nUser-agent: Unknown\nUser-agent: *\nDisallow: /a\n",
    "b.example": "User-agent: *\nCrawl-delay: 9\nSitemap: https://b.example/s.xml\n",
  });
  writeFileSync(join(folder, "robots-wasm"), `#!/bin/sh\nexec node ${program} "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(folder, "ranks"), "2000,a.example\n6000,b.example\n");
  const env = { PATH: `${folder}:${process.env["PATH"]}` };
  const tables = async (...words: string[]): Promise<string[]> => {
    const { status, stdout, stderr } = await start(python!, [join(example, "tables.py"), ...words], { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout.split("\n");
  };
  const almanac = await tables("almanac", robots);
  for (const row of ["success\t2\t100.0", "to 100 KB\t2\t100.0", "rules\t1", "sitemap\t1", "crawl-delay\t1"])
    expect(almanac).toContain(`  ${row}`);
  for (const row of ["*\t-\t2\t100.0", "unknown\t-\t1\t50.0", "gptbot\tGPTBot\t1\t50.0", "gptbot\tOpenAI\t1\t1"])
    expect(almanac).toContain(`  ${row}`);
  const agents = ["--agent", "GPTBot", "--agent", "ClaudeBot"];
  const consent = await tables("consent", robots, "--snapshot", "S1", "--ranks", join(folder, "ranks"), ...agents);
  for (const row of ["S1\tGPTBot\tOpenAI\t0\t0\t1\t0\t1\t0", "S1\tClaudeBot\tAnthropic\t0\t0\t1\t1\t0\t0"])
    expect(consent).toContain(`  ${row}`);
  for (const row of [
    "S1\tOpenAI\t2\t1\t50.0\t75.0",
    "S1\tAnthropic\t2\t0\t0.0\t0.0",
    "10,000\t2\t1\t50.0",
    "all\t2\t1\t50.0",
  ])
    expect(consent).toContain(`  ${row}`);
});

it.skipIf(!python)(`three questions have the answers of the files${because(missing)}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-questions-"));
  const robots = folderOf(join(folder, "robots"), {
    "all.example": "User-agent: *\nDisallow: /\n",
    "training.example": "User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n",
    "some.example": "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a\n",
    "gzip.example": Uint8Array.of(0x1f, 0x8b),
  });
  const agents = ["GPTBot", "ClaudeBot", "bingbot"].flatMap((token) => ["--agent", token]);
  const parquet = join(folder, "survey.parquet");
  expect(run(["survey", "--quiet", ...agents, "--output", parquet, robots])).toMatchObject({ code: 0, err: "" });
  const { status, stdout, stderr } = await start(python!, [join(example, "questions.py"), parquet]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "Which crawlers do sites refuse completely?",
    "  GPTBot: 3 of 3 sites",
    "  ClaudeBot: 2 of 3 sites",
    "  bingbot: 1 of 3 sites",
    "Do they name the crawler, or refuse every crawler?",
    "  by *: 3 refusals",
    "  by name: 3 refusals",
    "How many sites refuse all crawlers for training, and no crawler for search?",
    "  1 sites",
    "",
  ]);
});
