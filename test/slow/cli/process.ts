/** The built program in a process of its own. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expectFresh } from "../../support/fresh.ts";

expectFresh("build:ts");

export const program: readonly string[] = [resolve("dist/cli/main.js")];

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function run(words: readonly string[], input: string | Uint8Array = "", cwd = "."): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...words], {
    input,
    cwd,
    timeout: 500_000,
    maxBuffer: 2 ** 28,
  });
  return { code: status, out: stdout.toString("utf8"), err: stderr.toString("utf8") };
}

export const start = (words: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [...program, ...words]);

export function shell(command: string, env: Record<string, string> = {}): Ended {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    encoding: "utf8",
    timeout: 500_000,
    env: { ...process.env, FILTER: `${process.execPath} ${program.join(" ")} filter`, ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

/** Wrong calls with what the error says, so that titles show the message and not arguments or temporary paths. */
export const misuse = (
  rows: readonly (readonly [words: readonly string[], message: string])[],
): { readonly words: readonly string[]; readonly message: string }[] =>
  rows.map(([words, message]) => ({ words, message }));
