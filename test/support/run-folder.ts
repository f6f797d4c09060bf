/**
 * Before the tests: a folder for what several files share, such as the packed package, and for all temporary files. Removed at
 * the end.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    runFolder: string;
  }
}

/** The first project of a run makes the folder and removes it; the others use it. */
export default function setup(project: TestProject): (() => void) | undefined {
  const made = process.env["ROBOTS_RUN_FOLDER"];
  const folder = made ?? mkdtempSync(join(tmpdir(), "robots-wasm-run-"));
  project.provide("runFolder", folder);
  if (made !== undefined) return undefined;
  process.env["ROBOTS_RUN_FOLDER"] = folder;
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
