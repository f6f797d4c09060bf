/** package.json, and what of it programs import. */
import { readFileSync } from "node:fs";

export interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export const manifest: Manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** The paths in `exports` that have types. */
export const entries: readonly string[] = Object.keys(manifest.exports).filter((path) =>
  JSON.stringify(manifest.exports[path]).includes('"types"'),
);
