/** The programs that load the package, one a form; each ends with the suite's result as `result`. */

const rest = `import { runSuite } from "./suite.mjs";\nimport data from "./data.mjs";\n`;

/** As every ES module would. */
export const imported = `import "./no-fetch.mjs";\nimport * as robots from "robots-wasm";\n${rest}const result = runSuite(robots, data);\n`;

/** As a CommonJS module would: require() of an ES module. */
export const required = `require("./no-fetch.mjs");
const robots = require("robots-wasm");
const { runSuite } = require("./suite.mjs");
const result = runSuite(robots, require("./data.mjs").default);
`;

/** The same where a CommonJS module may not read the app's own files: require() of the package alone. */
export const requiredAlone = `import "./no-fetch.mjs";
import { createRequire } from "node:module";
${rest}const robots = createRequire(import.meta.url)("robots-wasm");
const result = runSuite(robots, data);
`;

/** Both in one program: all classes and functions are the same. Runtimes add two names to those of a CommonJS file. */
export const both = `import { createRequire } from "node:module";
${imported}const required = createRequire(import.meta.url)("robots-wasm");
const { default: _, "module.exports": __, ...imports } = robots;
for (const name of Object.keys({ ...imports, ...required }))
  if (required[name] !== imports[name]) throw new Error(\`require gives another \${name} than import\`);
`;

/** With the module brought by the app. */
export const slim = (module) =>
  `import "./no-fetch.mjs";\nimport * as robots from "robots-wasm/slim";\n${module}\n${rest}robots.init(module);\nconst result = runSuite(robots, data);\n`;

export const print = "console.log(JSON.stringify(result));\n";

/** Main thread: compiles the module once, and shares it and the compiled rules with two workers. */
export const threads = `import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { parse } from "robots-wasm";

const module = new WebAssembly.Module(readFileSync(new URL(import.meta.resolve("robots-wasm/engine.wasm"))));
const saved = parse("User-agent: *\\nDisallow: /private").agent("ExampleBot").toBytes();
const program = new Uint8Array(new SharedArrayBuffer(saved.length));
program.set(saved);
const results = await Promise.all([0, 1].map(() => new Promise((resolve, reject) => {
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData: { module, program } });
  worker.once("message", resolve).once("error", reject);
})));
const [result, other] = results;
if (JSON.stringify(result) !== JSON.stringify(other)) throw new Error("the workers disagree");
`;

export const worker = `${slim(`import { parentPort, workerData } from "node:worker_threads";\nconst { module, program } = workerData;`)}
const shared = robots.AgentRules.fromBytes(program);
if (shared.isAllowed("/private") || !shared.isAllowed("/")) throw new Error("the shared program decides otherwise");
parentPort.postMessage(result);
`;
