/** The package as npm packs it, installed in a folder of its own: what the tests of entries and examples run. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** Longer than any program here takes on a slow machine, shorter than the patience of the tests. */
const PROGRAM_LIMIT_MS = 100_000;

export interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends by itself, if need be after `PROGRAM_LIMIT_MS`. */
export function run(command: string, words: readonly string[], cwd: string = root): Result {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    encoding: "utf8",
    timeout: PROGRAM_LIMIT_MS,
  });
  return { status, stdout: stdout ?? "", stderr: (stderr ?? "") + (error === undefined ? "" : String(error)) };
}

/** The path of a fresh tarball in a folder of its own. */
export function pack(): string {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-pack-"));
  const { status, stdout, stderr } = run("npm", ["pack", "--json", "--pack-destination", folder]);
  if (status !== 0) throw new Error(`npm pack: ${stderr}`);
  const [{ filename }] = Object.values(JSON.parse(stdout)) as [{ filename: string }];
  return join(folder, filename);
}

/** A folder in which the tarball is installed, from npm's cache alone. */
export function appFolder(tarball: string = pack()): string {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-app-"));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  install(folder, ["--prefer-offline", tarball]);
  return folder;
}

/** @throws Error with npm's own words if it fails or does not end. */
export function install(folder: string, words: readonly string[] = []): void {
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts"];
  const { status, stderr } = run("npm", ["install", ...flags, ...words], folder);
  if (status !== 0) throw new Error(`npm install ${words.join(" ")} in ${folder}: ${stderr}`);
}
