// Runs of the scale benchmark: each a process of its own that says what it took when it ends (usage.mjs).
import { closeSync, openSync, readFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { usageOf } from "./usage-of.mjs";

const AGENT = "ExampleBot";
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const main = here("../dist/cli/main.js");

export class Runner {
  constructor(folder, before, rounds) {
    this.folder = folder;
    this.before = before;
    this.rounds = rounds;
  }

  filter(frontier, list, jobs = 1) {
    return this.alternately([() => this.filterOnce(frontier, list, jobs)])[0];
  }

  filterOnce({ robots, lists }, list, jobs, output) {
    return this.filterFile(robots, lists[list].path, jobs, output);
  }

  /** `robots` is a folder or an archive, `urls` a file. */
  filterFile(robots, urls, jobs = 1, output) {
    const words = ["filter", "--agent", AGENT, "--robots", robots, "--jobs", String(jobs), "--quiet"];
    return this.#run([main, ...words], urls, output);
  }

  compile(robots, output, shards) {
    const words = ["compile", "--agent", AGENT, "--output", output, "--quiet"];
    return this.#run([main, ...words, ...(shards === undefined ? [] : ["--shards", String(shards)]), robots], devNull);
  }

  originKey(shards, urls) {
    return this.#run([main, "origin-key", "--shards", String(shards)], urls);
  }

  robotsParser(frontier, list) {
    return this.alternately([() => this.robotsParserOnce(frontier, list)])[0];
  }

  robotsParserOnce({ robots, lists }, list, output) {
    return this.#run([here("scale-robots-parser.mjs"), AGENT, robots], lists[list].path, output);
  }

  /** The ten lines over `parse` and a Map. */
  tenLinesOnce({ robots, lists }, list, output) {
    return this.#run([here("ten-lines.mjs"), AGENT, robots], lists[list].path, output);
  }

  /** Each in every round, one after another; of each the fastest, with its distance to the slowest. */
  alternately(runs) {
    const rounds = Array.from({ length: this.rounds }, () => runs.map((run) => run()));
    return runs.map((_, i) => {
      const usages = rounds.map((round) => round[i]).sort((a, b) => a.seconds - b.seconds);
      return { ...usages[0], spread: usages.at(-1).seconds - usages[0].seconds };
    });
  }

  #run(words, input, output) {
    const { folder, before } = this;
    const stdin = openSync(input, "r");
    // Not "ignore": filter takes that for a closed standard output and refuses it.
    const stdout = openSync(output ?? devNull, "w");
    const usage = usageOf(words, { folder, before, input: stdin, output: stdout });
    for (const file of [stdin, stdout]) closeSync(file);
    return usage;
  }
}

/** Whether `filter` on the folder, on an archive of it, and the ten lines let the same URLs through. */
export function isSameOutput(runner, frontier, archive) {
  const [ours, theirs, byArchive] = ["ours", "theirs", "archived"].map((name) => join(runner.folder, `${name}.txt`));
  runner.filterOnce(frontier, "urls", 1, ours);
  runner.tenLinesOnce(frontier, "urls", theirs);
  runner.filterFile(archive, frontier.lists.urls.path, 1, byArchive);
  const expected = readFileSync(ours);
  return [theirs, byArchive].every((path) => expected.equals(readFileSync(path)));
}

/** On how many URLs both give the same verdict. What either lets through is in the order of the input. */
export function agreementOn(runner, frontier) {
  const [ours, theirs] = [join(runner.folder, "ours.txt"), join(runner.folder, "theirs.txt")];
  runner.filterOnce(frontier, "compared", 1, ours);
  runner.robotsParserOnce(frontier, "compared", theirs);
  const linesOf = (path) => readFileSync(path, "utf8").split("\n");
  const outputs = [linesOf(ours), linesOf(theirs)];
  const at = [0, 0];
  const urls = linesOf(frontier.lists.compared.path).slice(0, -1);
  const same = urls.filter((url) => {
    const [a, b] = outputs.map((lines, i) => lines[at[i]] === url && ++at[i] > 0);
    return a === b;
  }).length;
  return { same, total: urls.length };
}
