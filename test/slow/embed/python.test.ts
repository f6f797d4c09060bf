/** examples/embedding/python: wasmtime gives the library's answers. It can also bound the memory of an instance. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { root, run } from "../../support/packed.ts";
import { because } from "../engines/job.ts";
import { expectAnswers, modulePath } from "./hosts.ts";

const example = join(root, "examples/embedding/python");
const { python, missing } = pythonEnvironment(join(example, "requirements.txt"));

it.skipIf(!python)(`Python, wasmtime: all jobs${because(missing)}`, async () => {
  expect(missing).toBeUndefined();
  await expectAnswers(python!, [join(example, "jobs.py"), join(root, modulePath)]);
});

it.skipIf(!python).each(["embed", "embed-scalar"])(
  "%s: without memory, calls return OUT_OF_MEMORY and no verdict changes",
  async (name) => {
    const { status, stdout, stderr } = await run(python!, ["test/slow/embed/out_of_memory.py", `dist/${name}.wasm`]);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "ok\n", stderr: "" });
  },
);
