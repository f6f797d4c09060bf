// npm test [-- FILE…]: the build, style, types and the fast tests. Style is checked beside the build, which mostly keeps one
// core busy, and types beside the tests.
import { lint, script, typecheck, vitest } from "./programs.mjs";

const linted = lint(".");
const build = await script("build.mjs");
const tested = () => vitest(["--project", "fast*", ...process.argv.slice(2)]);
const [types, tests] = build ? await Promise.all([typecheck(), tested()]) : [];

const results = { build, style: await linted, types, tests };
const failed = Object.keys(results).filter((name) => results[name] === false);
if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;
