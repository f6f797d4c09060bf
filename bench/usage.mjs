// What a process took, written where USAGE says when it ends: node --import ./bench/usage.mjs PROGRAM. All its threads count.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const startedAt = performance.now();
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = {
      seconds: (performance.now() - startedAt) / 1000,
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
      maxRssBytes: maxRSS * 1024,
    };
    writeFileSync(process.env.USAGE, JSON.stringify(usage));
  });
}
