// Another commit of this repository, built in a temporary worktree.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Its `dist` folder, which lasts as long as `work` runs. */
export async function withBuildOf(ref, work) {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-against-"));
  const run = (program, words, cwd = folder) =>
    execFileSync(program, words, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  try {
    run("git", ["worktree", "add", "--detach", "--force", folder, ref], root);
    installInto(folder, run);
    run("npm", ["run", "build"]);
    return await work(join(folder, "dist"));
  } finally {
    run("git", ["worktree", "remove", "--force", folder], root);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same lock file means the same packages, which need no second installation. */
function installInto(folder, run) {
  const lockOf = (place) => readFileSync(join(place, "package-lock.json"), "utf8");
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  else run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
}
