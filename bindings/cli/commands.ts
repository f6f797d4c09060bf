/** The commands by name, each loaded when it is called, so that `--version` and `--help` answer at once. */
import { suggestion } from "../base/options.ts";
import type { Command } from "./command.ts";
import { toUserError, usageError } from "./errors.ts";
import { FAILED, printable, version, write, writeError } from "./output.ts";

/** What it does in one line, and its module. */
type Entry = readonly [summary: string, load: () => Promise<{ readonly command: Command }>];

const commands: Readonly<Record<string, Entry>> = {
  check: ["whether a crawler may fetch URLs", () => import("./check.ts")],
  explain: ["like check, with the deciding rule, its line and the reason", () => import("./explain.ts")],
  test: ["check assertions about a robots.txt, for CI", () => import("./test.ts")],
  lint: ["find mistakes in a robots.txt", () => import("./lint.ts")],
  "language-server": ["check a robots.txt in an editor while it is written", () => import("./language-server.ts")],
  agents: ["what a robots.txt says to each well-known crawler", () => import("./agents.ts")],
  diff: ["where dialects, two versions of a file, or two versions of robots-wasm disagree", () => import("./diff.ts")],
  fetch: ["fetch the robots.txt of an origin and decide by it", () => import("./fetch.ts")],
  filter: ["keep only the allowed URLs from a list of millions", () => import("./filter/filter.ts")],
  compile: ["compile folders and WARC files into one archive of rules", () => import("./compile.ts")],
  archive: ["verify an archive and list what it holds", () => import("./archive.ts")],
  survey: ["what the robots.txt files of a crawl say to each crawler, as rows", () => import("./survey/survey.ts")],
  logs: ["which crawlers fetched what robots.txt refuses, from access logs", () => import("./logs/logs.ts")],
  "origin-key": ["print the shard of each URL, to partition URLs like an archive", () => import("./origin-key.ts")],
  tester: ["open the tester page on this machine, with live fetching", () => import("./tester.ts")],
};

export const commandNames: readonly string[] = Object.keys(commands);

function usage(): string {
  const rows = Object.entries(commands).map(([name, [summary]]) => `  ${name.padEnd(17)}${summary}`);
  const notes = [
    "Exit codes: 0 allowed or clean, 1 refused or findings, 2 a wrong call or a failure, 3 a verdict comes from an outage.",
    "For help on a command: robots-wasm help COMMAND; for the version: robots-wasm --version",
  ];
  return ["Usage: robots-wasm COMMAND …", "", ...rows, "", ...notes, ""].join("\n");
}

async function commandNamed(name: string | undefined): Promise<Command> {
  const entry = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry !== undefined) return (await entry[1]()).command;
  const hint = name === undefined ? "" : suggestion(name, [...commandNames, "--version", "--help"]);
  throw usageError(`expected a command, one of ${commandNames.join(", ")}; got ${name ?? "nothing"}${hint}`);
}

const help = async (name: string | undefined): Promise<number> =>
  write(name === undefined ? usage() : (await commandNamed(name)).help);

/** Words after `--` are not options. */
const asksForHelp = (words: readonly string[]): boolean =>
  words.slice(0, words.includes("--") ? words.indexOf("--") : undefined).some((word) => /^(--help|-h)$/.test(word));

async function exitCodeOf(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-v" || name === "-V") return write(`${version()}\n`);
  if (name === "--help" || name === "-h" || name === "help") return help(rest[0]);
  if (asksForHelp(rest)) return help(name);
  return (await commandNamed(name)).run(rest);
}

/** Runs a command line. @returns the exit code; an error that a user can mend is one line on standard error. */
export async function runCommand(words: readonly string[]): Promise<number> {
  try {
    return await exitCodeOf(words);
  } catch (error) {
    const shown = toUserError(error);
    if (shown === undefined) throw error;
    writeError(`robots-wasm: ${printable(shown.message)}\n`);
    return FAILED;
  }
}
