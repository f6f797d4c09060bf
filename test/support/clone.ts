/** A clone of the repository, before anything is installed. */
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./documents.ts";
import { run, temporaryFolder } from "./packed.ts";

/** The files that a clone would have if everything were committed now. */
export async function freshClone(): Promise<string> {
  const folder = temporaryFolder("clone");
  const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of stdout.trim().split("\n")) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  return folder;
}
