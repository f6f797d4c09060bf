/**
 * Somebody new follows the README of an example: every command and every program of it, in an empty folder with a new virtual
 * environment, beside a fresh clone. Only blocks for a cluster are left out.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshClone } from "../../support/clone.ts";
import { removeFolders, run, temporaryFolder } from "../../support/packed.ts";
import { blocksOf, checkedPython } from "../../support/readme.ts";

interface Readme {
  readonly path: string;
  /** What the machine must have. */
  readonly program?: string;
  /** What its commands print. */
  readonly shows: readonly RegExp[];
}

const verdicts = [/shop.example\/ +True/, /private +False/, /mailto:me +(None|<NA>)/];
const readmes: readonly Readme[] = [
  { path: "python/README.md", shows: [/^seed 2: 20000 lines, 0 differ$/m] },
  { path: "examples/dask/README.md", shows: verdicts },
  { path: "examples/spark/README.md", program: "java", shows: verdicts },
  { path: "examples/embedding/README.md", shows: [/^https:\/\/shop.example\/$/m] },
  { path: "examples/embedding/go/README.md", program: "go", shows: [/^true\nfalse\nfalse\n0$/m] },
  { path: "examples/embedding/java/README.md", program: "mvn", shows: [/0\n\[true, false, null\]$/m] },
];

/** The first block of each: where the checkout is, and how it is built. Here it is built once. */
const BUILD =
  /^export ROBOTS_WASM=\S+ .*\n\(cd "\$ROBOTS_WASM" && (npm ci && npm run build && npm pack \.\/build\/packages\/\*)\) .*\n$/;
const has = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

let clone = "";

afterAll(removeFolders);

/** @returns what it printed */
async function expectDone(script: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const quiet = { npm_config_audit: "false", npm_config_fund: "false", PIP_DISABLE_PIP_VERSION_CHECK: "1" };
  const { status, stdout, stderr } = await run("bash", ["-euo", "pipefail", "-c", script], {
    cwd,
    env: { ...quiet, ...env },
  });
  expect({ status }, `${stdout}${stderr}`.slice(-5000)).toEqual({ status: 0 });
  return stdout;
}

/** The programs of a README, as files; Python's checks the values in its comments. */
function writePrograms(path: string, folder: string): void {
  const files = { "main.go": blocksOf(path, "go")[0], "Main.java": blocksOf(path, "java")[0] };
  for (const [name, code] of Object.entries(files)) if (code !== undefined) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, "readme.py"), checkedPython(blocksOf(path, "python").join("\n")));
}

describe.skipIf(!has("python3"))("in an empty folder (skipped without Python, Java, Go or Maven)", () => {
  beforeAll(async () => {
    clone = await freshClone();
    const [, command] = BUILD.exec(blocksOf(readmes[0]!.path, "sh")[0]!)!;
    await expectDone(command!, clone, { npm_config_prefer_offline: "true" });
  });

  it.each(readmes.filter(({ program = "sh" }) => has(program)))("$path", async ({ path, shows }) => {
    const [build, ...commands] = blocksOf(path, "sh");
    expect(build).toMatch(BUILD);
    const folder = temporaryFolder("readme");
    writePrograms(path, folder);
    const script = ["python3 -m venv venv", ". venv/bin/activate", ...commands, "python readme.py"].join("\n");
    const printed = await expectDone(script, folder, { ROBOTS_WASM: clone, SPARK_LOCAL_IP: "127.0.0.1" });
    for (const shown of shows) expect(printed).toMatch(shown);
  });
});
