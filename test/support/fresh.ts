/** Tests that run dist/ fail at once if it does not hold the sources of now: they would test something else. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./documents.ts";

const timeOf = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** What each part of the build writes last. */
const WRITTEN_LAST = { "build:ts": "build/dist.tsbuildinfo", "build:pack": "dist/tester/service-worker.js" };

/** @throws Error if a source is newer than what this part of the build made of it. */
export function expectFresh(script: keyof typeof WRITTEN_LAST, folder: string = root): void {
  const builtMs = timeOf(join(folder, WRITTEN_LAST[script]));
  const folders = script === "build:ts" ? ["bindings"] : ["bindings", "tester"];
  const sources = folders.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).map((file) => `${name}/${file}`),
  );
  const newer = sources.find((file) => /\.tsx?$|\bcrawlers\.json$/.test(file) && timeOf(join(folder, file)) > builtMs);
  if (newer === undefined) return;
  const needed = script === "build:ts" ? script : "build";
  throw new Error(`dist/ is older than ${newer}: run npm run ${needed} first`);
}
