/** `robots-wasm compile`: compiles folders and WARC files into one archive for `filter --robots` and the library. */
import { statSync } from "node:fs";
import { type CompilePlan, compileArchive } from "../bulk/compile/compile.ts";
import { CompileStats } from "../bulk/compile/compile-stats.ts";
import { outputFile, temporaryBeside } from "../node/output-file.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { checkedFile } from "./input.ts";
import { INTERRUPTED, showProgress, stopOnSignals } from "./long-run.ts";
import {
  agentHelp,
  checkedAgents,
  checkedDialect,
  checkedPolicy,
  dialectHelp,
  leniencyOf,
  lenientHelp,
  parseWords,
  policyForDialect,
  readingOptions,
} from "./options.ts";
import { writeError } from "./output.ts";

const options = {
  ...readingOptions,
  policy: { type: "string" },
  output: { type: "string", short: "o" },
  quiet: { type: "boolean" },
} as const;

type CompileArguments = Omit<CompilePlan, "output" | "temporary" | "stats" | "signal"> & {
  output: string;
  quiet: boolean;
};

function checked(words: readonly string[]): CompileArguments {
  const { values, positionals } = parseWords(words, options);
  const agents = checkedAgents(values.agent);
  if (values.output === undefined) throw usageError("expected --output FILE; got none");
  if (positionals.length === 0) throw usageError("expected a folder or a WARC file; got none");
  const dialect = checkedDialect(values.dialect ?? "rfc9309");
  const isFolder = positionals.map(isExistingFolder);
  return {
    description: { agents, dialect, leniency: leniencyOf(values.lenient ?? []) },
    policy: values.policy === undefined ? policyForDialect(dialect) : checkedPolicy(values.policy),
    folders: positionals.filter((_, i) => isFolder[i]),
    warcs: positionals.filter((_, i) => !isFolder[i]),
    output: values.output,
    quiet: values.quiet ?? false,
  };
}

const isExistingFolder = (path: string): boolean =>
  checkedFile("a folder or a WARC file", path, (one) => statSync(one).isDirectory());

async function run(words: readonly string[]): Promise<number> {
  const { output: path, quiet, ...plan } = checked(words);
  const stop = new AbortController();
  const stopListening = stopOnSignals(stop);
  const stats = new CompileStats();
  const hideProgress = showProgress(() => stats.progress());
  try {
    const output = outputFile(path);
    await compileArchive({ ...plan, output, temporary: temporaryBeside(path), stats, signal: stop.signal });
    output.commit();
  } catch (error) {
    if (stop.signal.aborted) return interrupted();
    throw error;
  } finally {
    hideProgress();
    stopListening();
  }
  if (!quiet) writeError(`${stats.summary()}\n`);
  return 0;
}

function interrupted(): number {
  writeError("robots-wasm: interrupted; nothing was written\n");
  return INTERRUPTED;
}

export const compile: Command = {
  help: `Usage: robots-wasm compile --agent TOKEN [OPTION…] --output FILE INPUT…

  INPUT…             folders with one file per origin (example.com, example.com_8080, https/example.com), or WARC files
  --output, -o FILE  the archive; FILE appears when it is complete
${agentHelp}
${dialectHelp}
${lenientHelp}
  --policy NAME      rfc9309, google, google2019, koster1996, norobots1996: what HTTP statuses mean; default: as the dialect
  --quiet            no summary

WARC files need the package warcio.
Exit codes: 0 the archive is complete, 2 a wrong call or a failure, 130 interrupted. Unless 0, FILE is unchanged.
`,
  run,
};
