/** The memory of `robots-wasm filter` is bounded, however many origins come and however slowly its output is read. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { program } from "../../support/program.ts";
import { sized } from "../../support/sized.ts";
import { run, shell } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-memory-"));
const MEGABYTE = 1e6;

/** The exit code of a run over origins without robots.txt, in a heap of 40 MB per thread, and its memory. */
function runWith(words: string, origins = 400_000): { readonly code: number | null; readonly maxRssBytes: number } {
  const filter = `${process.execPath} --require ${report} --max-old-space-size=40 ${program} filter --quiet --missing allow`;
  const input = `seq -f 'http://host-%.0f.example/' ${origins}`;
  const { code, err } = shell(
    `set -o pipefail; ${input} | ${filter} --agent A --robots ${folder} ${words} > /dev/null`,
  );
  return { code, maxRssBytes: 1024 * Number(err) };
}

/** A file that, loaded first, makes a process print its largest memory when it ends. */
const report = join(mkdtempSync(join(tmpdir(), "robots-wasm-report-")), "report.cjs");
writeFileSync(
  report,
  `require("worker_threads").isMainThread && process.on("exit", () => process.stderr.write(String(process.resourceUsage().maxRSS)));`,
);

it.each(sized([2], [1, 2]))("400,000 origins fit into a heap of 40 MB with --memory 8388608 --jobs %i", (jobs) =>
  expect(runWith(`--memory 8388608 --jobs ${jobs}`).code).toBe(0),
);
it("--memory bounds what is kept of them", () => {
  const [little, all] = [8_388_608, 1_073_741_824].map((memory) =>
    runWith(`--memory ${memory}`, sized(500_000, 800_000)),
  );
  expect([little!.code, all!.code]).toEqual([0, 0]);
  expect(all!.maxRssBytes - little!.maxRssBytes).toBeGreaterThan(sized(12, 20) * MEGABYTE);
});

it("says that look-ups were repeated, in an order in which origins do not fit", () => {
  const robots = mkdtempSync(join(tmpdir(), "robots-wasm-repeated-"));
  const names = Array.from({ length: 4000 }, (_, i) => `h${i}.example`);
  const rules = Array.from({ length: 30 }, (_, i) => `Disallow: /a-rule-that-takes-memory/${i}`).join("\n");
  for (const name of names) writeFileSync(join(robots, name), `User-agent: *\n${rules}\n`);
  const round = names.map((name) => `https://${name}/${"x".repeat(1000)}\n`);
  const words = ["filter", "--agent", "A", "--robots", robots, "--memory", "1048576"];
  const [unsorted, sorted] = [
    Array.from({ length: 4 }, () => round).flat(),
    round.flatMap((one) => Array(4).fill(one)),
  ];
  expect(run(words, unsorted.join("")).err).toContain(
    " % of the look-ups were repeated, because not all origins fit the memory: sort the list, or pass --memory 2097152\n",
  );
  expect(run(words, sorted.join("")).err).not.toContain("repeated");
});

const rssOf = (pid: number): number =>
  1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);

it.skipIf(process.platform !== "linux")("waits, and keeps little, while nobody reads its output", async () => {
  const words = [program, "filter", "--agent", "A", "--robots", folder, "--jobs", "2"];
  const filter = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "ignore"] });
  const lines = "http://a.example/\n".repeat(10_000);
  let writtenBytes = 0;
  filter.stdin.on("error", () => {});
  const write = (): void => {
    do writtenBytes += lines.length;
    while (filter.stdin.write(lines));
    filter.stdin.once("drain", write);
  };
  write();
  let before = -1;
  while (writtenBytes < MEGABYTE || writtenBytes !== before) {
    before = writtenBytes;
    await sleep(1000);
  }
  expect(rssOf(filter.pid!)).toBeLessThan(300 * MEGABYTE);
  filter.kill("SIGKILL");
  await once(filter, "exit");
});
