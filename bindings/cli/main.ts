#!/usr/bin/env node
/**
 * The command line `robots-wasm`. Runs in Node only. Exit codes: 0 allowed or clean, 1 refused or findings, 2 a wrong call
 * or a failure, 3 a verdict that comes from an outage, 130 interrupted.
 */
import { runCommand } from "./commands.ts";
import { closeOnBrokenPipe } from "./output.ts";

closeOnBrokenPipe();
try {
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (bug) {
  // Node.js would exit with 1, which is a verdict.
  console.error(bug);
  process.exit(2);
}
