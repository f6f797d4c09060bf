// node scripts/python.mjs REQUIREMENTS…: installs the Python packages that the tests of engines and hosts need, each list
// into a virtual environment of its own. They are kept in ~/.cache/robots-wasm, so that a fresh clone finds them again.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const LIMIT_MS = 240_000;
/** What is imported is compiled then: compiling all of it takes two fifths of the time. */
const pipFlags = [
  "--quiet",
  "--no-input",
  "--disable-pip-version-check",
  "--no-compile",
  "--prefer-binary",
  "--retries=1",
];

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "robots-wasm");

/** `{ python }`, a path, or `{ missing }`, a sentence that says why Python is missing. */
export function pythonEnvironment(requirements) {
  const version = spawnSync("python3", ["--version"], { encoding: "utf8" });
  if (version.status !== 0) return { missing: "python3 is not installed" };
  const key = createHash("sha256").update(version.stdout).update(readFileSync(requirements)).digest("hex");
  const folder = join(cache, `python-${key.slice(0, 16)}`);
  const python = join(folder, "bin/python");
  try {
    if (!existsSync(python)) install(requirements, folder);
    return { python };
  } catch (error) {
    return { missing: `the packages of ${requirements} could not be installed: ${error.message}` };
  }
}

/** Under a temporary name first: the environment exists only if it is complete. */
function install(requirements, folder) {
  mkdirSync(cache, { recursive: true });
  const temporary = mkdtempSync(`${folder}.`);
  try {
    run("python3", ["-m", "venv", temporary]);
    run(join(temporary, "bin/python"), ["-m", "pip", "install", ...pipFlags, "--requirement", requirements]);
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

function run(program, words) {
  const { status, signal, stdout, stderr } = spawnSync(program, words, { encoding: "utf8", timeout: LIMIT_MS });
  if (status === 0) return;
  const [lastLine = ""] = `${stdout ?? ""}${stderr ?? ""}`.trim().split("\n").slice(-1);
  throw new Error(`${words.slice(0, 3).join(" ")} ended with ${status ?? signal}: ${lastLine}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const requirements of process.argv.slice(2)) console.log(requirements, pythonEnvironment(requirements));
