/** Deno without any permission: import, require and both from the app's node_modules. */
import { join } from "node:path";
import * as entries from "../entries.mjs";
import { run } from "../workspace.mjs";

const files = {
  "import.mjs": entries.imported + entries.print,
  "require.mjs": entries.requiredAlone + entries.print,
  "both.mjs": entries.both + entries.print,
};

const row = (form, file) => ({
  runtime: "Deno",
  form,
  engine: "wasm",
  async ask(workspace) {
    const deno = join(await workspace.install("deno"), "deno");
    const cwd = workspace.app("deno", files);
    const env = { DENO_DIR: join(workspace.folder, "deno-cache"), DENO_NO_UPDATE_CHECK: "1" };
    const version = (await run(deno, ["--version"], { env })).split(" ")[1];
    const output = await run(deno, ["run", "--no-prompt", file], { cwd, env });
    return { runtime: `Deno ${version}`, ...JSON.parse(output) };
  },
});

export const rows = [
  row("import, no permissions", "import.mjs"),
  row("require, no permissions", "require.mjs"),
  row("both in one program, no permissions", "both.mjs"),
];
