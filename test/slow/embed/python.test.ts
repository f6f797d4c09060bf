/** examples/embedding/python: wasmtime gives the library's answers. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { root } from "../../support/packed.ts";
import { because } from "../engines/job.ts";
import { expectAnswers, modulePath } from "./hosts.ts";

const example = join(root, "examples/embedding/python");
const { python, missing } = pythonEnvironment(join(example, "requirements.txt"));

it.skipIf(!python)(`Python, wasmtime: all jobs${because(missing)}`, async () => {
  expect(missing).toBeUndefined();
  await expectAnswers(python!, [join(example, "jobs.py"), join(root, modulePath)]);
});
