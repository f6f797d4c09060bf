// Runs a program of Node.js and says what it took when it ended (usage.mjs).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const usageModule = fileURLToPath(new URL("usage.mjs", import.meta.url));

/** @param folder for a file; `before`: words that begin the command; `input` and `output`: open files */
export function usageOf(words, { folder, before = [], input = "ignore", output = "ignore" }) {
  const usage = join(folder, "usage.json");
  const [program, ...rest] = [...before, process.execPath, "--import", usageModule, ...words];
  const env = { ...process.env, USAGE: usage };
  const { status } = spawnSync(program, rest, { stdio: [input, output, "inherit"], env });
  if (status !== 0) throw new Error(`${words[0]} ended with ${status}`);
  return JSON.parse(readFileSync(usage, "utf8"));
}
