/** The command line: the built program in a process of its own, or its source in this one where no process is needed. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { expect, it, vi } from "vitest";
import { runCommand } from "../../../bindings/cli/commands.ts";
import { program } from "../../support/program.ts";

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function run(words: readonly string[], input: string | Uint8Array = "", cwd = "."): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    input,
    cwd,
    timeout: 500_000,
    maxBuffer: 2 ** 28,
  });
  return { code: status, out: stdout.toString("utf8"), err: stderr.toString("utf8") };
}

/**
 * Runs a command, in this process if it reads no standard input: that takes some milliseconds and not a third of a second.
 * For commands that start no threads.
 */
export async function call(words: readonly string[], input?: string | Uint8Array, cwd = "."): Promise<Ended> {
  if (input !== undefined || words.includes("-")) return run(words, input, cwd);
  const [out, err] = [writtenTo(process.stdout), writtenTo(process.stderr)];
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await runCommand(words);
    return { code, out: out.text(), err: err.text() };
  } finally {
    process.chdir(before);
    out.restore();
    err.restore();
  }
}

/** What is written to a stream from now on, which does not get it. */
function writtenTo(stream: NodeJS.WriteStream): { readonly text: () => string; readonly restore: () => void } {
  const pieces: string[] = [];
  const spy = vi.spyOn(stream, "write").mockImplementation((piece) => pieces.push(String(piece)) > 0);
  return { text: () => pieces.join(""), restore: () => spy.mockRestore() };
}

export const start = (words: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [program, ...words]);

export function shell(command: string, env: Record<string, string> = {}): Ended {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    encoding: "utf8",
    timeout: 500_000,
    maxBuffer: 2 ** 28,
    env: { ...process.env, FILTER: `${process.execPath} ${program} filter`, ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

/**
 * Wrong calls: exit code 2, and one line of ours, without the words of `parseArgs`. Titles show the message and not arguments or
 * temporary paths.
 */
export function itRefuses(
  rows: readonly (readonly [words: readonly string[], message: string])[],
  run: (words: readonly string[]) => Ended | Promise<Ended> = call,
): void {
  it.each(rows.map(([words, message]) => ({ words, message })))("refuses: $message", async ({ words, message }) => {
    const { code, out, err } = await run(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^robots-wasm: [^\n]*\n$/);
    expect(err).toContain(message);
    expect(err).not.toMatch(/To specify a positional|at position|ERR_|'--/);
  });
}
