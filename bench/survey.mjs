// node bench/survey.mjs [CORPUS] [COPIES]: files a second of processor time of `robots-wasm survey` in one thread, on a corpus of gzipped
// JSON lines (bench/README.md). A run over one file gives the time that starting takes, which is subtracted.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const [corpus = "../shared/corpus/robots.ndjson.gz", copies = "2"] = process.argv.slice(2);
const cli = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-survey-bench-"));
const [all, one] = ["all", "one"].map((name) => join(folder, name));

function writeFiles() {
  for (const path of [all, one]) mkdirSync(path);
  const lines = gunzipSync(readFileSync(corpus)).toString("utf8").split("\n").filter(Boolean);
  writeFileSync(join(one, "a.example"), "");
  lines.forEach((line, i) => {
    const { body, body_b64 } = JSON.parse(line);
    const bytes = body_b64 === undefined ? body : Buffer.from(body_b64, "base64");
    for (let copy = 0; copy < Number(copies); copy++) writeFileSync(join(all, `host${i}.copy${copy}.example`), bytes);
  });
  return lines.length * Number(copies);
}

/** Seconds of processor time, and the most memory in bytes. */
function measured(words, input) {
  const script = `process.on("exit", () => console.error(JSON.stringify(process.resourceUsage())));
    process.argv.splice(1, 1); await import(${JSON.stringify(cli)});`;
  const args = [
    "--input-type=module",
    "--eval",
    script,
    "x",
    "x",
    "survey",
    "--quiet",
    ...words,
    "-o",
    "/dev/null",
    input,
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(stderr);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stderr.trim().split("\n").at(-1));
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, bytes: maxRSS * 1024 };
}

try {
  const files = writeFiles();
  console.log(
    `${files} files; Node.js ${process.version}\n\n| options | files a second of processor time | MB |\n|---|---:|---:|`,
  );
  for (const words of [["--purpose", "training"], [], ["--by", "site"], ["--purpose", "training", "--format", "csv"]]) {
    const runs = [1, 2, 3].map(() => {
      const [whole, start] = [measured(words, all), measured(words, one)];
      return { rate: files / (whole.seconds - start.seconds), bytes: whole.bytes };
    });
    const best = runs.reduce((a, b) => (b.rate > a.rate ? b : a));
    const name = words.join(" ") || "all crawlers";
    console.log(`| ${name} | ${Math.round(best.rate).toLocaleString("en-US")} | ${Math.round(best.bytes / 1e6)} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
