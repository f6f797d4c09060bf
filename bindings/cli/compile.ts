/** `robots-wasm compile`: compiles folders and WARC files into one archive for `filter --robots` and the library. */
import { readFileSync, statSync } from "node:fs";
import { VERSION } from "../bulk/archive/internal.ts";
import { type CompileInputs, writeShardSet, writeWhole } from "../bulk/compile/index.ts";
import { checkNames, warcsIn } from "../bulk/folder/index.ts";
import { CompileStats, MAX_WARCS } from "../bulk/warc/index.ts";
import { outputFile, placeOf, STDIN, temporaryBeside } from "../files/output-file.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { checkedFile } from "./input.ts";
import { INTERRUPTED, showProgress, stopOnSignals } from "./long-run.ts";
import {
  agentHelp,
  checkedCrawlers,
  checkedDialect,
  checkedInteger,
  checkedPercentage,
  checkedPolicy,
  checkedShards,
  dialectHelp,
  leniencyOf,
  lenientHelp,
  parseWords,
  policyForDialect,
  readingOptions,
} from "./options.ts";
import { printableLines, version, warn, writeError } from "./output.ts";
import { checkPlaces } from "./places.ts";

/** Archives count them with 16 bits. */
const MAX_CRAWLERS = 65_535;

const options = {
  ...readingOptions,
  policy: { type: "string" },
  output: { type: "string", short: "o" },
  shards: { type: "string" },
  stats: { type: "string" },
  "max-skipped": { type: "string" },
  "allow-empty": { type: "boolean" },
  jobs: { type: "string" },
  "files-from": { type: "string" },
  add: { type: "string" },
  quiet: { type: "boolean" },
} as const;

type CompileArguments = Omit<CompileInputs, "temporary" | "stats" | "signal"> & {
  output: string;
  shards: number | undefined;
  statsFile: string | undefined;
  /** Names inputs, one per line. */
  listFile: string | undefined;
  /** The largest share of files and captures that may be skipped, from 0 to 1. */
  maxSkipped: number;
  allowEmpty: boolean;
  quiet: boolean;
};

function checked(words: readonly string[]): CompileArguments {
  const { values, positionals } = parseWords(words, options);
  const crawlers = checkedCrawlers(values.agent);
  if (crawlers.length > MAX_CRAWLERS)
    throw usageError(`expected at most ${MAX_CRAWLERS} --agent; got ${crawlers.length}`);
  if (values.output === undefined) throw usageError("expected --output FILE; got none");
  const paths = [...positionals, ...listedIn(values["files-from"])];
  if (paths.length === 0) throw usageError("expected a folder or a WARC file; got none");
  checkCount("inputs", paths);
  const dialect = checkedDialect(values.dialect ?? "rfc9309");
  const { folders, warcs } = inputsAt(paths);
  checkCount("WARC files", warcs);
  return {
    description: { crawlers, dialect, leniency: leniencyOf(values.lenient ?? []) },
    policy: values.policy === undefined ? policyForDialect(dialect) : checkedPolicy(values.policy),
    folders,
    warcs,
    output: values.output,
    shards: values.shards === undefined ? undefined : checkedShards(values.shards),
    statsFile: values.stats,
    listFile: values["files-from"],
    added: values.add === undefined ? undefined : existingArchive(values.add),
    jobs: checkedInteger("--jobs", values.jobs ?? "1", 1, 256),
    maxSkipped: checkedPercentage("--max-skipped", values["max-skipped"] ?? "100%"),
    allowEmpty: values["allow-empty"] ?? false,
    quiet: values.quiet ?? false,
  };
}

/** A folder of WARC files stands for these. */
function inputsAt(paths: readonly string[]): {
  readonly folders: readonly string[];
  readonly warcs: readonly string[];
} {
  const [folders, warcs]: [string[], string[]] = [[], []];
  for (const path of paths) {
    const inside = isExistingFolder(path) ? warcsIn(path) : [path];
    if (inside === undefined) folders.push(path);
    else for (const warc of inside) warcs.push(warc);
  }
  return { folders, warcs };
}

/** Captures are numbered by their file. */
function checkCount(what: string, paths: readonly string[]): void {
  if (paths.length > MAX_WARCS) throw usageError(`expected at most ${MAX_WARCS} ${what}; got ${paths.length}`);
}

/** Opening a pipe would wait for its writer. */
function existingArchive(path: string): string {
  if (checkedFile("an archive", path, (one) => statSync(one).isFile())) return path;
  throw usageError(`expected an archive for --add; got not a file: ${path}`);
}

/** The paths in a list, one per line; of `-`, standard input. Empty lines are skipped. */
function listedIn(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  const text = checkedFile("a readable list of inputs", file, (path) =>
    readFileSync(path === "-" ? STDIN : path, "utf8"),
  );
  return text.split(/\r?\n/).filter((line) => line !== "");
}

