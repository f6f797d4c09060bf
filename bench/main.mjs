// npm run bench [-- OPTION…]: agreement first, then time, then the goals. README.md describes the options and the method. Exits with
// 1 if our engines disagree, or, with --goals, if a ratio is beyond its limit.
import { compareWith } from "./against.mjs";
import { readOptions } from "./options.mjs";
import { printResults } from "./print.mjs";
import { run } from "./run.mjs";
import { saveResults } from "./save.mjs";

const options = readOptions(process.argv.slice(2));

if (options.against !== undefined) process.exitCode = (await compareWith(options.against, options)) ? 0 : 1;
else {
  const results = await run(options, printResults);
  saveResults(results, options);
  const failed = options.goals ? results.goals.filter((goal) => goal.failed) : [];
  for (const { name, figure, wanted } of failed)
    console.error(`bench: ${name}: ${figure.toFixed(2)} is beyond its limit; the goal is ${wanted}`);
  for (const difference of results.differences) console.error(`bench: the engines disagree: ${difference}`);
  process.exitCode = results.differences.length === 0 && failed.length === 0 ? 0 : 1;
}
