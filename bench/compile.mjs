// node bench/compile.mjs [--quick | CORPUS [CAPTURES]] [--fastrobots PYTHON]: `robots-wasm compile` on WARC files made from real robots.txt files (a corpus of gzipped JSON
// lines, bench/README.md), as Common Crawl's have: a gzip member for each request, response and metadata record. Prints MB of gzip a second of
// processor time, and how many times as long as decompressing the same files it takes. Fails if the archive depends on the number of threads.
// --quick is what CI runs: few captures of generated files, one round. --fastrobots also decides 15 URLs of each capture in no order, by
// `compile` and `filter`, and by compile_rival.py with a Python that has fastwarc and fastrobots.
import { execFileSync } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { realFiles } from "./real-files.mjs";
import { usageOf } from "./usage-of.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" }, fastrobots: { type: "string" } },
});
const isQuick = values.quick;
const [corpus = "../shared/corpus/robots.ndjson.gz", captures = "20000"] = isQuick ? [undefined, "400"] : positionals;
const FILES = 4;
const ROUNDS = isQuick ? 1 : 3;
const besideUs = (path) => fileURLToPath(new URL(path, import.meta.url));
const cli = besideUs("../dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-compile-bench-"));

const bodies = isQuick ? generatedBodies() : realFiles(corpus).map(({ body }) => Buffer.from(body));

function generatedBodies() {
  const rules = (count) => Array.from({ length: count }, (_, i) => `Disallow: /${(i * 7919) % 1009}/*?p=`);
  return Array.from({ length: 40 }, (_, i) => Buffer.from(["User-agent: *", ...rules(3 * i)].join("\n")));
}

function record(type, url, number, block) {
  const id = String(number).padStart(12, "0");
  const head = [
    "WARC/1.0",
    `WARC-Type: ${type}`,
    `WARC-Date: 2026-03-${String(1 + (number % 28)).padStart(2, "0")}T12:00:00Z`,
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${id}>`,
    `Content-Length: ${block.length}`,
    `Content-Type: application/http; msgtype=${type}`,
    "WARC-IP-Address: 192.0.2.1",
    `WARC-Target-URI: ${url}`,
    `WARC-Payload-Digest: sha1:${id.padStart(32, "A")}`,
  ].join("\r\n");
  return gzipSync(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), block, Buffer.from("\r\n\r\n")]));
}

const hostOf = (number) => `host${(number * 7919) % 1_000_003}.example`;

/** Of 100 captures 80 have a file, 12 a 404, 8 a redirect to a host that was not captured. */
function captureOf(number) {
  const host = hostOf(number);
  const kind = number % 100;
  const status = kind < 80 ? "200 OK" : kind < 92 ? "404 Not Found" : "301 Moved Permanently";
  const body = kind < 80 ? bodies[number % bodies.length].subarray(0, 60_000) : Buffer.from(status);
  const head = [
    `HTTP/1.1 ${status}`,
    "Date: Sun, 01 Mar 2026 12:00:00 GMT",
    "Content-Type: text/plain; charset=utf-8",
    "Server: nginx",
    "Vary: Accept-Encoding",
    `ETag: "${number}"`,
    "Cache-Control: max-age=600",
    `Content-Length: ${body.length}`,
    ...(kind < 92 ? [] : [`Location: https://www.${host}/robots.txt`]),
  ].join("\r\n");
  const url = `https://${host}/robots.txt`;
  const request = Buffer.from(`GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return Buffer.concat([
    record("request", url, number, request),
    record("response", url, number, Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body])),
    record("metadata", url, number, Buffer.from("fetchTimeMs: 123\r\n")),
  ]);
}

function writeFiles() {
  const each = Math.ceil(Number(captures) / FILES);
  return Array.from({ length: FILES }, (_, file) => {
    const path = join(folder, `${file}.warc.gz`);
    writeFileSync(path, Buffer.concat(Array.from({ length: each }, (_, i) => captureOf(file * each + i))));
    return path;
  });
}

/** 15 URLs of each host, half of them by patterns of its file, in no order. */
function writeUrls(path) {
  const patterns = bodies.map((body) => String(body).match(/(?<=allow: *)\/[!"$-~]*/gi) ?? ["/"]);
  const urlAt = (i) => {
    const number = (7919 * i) % Number(captures);
    const turn = Math.floor(i / Number(captures));
    const known = patterns[number % bodies.length];
    const path = turn % 2 ? known[turn % known.length].replaceAll("*", "x").replace("$", "") : `/news/${i}.html`;
    return `https://${hostOf(number)}${path}\n`;
  };
  writeFileSync(path, Array.from({ length: 15 * Number(captures) }, (_, i) => urlAt(i)).join(""));
}

