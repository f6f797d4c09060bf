/** The entry as installed: what `require` and `import` give, and what TypeScript makes of it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appFolder, pack, removeFolders, root, run } from "../../../support/packed.ts";

let tarball = "";
let folder = "";
beforeAll(async () => {
  tarball = await pack();
  folder = await appFolder(tarball);
});
afterAll(removeFolders);

const question =
  'if (robotsParser("/robots.txt", "User-agent: *\\nDisallow: /a").isAllowed("/a", "b") !== false) process.exit(3);';

it.each([
  ["require gives the function itself", "a.cjs", 'const robotsParser = require("robots-wasm/robots-parser");'],
  ["import gives it by default", "a.mjs", 'import robotsParser from "robots-wasm/robots-parser";'],
  ["import() gives it by default", "b.cjs", ""],
])("%s", async (_, name, head) => {
  const source =
    head === ""
      ? `import("robots-wasm/robots-parser").then(({ default: robotsParser }) => { ${question} });`
      : head + question;
  writeFileSync(join(folder, name), source);
  expect(await run(process.execPath, ["--no-warnings", join(folder, name)], { cwd: folder })).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
});

const modules = {
  "a.mts": 'import robotsParser, { type Robot } from "robots-wasm/robots-parser";',
  "a.cts": 'import robotsParser = require("robots-wasm/robots-parser");\ntype Robot = robotsParser.Robot;',
  "b.cts": 'import robotsParser from "robots-wasm/robots-parser";\ntype Robot = robotsParser.Robot;',
};
/** The last two lines show that the types are more than `any`. */
const use = `
const robot: Robot = robotsParser("/robots.txt", "");
export const allowed: boolean | undefined = robot.isAllowed("/");
// @ts-expect-error
robotsParser("/robots.txt", 7);
// @ts-expect-error
robot.isAllowed();
`;

it("its types hold in ES modules, in CommonJS modules, and in those that write import", async () => {
  for (const [name, head] of Object.entries(modules)) writeFileSync(join(folder, name), head + use);
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom"];
  const words = [...flags, "--types", "", ...Object.keys(modules)];
  const result = await run(join(root, "node_modules/.bin/tsc"), words, { cwd: folder });
  expect(result).toEqual({ status: 0, stdout: "", stderr: "" });
});

it("attw finds nothing, from CommonJS and from ES modules", async () => {
  const words = [tarball, "--profile", "node16", "--entrypoints", "./robots-parser", "--no-emoji"];
  const { status, stdout } = await run(join(root, "node_modules/.bin/attw"), words);
  expect({ status, stdout }).toMatchObject({ status: 0 });
  expect(stdout).toContain("OK (CJS)");
});
