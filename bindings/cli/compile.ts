/** `robots-wasm compile`: compiles folders and WARC files into one archive for `filter --robots` and the library. */
import { readFileSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { isGzip } from "../base/gzip.ts";
import { pluralise } from "../base/numbers.ts";
import {
  type CompileInputs,
  isPartial,
  type Part,
  writePartial,
  writeShardSet,
  writeWhole,
} from "../bulk/compile/index.ts";
import { outputFile, placeOf, STDIN, temporaryBeside } from "../bulk/files/output-file.ts";
import { withFile } from "../bulk/files/read-start.ts";
import { checkNames } from "../bulk/folder/index.ts";
import { CompileStats, MAX_WARCS } from "../bulk/warc/index.ts";
import { policyOf } from "../core/access/internal.ts";
import { VERSION } from "../crawl/archive/internal.ts";
import type { Command } from "./command.ts";
import { inputsAt } from "./crawl-inputs.ts";
import { usageError } from "./errors.ts";
import { checkedFile } from "./input.ts";
import { interrupted, showProgress, untilStopped } from "./long-run.ts";
import {
  agentHelp,
  checkedCrawlers,
  checkedDialect,
  checkedInteger,
  checkedPercentage,
  checkedPolicy,
  checkedShards,
  checkedSnapshot,
  dialectHelp,
  leniencyOf,
  lenientHelp,
  parseWords,
  readingOptions,
} from "./options.ts";
import { FAILED, printableLines, version, warn, writeError } from "./output.ts";
import { checkPlaces, foldersOf } from "./places.ts";

/** Archives count them with 16 bits. */
const MAX_CRAWLERS = 65_535;
/** Of a list of inputs in gzip: room for the most inputs, with paths of 500 bytes. */
const MAX_LIST_BYTES = 2 ** 29;

const options = {
  ...readingOptions,
  policy: { type: "string" },
  snapshot: { type: "string" },
  output: { type: "string", short: "o" },
  shards: { type: "string" },
  stats: { type: "string" },
  "max-skipped": { type: "string" },
  "allow-empty": { type: "boolean" },
  jobs: { type: "string" },
  "files-from": { type: "string" },
  add: { type: "string" },
  partial: { type: "string" },
  quiet: { type: "boolean" },
} as const;

type CompileArguments = Omit<CompileInputs, "temporary" | "stats" | "signal"> & {
  output: string;
  shards: number | undefined;
  part: Part | undefined;
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
  const crawlers = checkedCrawlers(values.agent).map(({ tokens }) => tokens);
  if (crawlers.length > MAX_CRAWLERS)
    throw usageError(`expected at most ${MAX_CRAWLERS} --agent; got ${crawlers.length}`);
  if (values.output === undefined) throw usageError("expected --output FILE; got none");
  const paths = [...positionals, ...listedIn(values["files-from"])];
  if (paths.length === 0) throw usageError("expected a folder or a WARC file; got none");
  checkCount("inputs", paths);
  const dialect = checkedDialect(values.dialect ?? "rfc9309");
  const { folders, warcs: files } = inputsAt(paths);
  checkCount("WARC files", files);
  const [warcs, partials] = areAllPartials(files) ? [[], files] : [files, []];
  return {
    description: {
      crawlers,
      dialect,
      leniency: leniencyOf(values.lenient ?? []),
      snapshot: checkedSnapshot(values.snapshot),
    },
    policy: values.policy === undefined ? policyOf(dialect) : checkedPolicy(values.policy),
    folders,
    warcs,
    partials,
    keepsDamaged: paths.length > 1 || files.length > 1,
    output: values.output,
    shards: values.shards === undefined ? undefined : checkedShards(values.shards),
    part: values.partial === undefined ? undefined : checkedPart(values, folders, warcs),
    statsFile: values.stats,
    listFile: values["files-from"],
    added: values.add === undefined ? undefined : existingArchive(values.add),
    jobs: checkedInteger("--jobs", values.jobs ?? "1", 1, 256),
    maxSkipped: checkedPercentage("--max-skipped", values["max-skipped"] ?? "100%"),
    allowEmpty: values["allow-empty"] ?? false,
    quiet: values.quiet ?? false,
  };
}

/** The first file tells; the others are checked when they are read. Opening a pipe would take from it. */
function areAllPartials([first]: readonly string[]): boolean {
  if (first === undefined || statSync(first, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return checkedFile("a readable file", first, (path) => withFile(path, isPartial));
}

/** `--partial FIRST/TOTAL`, which says which files of the whole list the inputs are. */
function checkedPart(
  { partial, shards, add, snapshot }: Partial<Record<"partial" | "shards" | "add" | "snapshot", string>>,
  folders: readonly string[],
  warcs: readonly string[],
): Part {
  const other = Object.entries({ shards, add, snapshot }).find(([, value]) => value !== undefined);
  if (other !== undefined) throw usageError(`expected --partial without --${other[0]}; got both`);
  if (folders.length > 0 || warcs.length === 0)
    throw usageError(`expected only WARC files for --partial; got ${folders[0] ?? "partials"}`);
  const [first, total] = (/^(\d{1,7})\/(\d{1,7})$/.exec(partial!) ?? []).slice(1).map(Number);
  if (first === undefined || total === undefined || first + warcs.length > total || total > MAX_WARCS)
    throw usageError(
      `expected --partial FIRST/TOTAL, where file FIRST (from 0) and the ${warcs.length - 1} after it are of a list of TOTAL files, at most ${MAX_WARCS}; got ${partial}`,
    );
  return { first, total };
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

/** The paths in a list, plain or gzip, one per line; of `-`, standard input. Empty lines are skipped. */
function listedIn(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  const bytes = checkedFile("a readable list of inputs", file, (path) => readFileSync(path === "-" ? STDIN : path));
  return new TextDecoder()
    .decode(unzipped(file, bytes))
    .split(/\r?\n/)
    .filter((line) => line !== "");
}

function unzipped(path: string, bytes: Buffer): Buffer {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_LIST_BYTES });
  } catch (error) {
    throw usageError(`expected a whole list of inputs in gzip; got ${(error as Error).message}: ${path}`);
  }
}

async function run(words: readonly string[]): Promise<number> {
  const { output: path, quiet, shards, part, statsFile, listFile, maxSkipped, allowEmpty, ...plan } = checked(words);
  const startedAtMs = performance.now();
  checkPlaces(
    [path, ...(statsFile === undefined ? [] : [statsFile])],
    [
      ...plan.folders.flatMap(foldersOf),
      ...plan.warcs,
      ...(plan.partials ?? []),
      ...addedInput(path, plan),
      ...(listFile === undefined || listFile === "-" ? [] : [listFile]),
    ],
  );
  if (!allowEmpty) plan.folders.forEach(checkNames);
  const stats = new CompileStats();
  const hideProgress = showProgress(() => stats.progress());
  return untilStopped(async (signal) => {
    try {
      const all = { ...plan, temporary: temporaryBeside(path), stats, signal };
      const record = statsFile === undefined ? undefined : outputFile(statsFile);
      const commit = await compileTo(path, all, shards, part);
      hideProgress();
      if (!quiet) writeError(`${printableLines(stats.summary())}\n${rateOf(all, performance.now() - startedAtMs)}`);
      stats.checkSkipped(maxSkipped);
      if (!allowEmpty && part === undefined) stats.checkOrigins();
      await record?.write(Buffer.from(`${JSON.stringify(recordOf(all, performance.now() - startedAtMs))}\n`));
      const suffix = stats.damaged.length > 0 ? INCOMPLETE : "";
      commit(suffix);
      record?.commit(suffix);
      return suffix === "" ? 0 : tellIncomplete(path, stats);
    } catch (error) {
      if (!signal.aborted) throw error;
      return interrupted();
    } finally {
      hideProgress();
    }
  });
}

/** An archive without what a file holds would allow what that file refuses, so it never takes the name that was asked for. */
const INCOMPLETE = ".incomplete";

/** @returns the exit code */
function tellIncomplete(path: string, { damaged }: CompileStats): number {
  for (const one of damaged) warn(`${one} (ERR_INPUT)`);
  const files = pluralise(damaged.length, "WARC file");
  warn(
    `expected to read each input to its end; got ${files} with damage: without it, ${path}${INCOMPLETE} was written`,
  );
  return FAILED;
}

/** An archive may be replaced by itself with more origins: the output takes its name when it is complete. */
const addedInput = (output: string, { added }: Pick<CompileInputs, "added">): string[] =>
  added === undefined || placeOf(added) === placeOf(output) ? [] : [added];

/** How fast WARC files were read, as they are stored. Those of partials were read by other runs. */
function rateOf({ warcs, stats }: CompileInputs, ms: number): string {
  if (warcs.length === 0) return "";
  const megabytes = stats.warcBytes / 1e6;
  return `${megabytes.toFixed(1)} MB of WARC files in ${(ms / 1000).toFixed(1)} s, ${((1000 * megabytes) / ms).toFixed(1)} MB/s\n`;
}

const recordOf = ({ description, policy, stats }: CompileInputs, ms: number): object => ({
  ...stats.counts(),
  seconds: Number((ms / 1000).toFixed(3)),
  ...description,
  policy: policy.name,
  versions: { "robots-wasm": version(), format: VERSION, node: process.version },
});

/** Compiles into temporary files. @returns how to give them their names */
async function compileTo(
  path: string,
  plan: CompileInputs,
  shards: number | undefined,
  part: Part | undefined,
): Promise<(suffix: string) => void> {
  if (part !== undefined) {
    const output = outputFile(path);
    await writePartial(plan, part, output);
    return (suffix) => output.commit(suffix);
  }
  const replace = await (shards === undefined
    ? writeWhole(path, plan)
    : writeShardSet(path, { ...plan, shards, version: version() }));
  return (suffix) => {
    for (const file of replace(suffix)) warn(`could not delete ${file}, which no manifest names any more`);
  };
}

export const command: Command = {
  help: `Usage: robots-wasm compile --agent TOKEN [OPTION…] --output FILE INPUT…

  INPUT…             folders with one file per origin (example.com, example.com_8080, https/example.com), WARC files,
                     folders of WARC files, or the partials of all WARC files, in any order
  --output, -o FILE  the archive; FILE appears when it is complete
${agentHelp};
                     repeat it for several crawlers in one archive
${dialectHelp}
${lenientHelp}
  --policy NAME      rfc9309, google, google2019, koster1996, norobots1996: what HTTP statuses mean; default: as the dialect
  --snapshot NAME    what the crawl is called, such as CC-MAIN-2026-04: verdicts that say which robots.txt decided have it
  --shards N         divide the archive into N files FILE.00000-of-N.GENERATION by a hash of the host (see origin-key); FILE
                     is then a manifest that names them
  --files-from FILE  more inputs: a list with one path per line, plain or gzip; - reads it from standard input
  --partial K/N      write the captures of the WARC files, not an archive: they are file K and those after it of a list of
                     N files, counted from 0. Another run takes the partials of all files as its inputs
  --add ARCHIVE      begin with the origins of ARCHIVE, a file or a manifest, which may be FILE itself; later captures and
                     files replace them
  --jobs N           read WARC files in N threads; default 1; the archive is the same, byte by byte
  --stats FILE       write counts, what was skipped with one example each, seconds and versions to FILE as JSON
  --max-skipped N%   fail if more of the files and captures of robots.txt are skipped; default 100%
  --allow-empty      write an archive also if the inputs have no robots.txt, and take any name of a file for that of a host
  --quiet            no summary

A capture of a robots.txt that cannot be used refuses its origin, unless an answer is later (docs/archive.md).
Of several inputs, what can be read of the damaged ones and the others is written to FILE.incomplete, with exit code 2.
Exit codes: 0 the archive is complete, 2 a wrong call or a failure, 130 interrupted. Unless 0, FILE is unchanged.
`,
  run,
};