const isExistingFolder = (path: string): boolean =>
  checkedFile("a folder or a WARC file", path, (one) => statSync(one).isDirectory());

async function run(words: readonly string[]): Promise<number> {
  const { output: path, quiet, shards, statsFile, listFile, maxSkipped, allowEmpty, ...plan } = checked(words);
  const startedAtMs = performance.now();
  checkPlaces(
    [path, ...(statsFile === undefined ? [] : [statsFile])],
    [
      ...plan.folders,
      ...plan.warcs,
      ...addedInput(path, plan),
      ...(listFile === undefined || listFile === "-" ? [] : [listFile]),
    ],
  );
  if (!allowEmpty) plan.folders.forEach(checkNames);
  const stop = new AbortController();
  const stopListening = stopOnSignals(stop);
  const stats = new CompileStats();
  const hideProgress = showProgress(() => stats.progress());
  try {
    const all = { ...plan, temporary: temporaryBeside(path), stats, signal: stop.signal };
    const record = statsFile === undefined ? undefined : outputFile(statsFile);
    const commit = await compileTo(path, all, shards);
    hideProgress();
    if (!quiet) writeError(`${printableLines(stats.summary())}\n${rateOf(stats, performance.now() - startedAtMs)}`);
    stats.checkSkipped(maxSkipped);
    if (!allowEmpty) stats.checkOrigins();
    await record?.write(Buffer.from(`${JSON.stringify(recordOf(all, performance.now() - startedAtMs))}\n`));
    commit();
    record?.commit();
  } catch (error) {
    if (stop.signal.aborted) return interrupted();
    throw error;
  } finally {
    hideProgress();
    stopListening();
  }
  return 0;
}

/** An archive may be replaced by itself with more origins: the output takes its name when it is complete. */
const addedInput = (output: string, { added }: Pick<CompileInputs, "added">): string[] =>
  added === undefined || placeOf(added) === placeOf(output) ? [] : [added];

/** How fast WARC files were read, as they are stored. */
function rateOf({ warcBytes }: CompileStats, ms: number): string {
  if (warcBytes === 0) return "";
  const megabytes = warcBytes / 1e6;
  return `${megabytes.toFixed(1)} MB of WARC files in ${(ms / 1000).toFixed(1)} s, ${((1000 * megabytes) / ms).toFixed(1)} MB/s\n`;
}

/** The content of `--stats`. */
const recordOf = ({ description, policy, stats }: CompileInputs, ms: number): object => ({
  ...stats.counts(),
  seconds: Number((ms / 1000).toFixed(3)),
  ...description,
  policy: policy.name,
  versions: { "robots-wasm": version(), format: VERSION, node: process.version },
});

/** Compiles into temporary files. @returns how to give them their names */
async function compileTo(path: string, plan: CompileInputs, shards: number | undefined): Promise<() => void> {
  const replace = await (shards === undefined
    ? writeWhole(path, plan)
    : writeShardSet(path, { ...plan, shards, version: version() }));
  return () => {
    for (const file of replace()) warn(`could not delete ${file}, which no manifest names any more`);
  };
}

function interrupted(): number {
  writeError("robots-wasm: interrupted; nothing was written\n");
  return INTERRUPTED;
}

export const compile: Command = {
  help: `Usage: robots-wasm compile --agent TOKEN [OPTION…] --output FILE INPUT…

  INPUT…             folders with one file per origin (example.com, example.com_8080, https/example.com), WARC files, or
                     folders of WARC files
  --output, -o FILE  the archive; FILE appears when it is complete
${agentHelp};
                     repeat it for several crawlers in one archive
${dialectHelp}
${lenientHelp}
  --policy NAME      rfc9309, google, google2019, koster1996, norobots1996: what HTTP statuses mean; default: as the dialect
  --shards N         divide the archive into N files FILE.00000-of-N.GENERATION by a hash of the host (see origin-key); FILE
                     is then a manifest that names them
  --files-from FILE  more inputs: a list with one path per line; - reads it from standard input
  --add ARCHIVE      begin with the origins of ARCHIVE, which may be FILE itself; later captures and files replace them
  --jobs N           read WARC files in N threads; default 1; the archive is the same, byte by byte
  --stats FILE       write counts, what was skipped with one example each, seconds and versions to FILE as JSON
  --max-skipped N%   fail if more of the files and captures of robots.txt are skipped; default 100%
  --allow-empty      write an archive also if the inputs have no robots.txt, and take any name of a file for that of a host
  --quiet            no summary

A capture of a robots.txt that cannot be used refuses its origin, unless an answer is later (docs/archive.md).
Exit codes: 0 the archive is complete, 2 a wrong call or a failure, 130 interrupted. Unless 0, FILE is unchanged.
`,
  run,
};
