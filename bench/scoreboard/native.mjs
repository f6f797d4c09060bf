// Contestants that answer through the drivers of bench/native/: all vectors in one job file, all verdicts in one line.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeJob } from "../job.mjs";
import { ContestantProcess } from "../process.mjs";
import { bytesOf } from "./vectors.mjs";

export const googleAt = (program) => ({
  name: "google/robotstxt",
  version: "22b355f",
  language: "C++",
  claims: ["google"],
  says: "Google's own parser and matcher",
  command: [resolve(program)],
});

export const googleJavaAt = (program) => ({
  name: "google/robotstxt-java",
  version: "ef74a3c",
  language: "Java",
  claims: ["google"],
  says: "Google's own port of its parser and matcher",
  command: [resolve(program)],
});

const outcomes = { 0: false, 1: true, "-": "threw" };

/** Outcomes by id, as ask.mjs. */
export async function askNative(contestant, vectors) {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-scoreboard-"));
  const job = join(folder, "job");
  const files = vectors.map((vector) => ({ body: bytesOf(vector), agent: vector.agents[0], urls: [vector.url] }));
  writeJob(job, [{ name: "vectors", files }]);
  const process = new ContestantProcess(contestant, job);
  try {
    const verdicts = await process.ask("verdicts 0");
    return new Map(vectors.map(({ id }, i) => [id, outcomes[verdicts[i]]]));
  } finally {
    process.end();
    rmSync(folder, { recursive: true });
  }
}
