/** Starts the program and kills it before one of its calls that change files. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { program } from "../../support/program.ts";

const preload = join(mkdtempSync(join(tmpdir(), "robots-wasm-kill-")), "kill.cjs");
writeFileSync(
  preload,
  `const fs = require("node:fs");
   let left = Number(process.env.KILL_BEFORE);
   for (const name of ["openSync", "write", "writeSync", "fsyncSync", "renameSync", "rmSync", "unlinkSync"]) {
     const call = fs[name];
     fs[name] = (...words) => {
       if ((name !== "openSync" || /w/.test(words[1])) && left-- === 0) process.kill(process.pid, "SIGKILL");
       return call(...words);
     };
   }
   require("node:module").syncBuiltinESMExports();`,
);

/** @param step the number of the call, from 0. @returns whether it was killed: the program may have ended before */
export function isKilledBefore(step: number, words: readonly string[]): boolean {
  const { status, signal } = spawnSync(process.execPath, ["--require", preload, program, ...words], {
    env: { ...process.env, KILL_BEFORE: String(step) },
  });
  if (signal !== "SIGKILL") expect({ status, signal }).toEqual({ status: 0, signal: null });
  return signal === "SIGKILL";
}
