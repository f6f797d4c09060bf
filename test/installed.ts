/** The package as npm packs it, installed in an empty folder of its own. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("..", import.meta.url));

export interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export const manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The paths in `exports` that have types: what programs import. */
export const entries: readonly string[] = Object.keys(manifest.exports).filter((path) =>
  JSON.stringify(manifest.exports[path]).includes('"types"'),
);

export interface Packed {
  readonly folder: string;
  readonly tarball: string;
  /** Paths in the package. */
  readonly files: readonly string[];
}

export interface Run {
  readonly status: number | null;
  readonly output: string;
}

export function run(command: string, words: readonly string[], cwd: string = root): Run {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8", timeout: 110_000 });
  return { status, output: stdout + stderr };
}

export function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-pack-"));
  const { stdout } = spawnSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
  });
  const [report] = Object.values(JSON.parse(stdout)) as [{ filename: string; files: { path: string }[] }];
  const tarball = join(folder, report.filename);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", tarball], folder);
  return { folder, tarball, files: report.files.map(({ path }) => path) };
}
