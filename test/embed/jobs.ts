/**
 * What every host of embed.wasm is asked, and what the library answers. A job is one file with its agents and URLs; on a line
 * it is `dialect TAB file TAB agents TAB URL URL…`, bytes in base64 and agents separated by LF. The answer is
 * `verdicts TAB rule lines TAB verdicts of all URLs as lines TAB the same as rows TAB saved program`. Hosts decide the lines by
 * the program as it was saved and loaded, and the rows by that and the first one in turn. With a fifth part, `readings`, the answer is
 * `verdicts TAB rule lines` by all readings.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type DialectName, dialectNamed, dialects } from "../../bindings/core/dialects.ts";
import { parse } from "../../bindings/index.ts";
import { agentOf, bytesOf, type Input, utf8 } from "../fuzz/input.ts";
import { mutate } from "../fuzz/mutate.ts";
import { randomFrom } from "../fuzz/random.ts";
import { caseSeeds } from "../fuzz/seeds.ts";
import { hasShared, realFiles } from "../support/shared.ts";
import { vectorsOf } from "../vectors/build.ts";

export interface Job {
  readonly dialect: DialectName;
  readonly file: Uint8Array;
  readonly agents: readonly string[];
  readonly urls: readonly string[];
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const digits = (verdicts: Iterable<boolean | number>): string => Array.from(verdicts, Number).join("");

export const lineOf = ({ dialect, file, agents, urls }: Job): string =>
  [
    dialectNamed(dialect).id,
    base64(file),
    base64(bytesOf(agents.join("\n"))),
    urls.map((url) => base64(bytesOf(url))).join(" "),
  ].join("\t");

/** For messages: what was asked, as far as it fits. */
export const titleOf = ({ dialect, file, agents, urls }: Job): string =>
  `${dialect}, agents ${agents.join(", ")}, file ${JSON.stringify(Buffer.from(file).toString("latin1", 0, 200))}, URLs ${urls.join(" ").slice(0, 200)}`;

/** What a host decides at once: every URL and LF. A few URLs hold further line ends. */
export const blockOf = ({ urls }: Job): Uint8Array => bytesOf(urls.map((url) => `${url}\n`).join(""));

export function answerOf(job: Job): string {
  const rules = parse(job.file, { dialect: job.dialect, reading: "written" }).agent(job.agents);
  return [
    digits(rules.isAllowedMany(job.urls)),
    job.urls.map((url) => rules.explain(url).rule?.line ?? 0).join(" "),
    ...[1, 2].map(() => digits(rules.isAllowedLines(blockOf(job)))),
    base64(parse(job.file, { dialect: job.dialect }).agent(job.agents).toBytes()),
  ].join("\t");
}

/** Questions about the same file and agents are one job. */
function grouped(questions: Iterable<Job>): Job[] {
  const jobs = new Map<string, { readonly job: Job; readonly urls: string[] }>();
  for (const job of questions) {
    const key = JSON.stringify([job.dialect, base64(job.file), job.agents]);
    const known = jobs.get(key);
    if (known === undefined) jobs.set(key, { job, urls: [...job.urls] });
    else known.urls.push(...job.urls);
  }
  return Array.from(jobs.values(), ({ job, urls }) => ({ ...job, urls }));
}

/** All vectors of all dialects. */
export const vectorJobs = (): Job[] =>
  grouped(
    dialects.flatMap(({ name }) =>
      vectorsOf(name).map(({ robotsTxt, robotsTxtBase64 = "", agents, url }) => ({
        dialect: name,
        file: robotsTxt === undefined ? new Uint8Array(Buffer.from(robotsTxtBase64, "base64")) : bytesOf(robotsTxt),
        agents,
        urls: [url],
      })),
    ),
  );

/** The 10,000 cases that google/robotstxt labelled. */
export const googleJobs = (): Job[] =>
  gunzipSync(readFileSync(new URL("../fixtures/google-cases.ndjson.gz", import.meta.url)))
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ robots, robots_b64, agent, url }) => ({
      dialect: "google",
      file: robots_b64 === undefined ? bytesOf(robots) : new Uint8Array(Buffer.from(robots_b64, "base64")),
      agents: [agent],
      urls: [url],
    }));

