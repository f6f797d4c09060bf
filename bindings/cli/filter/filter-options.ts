/** The options of `robots-wasm filter`. */
import { statSync } from "node:fs";
import type { FilterPlan, OutputSpec, UrlField } from "../../bulk/filter/index.ts";

import { usageError } from "../errors.ts";
import { checkedFile } from "../input.ts";
import { type Addresses, checkedAddresses } from "../network.ts";
import {
  agentHelp,
  checkedChoice,
  checkedCrawler,
  checkedDialect,
  checkedInteger,
  dialectHelp,
  leniencyOf,
  lenientHelp,
  parseWords,
  readingOptions,
} from "../options.ts";

const options = {
  ...readingOptions,
  robots: { type: "string" },
  missing: { type: "string" },
  output: { type: "string", short: "o" },
  refused: { type: "string" },
  json: { type: "boolean" },
  verdicts: { type: "boolean" },
  invalid: { type: "string" },
  field: { type: "string" },
  stats: { type: "string" },
  serve: { type: "boolean" },
  ordered: { type: "boolean" },
  jobs: { type: "string" },
  memory: { type: "string" },
  offset: { type: "string" },
  "user-agent": { type: "string" },
  addresses: { type: "string" },
  quiet: { type: "boolean" },
} as const;

/** What means nothing for frames. */
const NOT_WITH_SERVE = [
  "refused",
  "json",
  "verdicts",
  "invalid",
  "field",
  "stats",
  "ordered",
  "jobs",
  "offset",
] as const;

/** The part of the input within which URLs are grouped by origin (docs/performance.md, At scale). */
export const WINDOW_BYTES: number = 2 ** 22;

const LEAST_ENGINE_BYTES = 2 ** 20;
const MOST_ENGINE_BYTES = 2 ** 29;

export interface FilterOptions {
  readonly plan: FilterPlan;
  /** Whether it is an error that --robots has none of many origins. */
  readonly mustFind: boolean;
  readonly userAgent: string | undefined;
  /** Which hosts may be fetched from. */
  readonly addresses: Addresses;
  readonly output: string | undefined;
  readonly refused: string | undefined;
  readonly invalid: string | undefined;
  readonly stats: string | undefined;
  readonly serve: boolean;
  readonly ordered: boolean;
  readonly jobs: number;
  /** Twice the memory of all jobs, if the module can use it. */
  readonly moreMemoryBytes: number | undefined;
  readonly offset: number;
  readonly quiet: boolean;
}

const missingChoices = ["allow", "refuse", "mark", "fetch"] as const;

export function filterOptions(words: readonly string[]): FilterOptions {
  const { values, positionals } = parseWords(words, options);
  if (positionals.length > 0) throw usageError(`expected options only; got ${positionals[0]}`);
  checkServed(values);
  const agents = checkedCrawler(values.agent).tokens;
  const jobs = checkedInteger("--jobs", values.jobs ?? "1", 1, 256);
  const jobBytes = jobMemory(values, jobs);
  const missing = values.missing ?? (values.robots === undefined ? "fetch" : "allow");
  return {
    plan: {
      agents,
      dialect: checkedDialect(values.dialect ?? "rfc9309"),
      leniency: leniencyOf(values.lenient ?? []),
      robots: values.robots === undefined ? undefined : existing(values.robots),
      missing: checkedChoice("--missing", missing, missingChoices),
      output: {
        format: formatOf(values),
        refused: values.refused !== undefined,
        invalid: values.invalid !== undefined,
      },
      field: values.field === undefined ? undefined : fieldOf(values.field),
      memoryBytes: engineBytes(jobBytes),
    },
    mustFind: values.robots !== undefined && values.missing === undefined,
    userAgent: values["user-agent"],
    addresses: checkedAddresses(values.addresses) ?? "public",
    output: values.output,
    refused: values.refused,
    invalid: values.invalid,
    stats: values.stats,
    serve: values.serve ?? false,
    // Verdicts without lines mean nothing in another order.
    ordered: (values.ordered ?? false) || (values.verdicts ?? false),
    jobs,
    moreMemoryBytes: jobBytes < MOST_ENGINE_BYTES ? 2 * jobs * jobBytes : undefined,
    offset: checkedInteger("--offset", values.offset ?? "0", 0, Number.MAX_SAFE_INTEGER),
    quiet: values.quiet ?? false,
  };
}

/** The memory of each job: its share of `--memory`. */
function jobMemory(values: { readonly memory?: string | undefined }, jobs: number): number {
  const bytes = checkedInteger("--memory", values.memory ?? "268435456", 2 ** 20, 2 ** 40);
  return values.memory === undefined ? bytes : bytes / jobs;
}

/** What a job keeps between windows: its share without what a window takes. The module has at most 1 GiB. */
const engineBytes = (shareBytes: number): number =>
  Math.max(LEAST_ENGINE_BYTES, Math.floor(Math.min(shareBytes, MOST_ENGINE_BYTES) - 3 * WINDOW_BYTES));

function checkServed(values: Readonly<Partial<Record<"serve" | (typeof NOT_WITH_SERVE)[number], unknown>>>): void {
  if (!values.serve) return;
  const useless = NOT_WITH_SERVE.find((name) => values[name] !== undefined);
  if (useless !== undefined)
    throw usageError(`expected no --${useless} with --serve, where it has no effect; got both`);
}

function formatOf({ json, verdicts }: { json?: boolean; verdicts?: boolean }): OutputSpec["format"] {
  if (json && verdicts) throw usageError("expected --json or --verdicts; got both");
  return json ? "json" : verdicts ? "verdicts" : "lines";
}

/** A number is a column, any other text a key. */
const fieldOf = (text: string): UrlField => (/^[1-9]\d{0,5}$/.test(text) ? { column: Number(text) } : { key: text });

function existing(path: string): string {
  checkedFile("--robots to be a folder, an archive, a manifest or a WARC file", path, (one) => statSync(one));
  return path;
}

export const filterHelp: string = `
${agentHelp}
  --robots PATH      a folder with one file per origin (example.com, example.com_8080, https/example.com), an archive of
                     robots-wasm compile, the manifest of its shards, or a WARC file
  --missing WHAT     allow, refuse, mark or fetch origins without a robots.txt; mark: ? in --verdicts. Default: fetch without
                     --robots, else allow, but fail if --robots has none of ten or more origins
${dialectHelp}
${lenientHelp}
  --output, -o FILE  write allowed lines to FILE, which appears when it is complete; default: standard output
  --refused FILE     write refused lines to FILE
  --json             write a JSON object for every URL instead of allowed lines: verdict, reason, rule, line
  --verdicts         write one character per line of the input instead: 1 allowed, 0 refused, - not a URL, ? marked
  --invalid FILE     write lines that are not URLs to FILE
  --field N|KEY      the URL is in column N of TSV lines, in KEY of NDJSON lines, or in the column KEY of a Parquet file
  --stats FILE       write counts, seconds and versions to FILE as JSON
  --serve            answer frames of lines on standard input until it ends (docs/filter.md)
  --ordered          keep the order of the input, also with several jobs
  --jobs N           number of threads; default 1, the main thread alone
  --memory BYTES     how much memory all jobs together keep for origins and rules; default 268435456 for each job
  --offset BYTES     start at this input offset, as an interrupted run prints
  --user-agent TEXT  the User-Agent header of fetches; default: the first token
  --addresses WHICH  public (default): refuse hosts to fetch from that are not public; any: fetch from them too
  --quiet            no summary
`;
