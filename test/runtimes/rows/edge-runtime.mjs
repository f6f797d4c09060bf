/**
 * Vercel's edge runtime, its local virtual machine with code generation from bytes forbidden as on Vercel: bundled with
 * its condition, where the bundler turns `?module` into a compiled module, and without.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundleApp } from "../bundle-app.mjs";
import * as entries from "../entries.mjs";

const files = { "edge.mjs": `${entries.imported}globalThis.answer = JSON.stringify(result);\n` };

/** What Vercel's bundler does with `import module from "./engine.wasm?module"`. */
const provideModule = {
  name: "provide-module",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => ({ path, namespace: "module" }));
    onLoad({ filter: /./, namespace: "module" }, () => ({ contents: "export default globalThis.engineModule;" }));
  },
};

const row = (form, engine, conditions) => ({
  runtime: "edge-runtime",
  form,
  engine,
  async ask(workspace) {
    const installed = await workspace.install("edge-runtime");
    const { EdgeVM } = createRequire(join(installed, "package.json"))(installed);
    const options = { conditions, plugins: [provideModule], format: "iife" };
    const code = await bundleApp(workspace.app("edge-runtime", files), "edge.mjs", options);
    const engineModule = new WebAssembly.Module(
      readFileSync(join(workspace.package, "dist/core/engine/module/engine.wasm")),
    );
    const extend = (context) => Object.assign(context, { engineModule });
    const vm = new EdgeVM({ codeGeneration: { strings: false, wasm: false }, extend });
    expectForbidden(vm);
    vm.evaluate(code);
    const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    return { runtime: `edge-runtime (vm ${version})`, ...JSON.parse(vm.evaluate("globalThis.answer")) };
  },
});

/** The row would prove nothing if bytes could be compiled. */
function expectForbidden(vm) {
  const compile = "try { new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); false } catch { true }";
  if (vm.evaluate(compile) !== true) throw new Error("expected compiling bytes to be forbidden");
}

export const rows = [
  row("condition `edge-light`, compiling bytes forbidden", "wasm", ["edge-light", "import"]),
  row("without the condition, compiling bytes forbidden", "fallback", []),
];
