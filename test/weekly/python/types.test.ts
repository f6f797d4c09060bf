/** The Python package is typed: mypy finds nothing, in its strictest form. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { because } from "../../slow/engines/job.ts";
import { root, run } from "../../support/packed.ts";

const { python, missing } = pythonEnvironment(join(root, "python/requirements.txt"));

it.skipIf(!python)(`mypy --strict finds nothing${because(missing)}`, async () => {
  const words = ["-m", "mypy", "--cache-dir=/dev/null"];
  const { status, stdout, stderr } = await run(python!, words, { cwd: join(root, "python") });
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
});
