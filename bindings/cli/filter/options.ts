/** The words of `robots-wasm filter`, checked. */
import { statSync } from "node:fs";
import type { Plan } from "../../bulk/filter/decider.ts";
import { parseWords } from "../arguments.ts";
import { checkedAgents, checkedChoice, checkedDialect, leniencyOf } from "../checked.ts";
import { checkedFile } from "../input.ts";
import { Misuse } from "../misuse.ts";

const options = {
  agent: { type: "string", multiple: true },
  robots: { type: "string" },
  missing: { type: "string" },
  dialect: { type: "string" },
  lenient: { type: "string", multiple: true },
  output: { type: "string" },
  denied: { type: "string" },
  json: { type: "boolean" },
  ordered: { type: "boolean" },
  jobs: { type: "string" },
  window: { type: "string" },
  memory: { type: "string" },
  offset: { type: "string" },
  "user-agent": { type: "string" },
  quiet: { type: "boolean" },
} as const;

export interface FilterOptions {
  readonly plan: Plan;
  readonly userAgent: string | undefined;
  readonly output: string | undefined;
  readonly denied: string | undefined;
  readonly ordered: boolean;
  readonly jobs: number;
  readonly windowBytes: number;
  readonly offset: number;
  readonly quiet: boolean;
}

const missings = ["allow", "deny", "fetch"] as const;

export function filterOptions(words: readonly string[]): FilterOptions {
  const { values, positionals } = parseWords(words, options);
  if (positionals.length > 0) throw new Misuse(`expected options only; got ${positionals[0]}`);
  const agents = checkedAgents(values.agent);
  const jobs = integer("--jobs", values.jobs ?? "1", 1, 256);
  const memoryBytes = integer("--memory", values.memory ?? "268435456", 2 ** 20, 2 ** 40);
  const missing = values.missing ?? (values.robots === undefined ? "fetch" : "allow");
  return {
    plan: {
      agents,
      dialect: checkedDialect(values.dialect ?? "rfc9309"),
      leniency: leniencyOf(values.lenient ?? []),
      robots: values.robots === undefined ? undefined : existing(values.robots),
      missing: checkedChoice("--missing", missing, missings),
      wanted: { denied: values.denied !== undefined, json: values.json ?? false },
      memoryBytes: Math.floor(memoryBytes / jobs),
    },
    userAgent: values["user-agent"],
    output: values.output,
    denied: values.denied,
    ordered: values.ordered ?? false,
    jobs,
    windowBytes: integer("--window", values.window ?? "1048576", 4096, 2 ** 28),
    offset: integer("--offset", values.offset ?? "0", 0, Number.MAX_SAFE_INTEGER),
    quiet: values.quiet ?? false,
  };
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Misuse(`expected ${name} to be an integer from ${least} to ${most}; got ${text}`);
}

function existing(path: string): string {
  checkedFile("--robots to be a folder, an archive or a WARC file", path, (one) => statSync(one));
  return path;
}

export const filterHelp: string = `
  --agent TOKEN      the crawler's product token; repeated, the first that has a group of its own
  --robots PATH      a folder with a file an origin (example.com, example.com_8080, https/example.com), an archive of
                     robots-wasm compile, or a WARC file
  --missing WHAT     allow, deny or fetch origins without a robots.txt; default allow, without --robots fetch
  --dialect NAME     rfc9309 (default), google, koster1996, original1994
  --lenient SWITCH   a liberty of the dialect, as in check
  --output FILE      where allowed lines go, default standard output; FILE is there when it is complete
  --denied FILE      where refused lines go, default nowhere
  --json             in place of allowed lines, a JSON object for every URL: verdict, reason, rule, line
  --ordered          lines come out in the order of the input, also with several jobs
  --jobs N           worker threads, default 1: none but the main one
  --window BYTES     within which URLs are grouped by origin, default 1048576
  --memory BYTES     what all jobs together keep of compiled rules, default 268435456
  --offset BYTES     where to go on in the input, as an interrupted run tells
  --user-agent TEXT  the header of fetches, default the first token
  --quiet            no summary
`;
