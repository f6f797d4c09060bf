/** `filter` with each of its sources, inputs and outputs. Each question has a host of its own. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { temporaryFolder } from "../../../support/packed.ts";
import { parquetOf } from "../../../support/parquet.ts";
import { program } from "../../../support/program.ts";
import { type Answer, answerOf, type Door, standard } from "../../../vectors/doors/door.ts";
import { AGENT, type Question } from "../../../vectors/doors/questions.ts";
import { run, shell } from "../../cli/process.ts";

type Answers = readonly (Answer | undefined)[];

/** Questions of one dialect as lines, and the files of their hosts as a folder, an archive and shards. */
export interface Crawl {
  readonly dialect: Question["dialect"];
  readonly lines: readonly string[];
  readonly folder: string;
  readonly archive: string;
  readonly shards: string;
}

/** A line cannot hold a line feed, and loses a carriage return at its end. */
const isLine = ({ url }: Question): boolean => !/\n|\r$/.test(url);

/** The same URL on the host of this question; a text without the host stays as it is. */
const onHost = (url: string, i: number): string =>
  url.replace(
    /(\/\/|^http:|@|\/|\\|\.)(a|%61|A)(\.|。)(ex\t?ample)/i,
    (_, before, __, dot, rest) => `${before}q${i}${dot}${rest}`,
  );

export function crawlOf(all: readonly Question[], dialect: Question["dialect"]): Crawl {
  const place = temporaryFolder("doors-filter");
  const folder = join(place, "robots");
  mkdirSync(folder);
  const questions = all.filter((one) => one.dialect === dialect && isLine(one));
  const lines = questions.map(({ url }, i) => onHost(url, i));
  questions.forEach(({ file }, i) => {
    writeFileSync(join(folder, `q${i}.example`), file);
    const host = standard(lines[i]!)?.host ?? "";
    if (host.includes(`q${i}.`)) writeFileSync(join(folder, host.replace(":", "_")), file);
  });
  const [archive, shards] = ["archive", "shards"].map((name) => join(place, name)) as [string, string];
  const words = ["compile", "--quiet", "--agent", AGENT, "--dialect", dialect, folder, "--output"];
  done([...words, archive]);
  done([...words, shards, "--shards", "3"]);
  return { dialect, lines, folder, archive, shards };
}

function done(words: readonly string[], input: string | Uint8Array = ""): string {
  const { code, out, err } = run(words, input);
  if (code !== 0) throw new Error(`${words.join(" ")}: ${err}`);
  return out;
}

const text = ({ lines }: Crawl): string => lines.map((line) => `${line}\n`).join("");
const verdictsIn = (out: string): Answers =>
  out
    .trimEnd()
    .split("\n")
    .map((verdict) => ({ verdict: verdict as Answer["verdict"] }));

const filterWords = ({ dialect }: Crawl, robots: string): string[] => [
  "filter",
  "--quiet",
  "--agent",
  AGENT,
  "--dialect",
  dialect,
  "--missing",
  "refuse",
  "--robots",
  robots,
];

const verdicts = (
  crawl: Crawl,
  robots: string,
  words: readonly string[] = [],
  input: string | Uint8Array = text(crawl),
) => verdictsIn(done([...filterWords(crawl, robots), "--verdicts", ...words], input));

/** Without it, a list of which most lines are not URLs is an error. */
const keepsInvalid = ({ folder }: Crawl): string[] => ["--invalid", join(folder, "..", "invalid")];

/** Lines that are not URLs have no object. The URL of each says which it is. */
function json(crawl: Crawl, robots: string): Answers {
  const found = done(
    [...filterWords(crawl, robots), ...keepsInvalid(crawl), "--json", "--ordered", "--jobs", "2"],
    text(crawl),
  )
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  let at = 0;
  return crawl.lines.map((line) => {
    const one = found[at];
    if (one === undefined || one.url !== line) return { verdict: "-" };
    at++;
    return answerOf(one.allowed, one.rule?.line ?? 0);
  });
}

/** The lines that are allowed, and those that are refused. Each line comes once, because each has another host, or is the same text. */
function lines(crawl: Crawl): Answers {
  const allowed = new Set(
    done([...filterWords(crawl, crawl.folder), ...keepsInvalid(crawl)], text(crawl))
      .trimEnd()
      .split("\n"),
  );
  return crawl.lines.map((line) => answerOf(allowed.has(line)));
}

