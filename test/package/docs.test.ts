/** Documents stay true: their links and commands exist. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { documents, root, textOf } from "../support/documents.ts";

const scripts = JSON.parse(textOf("package.json")).scripts as Record<string, string>;

it.each(documents)("%s: links and commands exist", (name) => {
  for (const [, target] of textOf(name).matchAll(/\]\(([^)#:]+)\)/g))
    expect(existsSync(join(root, dirname(name), target!)), target!).toBe(true);
  for (const [, script] of textOf(name).matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script!);
  for (const [, path] of textOf(name).matchAll(
    /`((?:assembly|bindings|test|bench|scripts|docs|examples)\/[\w./-]+\.\w+)`/g,
  ))
    expect(existsSync(join(root, path!)), path!).toBe(true);
});

it("the action's example names the version of package.json, which is the tag of its release", () => {
  const versions = documents.flatMap((name) =>
    Array.from(textOf(name).matchAll(/- uses: [\w-]+\/robots-wasm@(\S+)/g), ([, version]) => version),
  );
  expect([...new Set(versions)]).toEqual([`v${JSON.parse(textOf("package.json")).version}`]);
});

it("the README's command for contributors runs the fast tests", () =>
  expect(textOf("README.md")).toContain("```sh\nnpm ci && npm test\n```"));

it("the README lists every command", () => {
  const commands = Array.from(
    textOf("bindings/cli/commands.ts").matchAll(/^ {2}"?([a-z-]+)"?: \[/gm),
    ([, name]) => name,
  );
  expect(commands).toContain("origin-key");
  const listed = Array.from(textOf("README.md").matchAll(/^robots-wasm ([a-z-]+) /gm), ([, name]) => name);
  expect([...listed].sort()).toEqual([...commands].sort());
});
