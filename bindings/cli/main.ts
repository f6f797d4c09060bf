#!/usr/bin/env node
/**
 * The command line `robots-wasm`. Runs in Node only. Exit codes: 0 allowed or clean, 1 refused or findings, 2 misuse.
 */
import { check } from "./check.ts";
import type { Command } from "./command.ts";
import { compile } from "./compile.ts";
import { diff } from "./diff.ts";
import { explain } from "./explain.ts";
import { fetch } from "./fetch.ts";
import { filter } from "./filter.ts";
import { lint } from "./lint.ts";
import { Misuse } from "./misuse.ts";
import { closeOnBrokenPipe, printable, write, writeError } from "./output.ts";
import { tester } from "./tester.ts";
import { version } from "./version.ts";

const MISUSE = 2;

const commands: readonly Command[] = [check, explain, lint, diff, fetch, filter, compile, tester];

function usage(): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`);
  const notes = [
    "Exit codes: 0 allowed or clean, 1 refused or findings, 2 misuse.",
    "robots-wasm COMMAND --help tells more.",
  ];
  return ["Usage: robots-wasm COMMAND …", "", ...rows, "", ...notes, ""].join("\n");
}

async function run(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-V") return write(`${version()}\n`);
  if (name === "--help" || name === "-h" || name === "help") return write(usage());
  const command = commands.find((one) => one.name === name);
  const names = commands.map((one) => one.name).join(", ");
  if (command === undefined) throw new Misuse(`expected a command, one of ${names}; got ${name ?? "nothing"}`);
  if (rest.includes("--help") || rest.includes("-h")) return write(command.help);
  return command.run(rest);
}

closeOnBrokenPipe();
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Misuse)) throw error;
  writeError(`robots-wasm: ${printable(error.message)}\n`);
  process.exitCode = MISUSE;
}
