/** Node 20, 22, 24 and 26: import, require, both, worker_threads with module and programs shared, and without WebAssembly. */
import { join } from "node:path";
import * as entries from "../entries.mjs";
import { run } from "../workspace.mjs";

const files = {
  "import.mjs": entries.imported + entries.print,
  "require.cjs": entries.required + entries.print,
  "both.mjs": entries.both + entries.print,
  "threads.mjs": entries.threads + entries.print,
  "worker.mjs": entries.worker,
};

const forms = [
  ["import", "wasm", ["import.mjs"]],
  ["require", "wasm", ["require.cjs"]],
  ["both in one program", "wasm", ["both.mjs"]],
  ["worker_threads, module and programs shared", "wasm", ["threads.mjs"]],
  ["import under `--jitless`", "fallback", ["--jitless", "import.mjs"]],
];

const rowsOf = (name) =>
  forms.map(([form, engine, words]) => ({
    runtime: name.replace("node-", "Node "),
    form,
    engine,
    async ask(workspace) {
      const node = join(await workspace.install(name), "bin/node");
      const cwd = workspace.app(name, files);
      const [version, output] = [await run(node, ["--version"]), await run(node, ["--no-warnings", ...words], { cwd })];
      return { runtime: `Node ${version.trim().slice(1)}`, ...JSON.parse(output.trim().split("\n").at(-1)) };
    },
  }));

export const rows = ["node-20", "node-22", "node-24", "node-26"].flatMap(rowsOf);
