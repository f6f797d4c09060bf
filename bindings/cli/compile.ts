/** `robots-wasm compile`: folders and WARC files in, one archive out, which `filter --robots` and the library read. */
import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type CompilePlan, compileArchive } from "../bulk/compile/compile.ts";
import { Tally } from "../bulk/compile/tally.ts";
import { outputFile } from "../node/output-file.ts";
import { parseWords } from "./arguments.ts";
import { checkedAgents, checkedDialect, leniencyOf } from "./checked.ts";
import type { Command } from "./command.ts";
import { clearError } from "./failure.ts";
import { checkedFile } from "./input.ts";
import { INTERRUPTED, stopOnSignals } from "./interrupt.ts";
import { Misuse } from "./misuse.ts";
import { writeError } from "./output.ts";
import { checkedPolicy, policyForDialect } from "./policy.ts";
import { showProgress } from "./progress.ts";

const options = {
  agent: { type: "string", multiple: true },
  dialect: { type: "string" },
  lenient: { type: "string", multiple: true },
  policy: { type: "string" },
  output: { type: "string", short: "o" },
  quiet: { type: "boolean" },
} as const;

type Words = Omit<CompilePlan, "output" | "temporary" | "tally" | "signal"> & { output: string; quiet: boolean };

function checked(words: readonly string[]): Words {
  const { values, positionals } = parseWords(words, options);
  const agents = checkedAgents(values.agent);
  if (values.output === undefined) throw new Misuse("expected --output FILE; got none");
  if (positionals.length === 0) throw new Misuse("expected a folder or a WARC file; got none");
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
  const tally = new Tally();
  const hideProgress = showProgress(() => tally.progress());
  try {
    const output = outputFile(path);
    const temporary = join(dirname(path), `.${basename(path)}.${process.pid}`);
    await compileArchive({ ...plan, output, temporary, tally, signal: stop.signal });
    output.commit();
  } catch (error) {
    if (stop.signal.aborted) return interrupted();
    throw clearError(error);
  } finally {
    hideProgress();
    stopListening();
  }
  if (!quiet) writeError(`${tally.summary()}\n`);
  return 0;
}

function interrupted(): number {
  writeError("robots-wasm: interrupted; nothing is written\n");
  return INTERRUPTED;
}

export const compile: Command = {
  name: "compile",
  summary: "folders and WARC files to an archive of compiled rules",
  help: `Usage: robots-wasm compile --agent TOKEN [OPTION…] --output FILE INPUT…

  INPUT…             folders with a file an origin (example.com, example.com_8080, https/example.com), or WARC files
  --output, -o FILE  the archive; FILE is there when it is complete
  --agent TOKEN      the crawler's product token; repeated, the first that has a group of its own
  --dialect NAME     rfc9309 (default), google, koster1996, original1994
  --lenient SWITCH   a liberty of the dialect, as in check
  --policy NAME      rfc9309, google, koster1996: what statuses mean; default the dialect's
  --quiet            no summary

Exit codes: 0 the archive is complete, 2 misuse or a failure, 130 interrupted. Without 0 FILE is as it was.
`,
  run,
};
