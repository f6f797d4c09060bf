/** examples/embedding/go: wazero gives the library's answers. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../support/packed.ts";
import { because } from "../engines/job.ts";
import { build, expectAnswers, modulePath } from "./hosts.ts";

const program = join(root, "build/hosts/go/jobs");
const missing = await build("go", ["build", "-o", program, "."], "examples/embedding/go");

it.skipIf(missing !== undefined)(`Go, wazero: all jobs${because(missing)}`, async () => {
  expect(missing).toBeUndefined();
  await expectAnswers(program, [join(root, modulePath)]);
});
