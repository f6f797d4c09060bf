/** examples/survey: DuckDB and pandas read the Parquet of `robots-wasm survey` and answer its questions. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { folderOf } from "../../bulk/compile/compiled.ts";
import { root, run as start } from "../../support/packed.ts";
import { run } from "../cli/process.ts";
import { because } from "../engines/job.ts";

const example = join(root, "examples/survey");
const { python, missing } = pythonEnvironment(join(example, "requirements.txt"));

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
