/**
 * The bare host: examples/embedding/javascript/robots.js uses WebAssembly alone and gives the answers of the library, byte
 * for byte. Hosts in other languages run the same jobs: test/slow/embed/.
 */
import { describe, expect, it } from "vitest";
import { LF } from "../../bindings/base/characters.ts";
import { dialectNamed } from "../../bindings/core/dialects.ts";
import { parse } from "../../bindings/index.ts";
import { Robots } from "../../examples/embedding/javascript/robots.js";
import { embedModules, readModule } from "../support/modules.ts";
import { sized } from "../support/sized.ts";
import { vectorsOf } from "../vectors/build.ts";
import {
  answerOf,
  blockOf,
  compressedJobs,
  corpusJobs,
  googleJobs,
  type Job,
  madeJobs,
  titleOf,
  vectorJobs,
} from "./jobs.ts";

const modules = embedModules.map((name) => ({ name, bytes: readModule(name) }));

/** The answer of a host; jobs.ts says what it holds. */
function answerOfHost(host: Robots, job: Job): string {
  const program = host.compile(dialectNamed(job.dialect).id, job.file, job.agents);
  const saved = host.save(program);
  const loaded = host.load(saved);
  const lines = blockOf(job).filter((byte) => byte === LF);
  const programs = Array.from(lines, (_, row) => (row % 2 === 0 ? loaded : program));
  const answer = [
    job.urls.map((url) => Number(host.isAllowedAsWritten(program, url))).join(""),
    job.urls.map((url) => host.ruleLineAsWritten(program, url)).join(" "),
    host.decideLines(loaded, blockOf(job)).join(""),
    host.decideRows(programs, blockOf(job)).join(""),
    Buffer.from(saved).toString("base64"),
  ].join("\t");
  host.free(program);
  host.free(loaded);
  return answer;
}

/** Hosts in other languages do all of them in test/slow/embed/. */
const some = (jobs: Iterable<Job>): Job[] => [...jobs].filter((_, at) => at % sized(5, 1) === 0);

describe.each([
  ["the vectors", () => some(vectorJobs())],
  ["the cases labelled by google/robotstxt", () => some(googleJobs())],
  ["compressed files", compressedJobs],
  ["files like those of a corpus", () => madeJobs(sized(400, 1500))],
  ["real files (none without the shared folder)", () => corpusJobs(100)],
] as const)("%s", (_, jobsOf) => {
  it.each(modules)("get the library's answers from one instance of $name", ({ bytes }) => {
    const host = new Robots(bytes);
    for (const job of jobsOf()) expect(answerOfHost(host, job), titleOf(job)).toBe(answerOf(job));
  });
});

it.each(modules)("the verdicts of all vectors are the documented ones: $name", ({ bytes }) => {
  const host = new Robots(bytes);
  for (const dialect of ["rfc9309", "google", "koster1996", "norobots1996", "original1994"] as const) {
    for (const { robotsTxt, robotsTxtBase64 = "", agents, url, allowed, id } of vectorsOf(dialect)) {
      const file = robotsTxt === undefined ? Buffer.from(robotsTxtBase64, "base64") : Buffer.from(robotsTxt);
      const program = host.compile(dialectNamed(dialect).id, new Uint8Array(file), agents);
      expect(host.isAllowedAsWritten(program, url), id).toBe(allowed);
      host.free(program);
    }
  }
});

it.each(modules)("URLs that reach thousands of rules get the library's verdicts: $name", ({ bytes }) => {
  const host = new Robots(bytes);
  const names = Array.from({ length: 1200 }, (_, i) => `a${1000 + i}`);
  const rules = names.map((name, i) => `${i % 2 ? "Allow" : "Disallow"}: /*${name}*b${i}\n`).join("");
  const file = new TextEncoder().encode(`User-agent: *\n${rules}`);
  const urls = ["b7", "b8", "c", "b1199"].flatMap((tail) => [
    `/${names.join("")}${tail}`,
    `/${names.join("")}${"x".repeat(30_000)}${tail}`,
  ]);
  const agent = parse(file).agent("x");
  const wanted = urls.map((url) => agent.isAllowed(url));
  expect(new Set(wanted).size).toBe(2);
  const program = host.compile(dialectNamed("rfc9309").id, file, ["x"]);
  for (let i = 0; i < 40; i++) host.isAllowed(program, "/");
  expect(urls.map((url) => host.isAllowed(program, url))).toEqual(wanted);
  expect([...host.decideLines(program, new TextEncoder().encode(urls.join("\n")))]).toEqual(wanted.map(Number));
});
