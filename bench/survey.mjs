// node bench/survey.mjs [CORPUS] [COPIES]: files a second of processor time of `robots-wasm survey` in one thread, on a corpus of gzipped
// JSON lines (bench/README.md). A run over one file gives the time that starting takes, which is subtracted.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { realFiles } from "./real-files.mjs";
import { usageOf } from "./usage-of.mjs";

const [corpus = "../shared/corpus/robots.ndjson.gz", copies = "2"] = process.argv.slice(2);
const cli = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-survey-bench-"));
const [all, one] = ["all", "one"].map((name) => join(folder, name));

function writeFiles() {
  for (const path of [all, one]) mkdirSync(path);
  const files = realFiles(corpus);
  writeFileSync(join(one, "a.example"), "");
  files.forEach(({ body }, i) => {
    for (let copy = 0; copy < Number(copies); copy++) writeFileSync(join(all, `host${i}.copy${copy}.example`), body);
  });
  return files.length * Number(copies);
}

const measured = (words, input) => usageOf([cli, "survey", "--quiet", ...words, "-o", "/dev/null", input], { folder });

try {
  const files = writeFiles();
  console.log(
    `${files} files; Node.js ${process.version}\n\n| options | files a second of processor time | MB |\n|---|---:|---:|`,
  );
  for (const words of [["--purpose", "training"], [], ["--by", "site"], ["--purpose", "training", "--format", "csv"]]) {
    const runs = [1, 2, 3].map(() => {
      const [whole, start] = [measured(words, all), measured(words, one)];
      return { rate: files / (whole.cpuSeconds - start.cpuSeconds), bytes: whole.maxRssBytes };
    });
    const best = runs.reduce((a, b) => (b.rate > a.rate ? b : a));
    const name = words.join(" ") || "all crawlers";
    console.log(`| ${name} | ${Math.round(best.rate).toLocaleString("en-US")} | ${Math.round(best.bytes / 1e6)} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