/** Prints what both take in turns, and how many of the URLs they decide differently. */
function printBeside(python, paths) {
  const [urls, rules, ours, theirs] = ["urls", "rules", "ours", "theirs"].map((name) => join(folder, name));
  writeUrls(urls);
  const common = ["--agent", "ExampleBot", "--quiet"];
  const rounds = Array.from({ length: ROUNDS }, () => [
    usageOf([cli, "compile", ...common, "--output", rules, ...paths], { folder }),
    usageOf([cli, "filter", ...common, "--robots", rules, "--output", ours], { folder, input: openSync(urls) }),
    JSON.parse(execFileSync(python, [besideUs("compile_rival.py"), "ExampleBot", urls, theirs, ...paths])),
  ]);
  const [compiled, filtered, rival] = rounds[0].map((_, i) => least(rounds.map((round) => round[i])));
  const seconds = compiled.cpuSeconds + filtered.cpuSeconds;
  const [mine, other] = [ours, theirs].map((path) => new Set(readFileSync(path, "utf8").split("\n")));
  const differ = [...mine].filter((url) => !other.has(url)).length + [...other].filter((url) => !mine.has(url)).length;
  console.log(
    `\ncompile and filter ${seconds.toFixed(2)} s, fastrobots ${rival.cpuSeconds.toFixed(2)} s of processor time: ${(seconds / rival.cpuSeconds).toFixed(2)} times; ${Math.round(compiled.maxRssBytes / 1e6)} and ${Math.round(rival.maxRssBytes / 1e6)} MB; ${differ} URLs differ`,
  );
}

const floor = `import { createReadStream } from "node:fs"; import { createGunzip } from "node:zlib";
  for (const path of process.argv.slice(1)) for await (const _ of createReadStream(path).pipe(createGunzip({ chunkSize: 2 ** 18 })));`;
const least = (runs) => runs.reduce((a, b) => (b.cpuSeconds < a.cpuSeconds ? b : a));

try {
  const paths = writeFiles();
  const megabytes = paths.reduce((sum, path) => sum + readFileSync(path).length, 0) / 1e6;
  const archive = (jobs) => join(folder, `archive-${jobs}`);
  const wordsOf = (jobs) => ["compile", "--agent", "ExampleBot", "--quiet", "--output", archive(jobs), "--jobs", jobs];
  const rounds = Array.from({ length: ROUNDS }, () => [
    usageOf(["--input-type=module", "--eval", floor, ...paths], { folder }),
    ...["1", "2"].map((jobs) => usageOf([cli, ...wordsOf(jobs), ...paths], { folder })),
  ]);
  if (!readFileSync(archive(1)).equals(readFileSync(archive(2))))
    throw new Error("the archives of 1 and 2 threads differ");
  const [unzipped, ...compiled] = rounds[0].map((_, i) => least(rounds.map((round) => round[i])));
  console.log(
    `${captures} captures, ${megabytes.toFixed(1)} MB of gzip; Node.js ${process.version}, lowest of ${ROUNDS}\n`,
  );
  console.log(
    "| | MB/s of processor time | times decompressing | µs a capture | memory, MB |\n|---|---:|---:|---:|---:|",
  );
  const row = (name, { cpuSeconds, maxRssBytes }) => {
    const times = (cpuSeconds / unzipped.cpuSeconds).toFixed(1);
    const each = Math.round((1e6 * cpuSeconds) / Number(captures));
    const cells = [name, (megabytes / cpuSeconds).toFixed(1), times, each, Math.round(maxRssBytes / 1e6)];
    console.log(`| ${cells.join(" | ")} |`);
  };
  row("decompressing", unzipped);
  for (const [i, one] of compiled.entries()) row(`compile --jobs ${i + 1}`, one);
  if (values.fastrobots !== undefined) printBeside(values.fastrobots, paths);
} finally {
  rmSync(folder, { recursive: true });
}
