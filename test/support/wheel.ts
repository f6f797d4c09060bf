/** The Python package as its wheel, built from this checkout. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expectFresh } from "./fresh.ts";
import { run, temporaryFolder } from "./packed.ts";

/** @param python of an environment that has hatchling. @returns the folder in which the wheel is installed, for PYTHONPATH */
export async function installedWheel(python: string): Promise<string> {
  expectFresh("build:pack");
  const folder = temporaryFolder("wheel");
  const site = join(folder, "site");
  const pip = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
  // What it depends on is in the environment, so nothing is downloaded.
  await expectDone(python, [
    ...pip,
    "wheel",
    "--no-index",
    "--no-deps",
    "--no-build-isolation",
    "-w",
    folder,
    "./python",
  ]);
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"))!;
  await expectDone(python, [...pip, "install", "--no-index", "--no-deps", "--target", site, join(folder, wheel)]);
  return site;
}

async function expectDone(program: string, words: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await run(program, words);
  if (status !== 0) throw new Error(`${words.join(" ")}: ${status}\n${stdout}${stderr}`);
}
