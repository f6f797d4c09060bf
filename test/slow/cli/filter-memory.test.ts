/** The memory of `robots-wasm filter` is bounded, however many origins come and however slowly its output is read. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { program, shell } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-memory-"));
const MEGABYTE = 1e6;

/** The exit code of a run over 400,000 origins without robots.txt, in a heap of 40 MB per thread. */
function codeOf(words: string): number | null {
  const filter = `${process.execPath} --max-old-space-size=40 ${program.join(" ")} filter`;
  const input = "seq -f 'http://host-%.0f.example/' 400000";
  return shell(`set -o pipefail; ${input} | ${filter} --agent A --robots ${folder} ${words} > /dev/null`).code;
}

it.each([1, 2])("400,000 origins fit into a heap of 40 MB with --memory 8388608 --jobs %i", (jobs) =>
  expect(codeOf(`--memory 8388608 --jobs ${jobs}`)).toBe(0),
);
it("400,000 origins do not fit if --memory lets filter keep them all", () =>
  expect(codeOf("--memory 1073741824 --jobs 1")).not.toBe(0));

const rssOf = (pid: number): number =>
  1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);

it.skipIf(process.platform !== "linux")("waits, and keeps little, while nobody reads its output", async () => {
  const words = [...program, "filter", "--agent", "A", "--robots", folder, "--jobs", "2"];
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
