/** Nasty lines (python/tests/nasty.py), decided by a host of the module and by `robots-wasm filter`. */
import { join } from "node:path";
import { expect } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { root, run } from "../../support/packed.ts";
import { sized } from "../../support/sized.ts";
import { installedWheel } from "../../support/wheel.ts";

const environment = pythonEnvironment(join(root, "python/requirements.txt"));
export const missingPython: string | undefined = environment.missing;

/** For each of five dialects. */
const LINES = sized(20_000, 200_000);

/**
 * The host decides a million lines in .ci/weekly, by archives of every dialect, as filter does: the module refuses names on which URL parsers
 * differ (assembly/bulk/uncertain.ts).
 */
export async function expectNoFalseAllow(...command: readonly string[]): Promise<void> {
  const python = environment.python!;
  const env = { PYTHONPATH: await installedWheel(python), PYTHONDONTWRITEBYTECODE: "1" };
  const words = ["tests/fuzz.py", "1", "5", String(LINES), ...command];
  const { status, stdout, stderr } = await run(python, words, { cwd: join(root, "python"), env, limitMs: 7_200_000 });
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  const same = new RegExp(`${LINES} lines, 0 differ; the other host allows 0 more and refuses 0 more`, "g");
  expect(stdout.match(same)?.length, stdout).toBe(5);
}
