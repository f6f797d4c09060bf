/**
 * The Python package: its wheel is built from source, installed, and tested by pytest (python/tests). The code of its README
 * runs, and gives the values that its comments say.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";
import { program } from "../../support/program.ts";
import { blocksOf, checkedPython } from "../../support/readme.ts";
import { sized } from "../../support/sized.ts";
import { installedWheel } from "../../support/wheel.ts";
import { because } from "../engines/job.ts";

const { python, missing } = pythonEnvironment(join(root, "python/requirements.txt"));
const oldest = pythonEnvironment(join(root, "python/requirements-oldest.txt"));

afterAll(removeFolders);

it.skipIf(!python)(`the wheel passes its tests${because(missing)}`, async () => {
  const env = { PYTHONPATH: await installedWheel(python!), PYTHONDONTWRITEBYTECODE: "1" };
  const words = ["-m", "pytest", "-q", "-p", "no:cacheprovider"];
  const { status, stdout, stderr } = await run(python!, words, { cwd: join(root, "python"), env });
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  // All of them: without pyarrow some would be skipped.
  expect(stdout).toMatch(/^\d+ passed in /m);
});

/** The tests that call wasmtime and ada-url, whose versions differ. */
const ofTheModule = ["calls", "rules", "views", "vectors", "archive"].map((name) => `tests/test_${name}.py`);

it.skipIf(!python || !oldest.python)(
  `the wheel passes its tests with the oldest packages that it accepts${because(oldest.missing)}`,
  async () => {
    const env = { PYTHONPATH: await installedWheel(python!), PYTHONDONTWRITEBYTECODE: "1" };
    const words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", ...sized(ofTheModule, [])];
    const { status, stdout, stderr } = await run(oldest.python!, words, { cwd: join(root, "python"), env });
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
  },
);

it("accepts the packages with which it is tested", () => {
  const project = readFileSync(join(root, "python/pyproject.toml"), "utf8");
  const versionOf = (file: string, name: string): string =>
    new RegExp(`^${name}==(.*)$`, "m").exec(readFileSync(join(root, "python", file), "utf8"))![1]!;
  for (const name of ["wasmtime", "ada-url"]) {
    const [, from, below] = new RegExp(`"${name}>=([\\d.]+),<(\\d+)"`).exec(project)!;
    expect(from).toBe(versionOf("requirements-oldest.txt", name));
    expect(Number(below) - 1).toBe(Number.parseInt(versionOf("requirements.txt", name), 10));
  }
});

it.skipIf(!python)(`the code of docs/migrating.md gives the values in its comments${because(missing)}`, async () => {
  const code = checkedPython(blocksOf("docs/migrating.md", "python").join("\n"));
  expect(Array.from(code.matchAll(/^assert /gm)).length).toBe(4);
  const env = { PYTHONPATH: await installedWheel(python!) };
  const { status, stderr } = await run(python!, ["-"], { env, input: code });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it.skipIf(!python)(`the README's examples give the values in their comments${because(missing)}`, async () => {
  const code = checkedPython(blocksOf("python/README.md", "python").join("\n"));
  expect(Array.from(code.matchAll(/^assert /gm)).length).toBe(9);
  const cwd = temporaryFolder("python-readme");
  mkdirSync(join(cwd, "robots"));
  writeFileSync(join(cwd, "robots/shop.example"), "User-agent: *\nDisallow: /private\n");
  const compile = ["compile", "--quiet", "--agent", "ExampleBot", "--output", "robots.archive", "robots"];
  expect((await run("node", [program, ...compile], { cwd })).status).toBe(0);
  const env = { PYTHONPATH: await installedWheel(python!) };
  const { status, stderr } = await run(python!, ["-"], { cwd, env, input: code });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
