/** The Python package as its wheel, built from this checkout. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expectFresh } from "./fresh.ts";
import { madeOnce, run } from "./packed.ts";

/**
 * @param python of an environment that has hatchling. Built once in a run of the tests: it runs with every Python.
 * @returns the folder in which the wheel is installed, for PYTHONPATH
 */
export const installedWheel = async (python: string): Promise<string> =>
  join(await madeOnce("wheel", (folder) => installInto(folder, python)), "site");

async function installInto(folder: string, python: string): Promise<void> {
  expectFresh("packages");
  const pip = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
  // What it depends on is in the environment, so nothing is downloaded.
  const offline = ["--no-index", "--no-deps"];
  await expectDone(python, [...pip, "wheel", ...offline, "--no-build-isolation", "-w", folder, "./python"]);
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"))!;
  await expectDone(python, [...pip, "install", ...offline, "--target", join(folder, "site"), join(folder, wheel)]);
}

async function expectDone(program: string, words: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await run(program, words);
  if (status !== 0) throw new Error(`${words.join(" ")}: ${status}\n${stdout}${stderr}`);
}
