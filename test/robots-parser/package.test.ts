/** The entry as installed: what `require` and `import` give, and what TypeScript makes of it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { appFolder, pack, root, run } from "../packed.ts";

let tarball = "";
let folder = "";
beforeAll(() => {
  tarball = pack();
  folder = appFolder(tarball);
});

const question =
  'if (robotsParser("/robots.txt", "User-agent: *\\nDisallow: /a").isAllowed("/a", "b") !== false) process.exit(3);';

it.each([
  ["require gives the function itself", "a.cjs", 'const robotsParser = require("robots-wasm/robots-parser");'],
  ["import gives it by default", "a.mjs", 'import robotsParser from "robots-wasm/robots-parser";'],
  ["import() gives it by default", "b.cjs", ""],
])("%s", (_, name, head) => {
  const source =
    head === ""
      ? `import("robots-wasm/robots-parser").then(({ default: robotsParser }) => { ${question} });`
      : head + question;
  writeFileSync(join(folder, name), source);
  expect(run(process.execPath, ["--no-warnings", join(folder, name)], folder)).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
});

const use =
  'const robot: Robot = robotsParser("/robots.txt", "");\nexport const allowed: boolean | undefined = robot.isAllowed("/");\n';
/** An error where an error is due shows that the types are more than `any`. */
const misuse = '// @ts-expect-error\nrobotsParser("/robots.txt", 7);\n// @ts-expect-error\nrobot.isAllowed();\n';

it.each([
  ["an ES module", "a.mts", 'import robotsParser, { type Robot } from "robots-wasm/robots-parser";\n'],
  [
    "a CommonJS module",
    "a.cts",
    'import robotsParser = require("robots-wasm/robots-parser");\ntype Robot = robotsParser.Robot;\n',
  ],
  [
    "a CommonJS module that writes import",
    "b.cts",
    'import robotsParser from "robots-wasm/robots-parser";\ntype Robot = robotsParser.Robot;\n',
  ],
])("its types hold in %s", (_, name, head) => {
  writeFileSync(join(folder, name), head + use + misuse);
  const words = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "es2023,dom",
    "--types",
    "",
    name,
  ];
  expect(run(join(root, "node_modules/.bin/tsc"), words, folder)).toEqual({ status: 0, stdout: "", stderr: "" });
});

it("attw finds nothing, from CommonJS and from ES modules", () => {
  const words = [tarball, "--profile", "node16", "--entrypoints", "./robots-parser", "--no-emoji"];
  const { status, stdout } = run(join(root, "node_modules/.bin/attw"), words);
  expect({ status, stdout }).toMatchObject({ status: 0 });
  expect(stdout).toContain("OK (CJS)");
});
