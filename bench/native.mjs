// google/robotstxt itself, built outside this repository and driven through its standard input: --native PATH names a program
// that reads a job file (`case`, then `file BYTES URLS AGENT`, the body and the URLs) and answers `verdicts`, `query`,
// `parse` and `nothing K` for a case, the latter with nanoseconds for all its files. It stores an agent's rules beforehand.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROUNDS = 15;

function writeJob(path, cases) {
  const parts = [];
  for (const { name, files } of cases) {
    parts.push(`case ${name}\n`);
    for (const { body, agent, urls } of files) {
      const bytes = Buffer.from(body);
      parts.push(`file ${bytes.length} ${urls.length} ${agent}\n`, bytes, `\n${urls.join("\n")}\n`);
    }
  }
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part))));
}

/** A driver for the cases; `ask` runs commands and returns a line for each. */
export function nativeOf(program, cases) {
  const job = join(mkdtempSync(join(tmpdir(), "robots-bench-")), "job");
  writeJob(job, cases);
  const ask = (commands) =>
    execFileSync(program, [job], { input: `${commands.join("\n")}\n`, maxBuffer: 2 ** 28 })
      .toString()
      .trim()
      .split("\n");
  const timed = (command, operations) => {
    const all = ask(Array(ROUNDS).fill(command))
      .map((ns) => Number(ns) / operations)
      .sort((a, b) => a - b);
    const at = (share) => all[Math.floor(share * (all.length - 1))];
    return { ns: at(0.5), spread: at(0.75) - at(0.25) };
  };
  const urlCount = (i) => cases[i].files.reduce((sum, { urls }) => sum + urls.length, 0);
  return {
    verdicts: (i) => Array.from(ask([`verdicts ${i}`])[0], (digit) => digit === "1"),
    query: (i) => timed(`query ${i}`, urlCount(i)),
    parse: (i) => timed(`parse ${i}`, cases[i].files.length),
    fromNothing: (i, k) => timed(`nothing ${i} ${k}`, cases[i].files.length),
  };
}
