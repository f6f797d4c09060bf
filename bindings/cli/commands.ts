/** The commands by name, each loaded when it is called, so that `--version` and `--help` answer at once. */
import { suggestion } from "../base/options.ts";
import type { Command } from "./command.ts";
import { toUserError, usageError } from "./errors.ts";
import { printable, version, write, writeError } from "./output.ts";

const FAILED = 2;

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const commands: Readonly<Record<string, Entry>> = {
  check: {
    summary: "whether a crawler may fetch URLs",
    load: async () => (await import("./check.ts")).check,
  },
  explain: {
    summary: "like check, with the deciding rule, its line and the reason",
    load: async () => (await import("./explain.ts")).explain,
  },
  test: {
    summary: "check assertions about a robots.txt, for CI",
    load: async () => (await import("./test.ts")).test,
  },
  lint: {
    summary: "find mistakes in a robots.txt",
    load: async () => (await import("./lint.ts")).lint,
  },
  "language-server": {
    summary: "check a robots.txt in an editor while it is written",
    load: async () => (await import("./language-server.ts")).languageServer,
  },
  agents: {
    summary: "what a robots.txt says to each well-known crawler",
    load: async () => (await import("./agents.ts")).agents,
  },
  diff: {
    summary: "where dialects, two versions of a file, or two versions of robots-wasm disagree",
    load: async () => (await import("./diff.ts")).diff,
  },
  fetch: {
    summary: "fetch the robots.txt of an origin and decide by it",
    load: async () => (await import("./fetch.ts")).fetch,
  },
  filter: {
    summary: "keep only the allowed URLs from a list of millions",
    load: async () => (await import("./filter/filter.ts")).filter,
  },
  compile: {
    summary: "compile folders and WARC files into one archive of rules",
    load: async () => (await import("./compile.ts")).compile,
  },
  archive: {
    summary: "verify an archive and list what it holds",
    load: async () => (await import("./archive.ts")).archive,
  },
  survey: {
    summary: "what the robots.txt files of a crawl say to each crawler, as rows",
    load: async () => (await import("./survey/survey.ts")).surveyCommand,
  },
  logs: {
    summary: "which crawlers fetched what robots.txt refuses, from access logs",
    load: async () => (await import("./logs/logs.ts")).logs,
  },
  "origin-key": {
    summary: "print the shard of each URL, to partition URLs like an archive",
    load: async () => (await import("./origin-key.ts")).originKey,
  },
  tester: {
    summary: "open the tester page on this machine, with live fetching",
    load: async () => (await import("./tester.ts")).tester,
  },
};

function usage(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(17)}${summary}`);
  const notes = [
    "Exit codes: 0 allowed or clean, 1 refused or findings, 2 a wrong call or a failure, 3 a verdict comes from an outage.",
    "For help on a command: robots-wasm help COMMAND; for the version: robots-wasm --version",
  ];
  return ["Usage: robots-wasm COMMAND …", "", ...rows, "", ...notes, ""].join("\n");
}

function commandNamed(name: string | undefined): Entry {
  const entry = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry !== undefined) return entry;
  const names = Object.keys(commands);
  const hint = name === undefined ? "" : suggestion(name, [...names, "--version", "--help"]);
  throw usageError(`expected a command, one of ${names.join(", ")}; got ${name ?? "nothing"}${hint}`);
}

const help = async (name: string | undefined): Promise<number> =>
  write(name === undefined ? usage() : (await commandNamed(name).load()).help);

/** Words after `--` are not options. */
const asksForHelp = (words: readonly string[]): boolean =>
  words.slice(0, words.includes("--") ? words.indexOf("--") : undefined).some((word) => /^(--help|-h)$/.test(word));

async function exitCodeOf(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-v" || name === "-V") return write(`${version()}\n`);
  if (name === "--help" || name === "-h" || name === "help") return help(rest[0]);
  if (asksForHelp(rest)) return help(name);
  return (await commandNamed(name).load()).run(rest);
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
