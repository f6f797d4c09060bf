/** Memory of `robots-wasm filter` does not grow with the input: not with origins, not with a reader that does not read. */
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

/** Of a run over so many origins, each with one URL. */
function highestRss(origins: number, words: string): number {
  const usage = join(folder, "usage.json");
  const filter = `${process.execPath} --import ./bench/usage.mjs ${program.join(" ")} filter`;
  const input = `seq -f 'http://host-%.0f.example/' ${origins}`;
  const { code } = shell(`${input} | ${filter} --agent A --robots ${folder} ${words} > /dev/null`, { USAGE: usage });
  expect(code).toBe(0);
  return JSON.parse(readFileSync(usage, "utf8")).maxRssBytes;
}

it.each(["--jobs 1", "--jobs 2"])("400,000 origins take no more than 200,000, %s", (words) => {
  const [fewer, more] = [highestRss(200_000, words), highestRss(400_000, words)];
  expect(more).toBeLessThan(fewer + 60 * MEGABYTE);
  expect(more).toBeLessThan(500 * MEGABYTE);
});

const rssOf = (pid: number): number =>
  1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);

it.skipIf(process.platform !== "linux")("an endless input and a reader that does not read: it waits", async () => {
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
