/** examples/embedding/go: wazero gives the library's answers, and the program of its README runs. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";
import { because } from "../engines/job.ts";
import { build, expectAnswers, modulePath } from "./hosts.ts";

const example = join(root, "examples/embedding/go");
const program = join(root, "build/hosts/go/jobs");
const missing = await build("go", ["build", "-o", program, "./cmd/jobs"], "examples/embedding/go");

afterAll(removeFolders);

it.skipIf(missing !== undefined)(`Go, wazero: all jobs${because(missing)}`, async () => {
  expect(missing).toBeUndefined();
  await expectAnswers(program, [join(root, modulePath)]);
});

it.skipIf(missing !== undefined)(`Go: the package is imported as its README says${because(missing)}`, async () => {
  const cwd = temporaryFolder("go");
  const [, code] = /^```go\n([\s\S]*?)^```/m.exec(readFileSync(join(example, "README.md"), "utf8"))!;
  writeFileSync(join(cwd, "main.go"), code!);
  copyFileSync(join(root, modulePath), join(cwd, "embed.wasm"));
  // The versions that the example has, so that nothing is looked up.
  const required = readFileSync(join(example, "go.mod"), "utf8").replace("module robotswasm", "module app");
  writeFileSync(join(cwd, "go.mod"), `${required}\nrequire robotswasm v0.0.0\nreplace robotswasm => ${example}\n`);
  copyFileSync(join(example, "go.sum"), join(cwd, "go.sum"));
  const { status, stdout, stderr } = await run("go", ["run", "."], { cwd });
  expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: "false <nil>\n" });
});
