// node bench/verdicts.mjs ARCHIVE URLS… [--rounds N] [--python PROGRAM]: what a URL costs in each host of the module. A process
// reads a file of lines and writes a verdict for each: `filter`, the Python package, and the programs of
// examples/embedding/{go,java}. In turns; processor time of the whole process, its start included.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" }, python: { type: "string", default: "python3" } },
});
const [archive, ...lists] = positionals;
const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const filter = [process.execPath, pathOf("dist/cli/main.js"), "filter", "--agent", "ExampleBot", "--robots", archive];
const decide = `import sys; from robots_wasm import Archive
sys.stdout.buffer.write(Archive(sys.argv[1], "ExampleBot").decide(sys.stdin.buffer.read()))`;
const java = pathOf("build/hosts/java");
const words = [archive, "ExampleBot", "rfc9309", "allow"];

/** Those that were built: the tests of test/slow/embed and test/weekly/embed build Go and Java. */
const hosts = Object.entries({
  "filter, one job": [...filter, "--verdicts", "--quiet"],
  "filter, two jobs": [...filter, "--verdicts", "--quiet", "--jobs", "2"],
  "Python, decide": [options.python, "-c", decide, archive],
  Go: [pathOf("build/hosts/go/filter"), pathOf("dist/embed.wasm"), ...words],
  JVM: ["java", "-cp", `${java}/classes:${java}/dependency/*`, "robotswasm.Filter", ...words],
}).filter(([, [program]]) => !program.startsWith("/") || existsSync(program));

/** @returns processor time and a digest of the verdicts */
function measure(command, list) {
  const script = `exec < "${list}"; TIMEFORMAT="%U %S"; { time "$@"; } | tr -d '\\n' | sha256sum`;
  const { status, stdout, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", script, "--", ...command], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command.join(" ")}: ${status}\n${stderr}`);
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return { seconds: user + system, verdicts: stdout };
}

const countOf = (list) => readFileSync(list).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);

for (const list of lists) {
  const [count, times] = [countOf(list), new Map(hosts.map(([name]) => [name, []]))];
  const digests = new Set();
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [name, command] of hosts) {
      const { seconds, verdicts } = measure(command, list);
      times.get(name).push((seconds / count) * 1e6);
      digests.add(verdicts);
    }
  console.log(`${list}: ${count} URLs; ${digests.size === 1 ? "equal verdicts" : "VERDICTS DIFFER"}\n`);
  console.log("| host | us a URL, median | from | to |\n|---|---:|---:|---:|");
  for (const [name, all] of times) {
    const sorted = all.toSorted((a, b) => a - b);
    const cells = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)].map((one) => one.toFixed(2));
    console.log(`| ${[name, ...cells].join(" | ")} |`);
  }
  console.log();
}
