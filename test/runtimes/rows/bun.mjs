/** Bun: import, require, both, a worker with the module shared, and what its bundler makes. */
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

const row = (form, file, source) => ({
  runtime: "Bun",
  form,
  engine: "wasm",
  async ask(workspace) {
    const bun = join(await workspace.install("bun"), "bin/bun");
    const cwd = workspace.app("bun", files);
    if (source !== undefined) await run(bun, ["build", source, "--target=bun", `--outfile=${file}`], { cwd });
    const [version, output] = [await run(bun, ["--version"]), await run(bun, [file], { cwd })];
    return { runtime: `Bun ${version.trim()}`, ...JSON.parse(output) };
  },
});

export const rows = [
  row("import", "import.mjs"),
  row("require", "require.cjs"),
  row("both in one program", "both.mjs"),
  row("worker_threads, module and programs shared", "threads.mjs"),
  row("`bun build`", "bundled.mjs", "import.mjs"),
];
