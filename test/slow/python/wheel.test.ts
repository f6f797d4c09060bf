/** The Python package: its wheel is built from source, installed, and tested by pytest (python/tests). */
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { removeFolders, root, run } from "../../support/packed.ts";
import { installedWheel } from "../../support/wheel.ts";
import { because } from "../engines/job.ts";

const { python, missing } = pythonEnvironment(join(root, "python/requirements.txt"));

afterAll(removeFolders);

it.skipIf(!python)(`the wheel passes its tests${because(missing)}`, async () => {
  const env = { PYTHONPATH: await installedWheel(python!), PYTHONDONTWRITEBYTECODE: "1" };
  const words = ["-m", "pytest", "-q", "-p", "no:cacheprovider"];
  const { status, stdout, stderr } = await run(python!, words, { cwd: join(root, "python"), env });
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  // All of them: without pyarrow some would be skipped.
  expect(stdout).toMatch(/^\d+ passed in /m);
});