/** Columns and NDJSON end a text where a line would end. */
const inRecords = (crawl: Crawl, record: (line: string) => string, words: readonly string[]): Answers =>
  verdicts(crawl, crawl.archive, words, crawl.lines.map((line) => `${record(line)}\n`).join(""));

/** Parquet is read from a file, its end first. */
function parquet(crawl: Crawl): Answers {
  const framing = { version: 2, crc: false, codec: "UNCOMPRESSED" } as const;
  const path = join(crawl.folder, "..", "urls.parquet");
  writeFileSync(path, parquetOf([{ name: "url", data: [...crawl.lines], type: "STRING" }], framing));
  const words = [...filterWords(crawl, crawl.archive), "--verdicts", "--field", "url"];
  const { code, out, err } = shell(`"$NODE" ${program} ${words.map((word) => `'${word}'`).join(" ")} < ${path}`, {
    NODE: process.execPath,
  });
  if (code !== 0) throw new Error(`Parquet: ${err}`);
  return verdictsIn(out);
}

function served(crawl: Crawl): Answers {
  const body = Buffer.from(text(crawl));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  const words = [program, ...filterWords(crawl, crawl.archive), "--serve"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { input: Buffer.concat([head, body]) });
  if (status !== 0) throw new Error(`--serve: ${stderr}`);
  return Array.from(stdout.subarray(4).toString(), (verdict) => ({ verdict: verdict as Answer["verdict"] }));
}

const hasTab = (line: string): boolean => line.includes("\t");

/** How questions reach a door as lines, one dialect at a time. */
export const doorOfCrawls = (
  name: string,
  taking: Door["taking"],
  ask: (crawl: Crawl, questions: readonly Question[]) => Answers | Promise<Answers>,
): Door => ({
  name,
  taking,
  async ask(questions) {
    const answers: (Answer | undefined)[] = Array.from(questions, () => undefined);
    for (const { name: dialect } of dialects) {
      const places = [...questions.keys()].filter((i) => questions[i]!.dialect === dialect && isLine(questions[i]!));
      if (places.length === 0) continue;
      const got = await ask(knownCrawl(questions, dialect), questions);
      if (got.length !== places.length) throw new Error(`${name}: ${got.length} answers to ${places.length} lines`);
      places.forEach((place, i) => {
        answers[place] = got[i];
      });
    }
    return answers;
  },
});

const crawls = new WeakMap<readonly Question[], Map<string, Crawl>>();

/** Made once for all doors. */
export function knownCrawl(questions: readonly Question[], dialect: Question["dialect"]): Crawl {
  const known = crawls.get(questions) ?? new Map<string, Crawl>();
  crawls.set(questions, known);
  const crawl = known.get(dialect) ?? crawlOf(questions, dialect);
  known.set(dialect, crawl);
  return crawl;
}

export const filterDoors: readonly Door[] = [
  doorOfCrawls("filter, folder, a byte order mark", "module", (crawl) =>
    verdicts(crawl, crawl.folder, [], `\ufeff${text(crawl)}`),
  ),
  doorOfCrawls("filter, archive, two jobs", "module", (crawl) => verdicts(crawl, crawl.archive, ["--jobs", "2"])),
  doorOfCrawls("filter, shards", "module", (crawl) => verdicts(crawl, crawl.shards)),
  doorOfCrawls("filter --json, folder, two jobs", "module", (crawl) => json(crawl, crawl.folder)),
  doorOfCrawls("filter --json, archive", "module", (crawl) => json(crawl, crawl.archive)),
  doorOfCrawls("filter, allowed lines", "module", lines),
  doorOfCrawls("filter, NDJSON", "module", (crawl) =>
    inRecords(crawl, (line) => JSON.stringify({ url: line, id: 1 }), ["--field", "url"]),
  ),
  doorOfCrawls("filter, TSV", "module", (crawl) =>
    inRecords(crawl, (line) => `1\t${line}`, ["--field", "2"]).map((answer, i) =>
      hasTab(crawl.lines[i]!) ? undefined : answer,
    ),
  ),
  doorOfCrawls("filter, Parquet", "module", parquet),
  doorOfCrawls("filter --serve", "module", served),
];
