/** examples/embedding/java: Chicory gives the library's answers. It has no SIMD, so it runs the other module. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { build, expectAnswers } from "../../slow/embed/hosts.ts";
import { because } from "../../slow/engines/job.ts";
import { root } from "../../support/packed.ts";

const out = join(root, "build/hosts/java");
const goals = ["compile", "dependency:copy-dependencies", "-DincludeScope=runtime"];
const missing = await build("mvn", ["-q", "-B", ...goals], "examples/embedding/java");

it.skipIf(missing !== undefined)(`Java, Chicory: all jobs${because(missing)}`, async () => {
  expect(missing).toBeUndefined();
  const classPath = [join(out, "classes"), join(out, "dependency/*")].join(":");
  await expectAnswers("java", ["-cp", classPath, "Jobs", join(root, "dist/embed-scalar.wasm")]);
});