/** Rules that need an index, lines and URLs beyond every bound, UTF-16, and blocks of more than one chunk. */
function largeJobs(dialect: DialectName): Job[] {
  const wide = Array.from({ length: 400 }, (_, i) => `Disallow: /${i}/*x${i * 7}\nAllow: /${i}/a$\n`).join("");
  const long = `/7/${"y".repeat(9000)}`;
  const urls = Array.from({ length: 2000 }, (_, i) => `https://a.example/${i % 500}/${"p".repeat(i % 90)}x${i * 3}`);
  const file = bytesOf(`User-agent: x\n${wide}Disallow: ${"/long".repeat(5000)}\n`);
  const short = bytesOf(`User-agent: x\n${wide}`);
  const utf16 = new Uint8Array(Buffer.from(`\ufeffUser-agent: x\nDisallow: /é\u{1f600}\nAllow: /\ud800\n`, "utf16le"));
  const beyond = bytesOf(`User-agent: x\n${"Disallow: /a\n".repeat(45_000)}Allow: /a/b\n`);
  return [
    {
      dialect,
      file: short,
      agents: ["x"],
      urls: [...urls, long, `${long}x49`, `/${"z".repeat(70_000)}`, "", "/%41\r"],
    },
    { dialect, file, agents: ["other", "x"], urls },
    { dialect, file: utf16, agents: ["x"], urls: ["/é\u{1f600}", "/\ufffd", "/"] },
    { dialect, file: Uint8Array.of(...new Uint8Array(Buffer.from(utf16).swap16()), 0), agents: ["x"], urls: ["/é"] },
    { dialect, file: beyond, agents: ["x"], urls: ["/a", "/a/b", "/b"] },
  ];
}

/** Compressed files refuse everything, by no line (bindings/base/gzip.ts). */
export const compressedJobs = (): Job[] =>
  [
    [0x1f, 0x8b],
    [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 10, 0x41, 0x3a, 10],
    [0x1f, 0xc2, 0x8b],
    [0x1f, 0xef, 0xbf, 0xbd, 8],
    [0x28, 0xb5, 0x2f, 0xfd],
    [0x28, 0xc2, 0xb5, 0x2f],
    [0x28, 0xef, 0xbf, 0xbd],
    [0x50, 0x4b, 3, 4, 10],
    [0x1f],
    [0x1f, 0xc2],
    [0x50, 0x4b, 3],
  ].flatMap((file) =>
    dialects.map(({ name }) => ({
      dialect: name,
      file: Uint8Array.from(file),
      agents: ["x"],
      urls: ["/", "/a", "/robots.txt", "https://h.example/a?b"],
    })),
  );

function madeJob(input: Input, dialect: DialectName): Job {
  const [file, agent, ...urls] = input;
  const text = utf8(agent!).replaceAll("\n", " ");
  return { dialect, file: file!, agents: [dialect === "google" ? text : agentOf(bytesOf(text))], urls: urls.map(utf8) };
}

/** Files like those of a corpus, and worse: mutations of the case documents, the same in every run. */
export function madeJobs(count: number): Job[] {
  const random = randomFrom(16);
  const seeds = caseSeeds();
  const mutated = Array.from({ length: count }, (_, i) => {
    const input = mutate(random.pick(seeds), ["robots", "agent", "url"], random, random.pick(seeds));
    return madeJob(input, dialects[i % dialects.length]!.name);
  });
  return [...dialects.flatMap(({ name }) => largeJobs(name)), ...mutated];
}

/** One real file in `every`, where the corpus is present. Its URLs are the paths of its own rules. */
export function corpusJobs(every: number): Job[] {
  if (!hasShared("corpus/robots.ndjson.gz")) return [];
  return Array.from(realFiles(every), ({ bytes: file }, i) => {
    const groups = parse(file).groups;
    const paths = groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern.replaceAll("*", "x")));
    const urls = [...paths.slice(0, 40), "/", "/robots.txt", `https://a.example/page/${i}`];
    return { dialect: i % 2 === 0 ? "rfc9309" : "google", file, agents: ["Googlebot", "x"], urls };
  });
}
