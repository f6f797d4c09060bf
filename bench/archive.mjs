// node bench/archive.mjs [ORIGINS…]: what opening an archive and looking up origins cost, by the number of origins. The archives
// hold the rules of made robots.txt files (cases.mjs) and lie in the page cache of the system; each is opened in a process of
// its own. Microseconds of processor time a look-up: origins in no order, the same sixteen again and again, and absent ones.
import { spawnSync } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openArchive } from "../dist/crawl/archive/index.js";
import { hostOfKey, originKey } from "../dist/crawl/archive/origin-key.js";
import { programsOf } from "../dist/crawl/archive/programs.js";
import { encodeState } from "../dist/crawl/archive/state.js";
import { writeTable } from "../dist/crawl/archive/table-writer.js";
import { parse } from "../dist/index.js";
import { madeFiles, randomFrom } from "./cases.mjs";

const LOOKUPS = 50_000;
const hostOf = (i) => `www.site-${String(i).padStart(9, "0")}.example`;

async function writeArchive(path, origins) {
  const values = madeFiles(2000, randomFrom(1)).map(({ body }) =>
    encodeState({ status: "success", verdict: "rules", programs: programsOf(parse(body), [["ExampleBot"]]) }),
  );
  function* entries() {
    for (let i = 0; i < origins; i++) yield { key: originKey(hostOf(i), ""), value: values[i % values.length] };
  }
  const description = { crawlers: [["ExampleBot"]], dialect: "rfc9309", leniency: {}, policy: "rfc9309" };
  const file = openSync(path, "w");
  for await (const piece of writeTable(JSON.stringify(description), entries(), hostOfKey)) writeSync(file, piece);
  const { size } = fstatSync(file);
  closeSync(file);
  return size;
}

const cpuMicroseconds = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

function measure(path, origins) {
  const before = performance.now();
  const archive = openArchive(path);
  const openMs = performance.now() - before;
  const random = randomFrom(origins);
  const present = Array.from({ length: LOOKUPS }, () => `https://${hostOf(random(origins))}`);
  const absent = present.map((url) => url.replace(".example", ".invalid"));
  const hot = present.map((_, i) => present[i % 16]);
  const microseconds = (urls) => {
    const start = cpuMicroseconds();
    for (const url of urls) archive.find(url);
    return (cpuMicroseconds() - start) / urls.length;
  };
  microseconds(present.toReversed());
  const [inNoOrder, sixteen, missing] = [present, hot, absent].map(microseconds);
  return { openMs, inNoOrder, sixteen, missing, rssBytes: process.memoryUsage.rss() };
}

async function main(sizes) {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-archive-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  console.log("| origins | archive | open, ms | in no order, µs | sixteen, µs | absent, µs | memory |");
  console.log("|---:|---:|---:|---:|---:|---:|---:|");
  for (const origins of sizes) {
    const path = join(folder, "archive");
    const bytes = await writeArchive(path, origins);
    const words = [fileURLToPath(import.meta.url), "--measure", path, String(origins)];
    const found = JSON.parse(spawnSync(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] }).stdout);
    const figures = [found.openMs, found.inNoOrder, found.sixteen, found.missing].map((value) => value.toFixed(1));
    const cells = [origins, `${(bytes / 1e6).toFixed(0)} MB`, ...figures, `${(found.rssBytes / 1e6).toFixed(0)} MB`];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

const [first, path, origins] = process.argv.slice(2);
if (first === "--measure") console.log(JSON.stringify(measure(path, Number(origins))));
else await main(process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 1_000_000]);
