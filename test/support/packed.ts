/** The packages as npm packs them, installed in folders of their own: what the tests of entries, examples and the command run. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { expectFresh } from "./fresh.ts";
import { manifest } from "./manifest.ts";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** Longer than anything here takes on a slow machine, shorter than the patience of the tests. */
const LIMIT_MS = 500_000;

export interface Result {
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Record<string, string>;
  readonly limitMs?: number;
}

/** Runs a program to its end, or to `LIMIT_MS`; a status that is not a number says why it did not start or end. */
export function run(
  command: string,
  words: readonly string[],
  { cwd = root, input = "", env = {}, limitMs = LIMIT_MS }: Surroundings = {},
): Promise<Result> {
  const options = { cwd, timeout: limitMs, env: { ...process.env, ...env }, maxBuffer: 2 ** 24 };
  return new Promise((resolve) => {
    const child = execFile(command, words, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : (error.code ?? error.signal ?? null);
      resolve({ status, stdout, stderr });
    });
    child.stdin?.on("error", () => {}); // A program may end without reading its input.
    child.stdin?.end(input);
  });
}

const folders: string[] = [];

/** An empty folder, until `removeFolders`. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `robots-wasm-${name}-`));
  folders.push(folder);
  return folder;
}

/** For `afterAll`: runtimes and crawlers fill hundreds of megabytes. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/**
 * A folder that `make` fills, once in a run of the tests: other files get the same. If two files begin at the same time, both
 * make it, and the first one stays.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = join(inject("runFolder"), name);
  if (existsSync(made)) return made;
  const folder = temporaryFolder(name);
  await make(folder);
  try {
    renameSync(folder, made);
  } catch (error) {
    if (!existsSync(made)) throw error;
  }
  return made;
}

const PACKAGES = ["robots-wasm", "robots-wasm-cli"] as const;

async function packInto(folder: string): Promise<void> {
  expectFresh("packages");
  const words = ["pack", "--ignore-scripts", "--pack-destination", folder];
  const { status, stderr } = await run("npm", [...words, ...PACKAGES.map((name) => `./build/packages/${name}`)]);
  if (status !== 0) throw new Error(`npm pack: ${stderr}`);
}

/** The path of a tarball: packed once in a run of the tests, or in ROBOTS_TARBALLS, which a release tests and then publishes. */
export async function pack(name: (typeof PACKAGES)[number] = "robots-wasm"): Promise<string> {
  const folder = process.env["ROBOTS_TARBALLS"] ?? (await madeOnce("pack", packInto));
  return resolve(folder, `${name}-${manifest.version}.tgz`);
}

/** The main file of the command line, installed from its tarball alone. */
export async function installedCommand(): Promise<string> {
  const folder = await madeOnce("command", async (made) => {
    writeFileSync(join(made, "package.json"), JSON.stringify({ private: true }));
    await install(made, [await pack("robots-wasm-cli")]);
  });
  return join(folder, "node_modules/robots-wasm-cli/dist/cli/main.js");
}

/** A folder of its own in which the tarball is installed, and beside it `packages` at exact versions. */
export async function appFolder(
  tarball: string,
  packages: readonly string[] = [],
  manifest: object = { type: "module" },
): Promise<string> {
  const installed = await madeOnce("app", async (folder) => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    await install(folder, [tarball]);
  });
  const folder = temporaryFolder("app");
  cpSync(installed, folder, { recursive: true });
  const made = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...made, ...manifest }));
  if (packages.length > 0) await install(folder, packages);
  return folder;
}

/** No scripts run, and a registry that does not answer is given up while npm can still say so. */
const npmFlags: readonly string[] = [
  "--ignore-scripts",
  "--prefer-offline",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=5000",
  "--fetch-timeout=20000",
  "--no-audit",
  "--no-fund",
];

/** @throws Error with npm's own words if it fails or does not end. */
export async function install(folder: string, words: readonly string[] = []): Promise<void> {
  const { status, stderr } = await run("npm", ["install", ...npmFlags, ...words], { cwd: folder });
  if (status !== 0) throw new Error(`npm install ${words.join(" ")} in ${folder}: ${status}\n${stderr}`);
}
