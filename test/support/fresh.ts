/** Tests that run what is built fail at once if it does not hold the sources of now: they would test something else. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./documents.ts";

const timeOf = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** The parts of the build: what is written last, the sources, and the command that builds it. */
const PARTS = {
  dist: { last: "build/dist.tsbuildinfo", folders: ["bindings"], command: "node scripts/build-ts.mjs" },
  packages: {
    last: "build/packages/robots-wasm-cli/package.json",
    folders: ["bindings", "tester"],
    command: "npm run build",
  },
} as const;

/** @throws Error if a source is newer than what this part of the build made of it. */
export function expectFresh(part: keyof typeof PARTS, folder: string = root): void {
  const { last, folders, command } = PARTS[part];
  const builtMs = timeOf(join(folder, last));
  const sources = folders.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).map((file) => `${name}/${file}`),
  );
  const newer = sources.find((file) => /\.tsx?$|\bcrawlers\.json$/.test(file) && timeOf(join(folder, file)) > builtMs);
  if (newer === undefined) return;
  throw new Error(`dist/ is older than ${newer}: run ${command} first`);
}
