/** Asks a host in another language all jobs, and compares its answers with the library's, byte for byte. */
import { join } from "node:path";
import { expect } from "vitest";
import {
  answerOf,
  compressedJobs,
  corpusJobs,
  googleJobs,
  type Job,
  lineOf,
  madeJobs,
  vectorJobs,
} from "../../embed/jobs.ts";
import { root, run } from "../../support/packed.ts";
import { sized } from "../../support/sized.ts";

/** Builds a host into a folder of its own, and returns a sentence if that cannot be done here. */
export async function build(program: string, words: readonly string[], folder: string): Promise<string | undefined> {
  const { status, stdout, stderr } = await run(program, words, { cwd: join(root, folder), limitMs: LIMIT_MS });
  if (status === 0) return undefined;
  if (status === "ENOENT") return `${program} is not installed`;
  return `${folder} could not be built: ${`${stdout}${stderr}`.trim().split("\n").at(-1)}`;
}

export const modulePath = "dist/embed.wasm";
const LIMIT_MS = 500_000;

/** Jobs without URLs would be ambiguous on a line. */
const jobs = (): Job[] =>
  [
    ...vectorJobs(),
    ...googleJobs().filter((_, i) => i % sized(10, 1) === 0),
    ...compressedJobs(),
    ...madeJobs(sized(300, 1500)),
    ...corpusJobs(sized(400, 100)),
  ].filter(({ urls }) => urls.length > 0);

/** Without the output in a failure: it has megabytes. */
export async function expectAnswers(program: string, words: readonly string[], cwd?: string): Promise<void> {
  const asked = jobs();
  const input = `${asked.map(lineOf).join("\n")}\n`;
  const surroundings = { input, limitMs: LIMIT_MS, ...(cwd === undefined ? {} : { cwd }) };
  const { status, stdout, stderr } = await run(program, words, surroundings);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const answers = stdout.split("\n");
  expect(answers.length).toBe(asked.length + 1);
  asked.forEach((job, i) => {
    expect(answers[i]).toBe(answerOf(job));
  });
}
