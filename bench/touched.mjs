// Which lines of linear memory a decision reads or writes, 64 bytes each: binaryen wraps every load and store of the module as it is
// published. So the counts are exact and the same on every machine. And what a processor's caches would miss of them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const LINE_BYTES = 64;

const assemblyScript = createRequire(import.meta.url).resolve("assemblyscript/package.json");
const binaryen = dirname(createRequire(assemblyScript).resolve("binaryen/package.json"));

/** The module of `file` with calls before its loads and stores. */
function instrumented(file) {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-touched-"));
  try {
    const out = join(folder, "touched.wasm");
    const features = ["simd", "bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int"];
    const words = [...features.map((feature) => `--enable-${feature}`), "--instrument-memory", file, "-o", out];
    execFileSync(process.execPath, [join(binaryen, "bin/wasm-opt"), ...words], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return new WebAssembly.Module(readFileSync(out));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the instrumented module imports: addresses go to `note`, values pass. */
function importsOf(note) {
  const address = (_, bytes, offset, at) => {
    note(at + offset, bytes);
    return at;
  };
  const value = (_, it) => it;
  const types = ["i32", "i64", "f32", "f64"].flatMap((type) => [`load_val_${type}`, `store_val_${type}`]);
  const values = [...types, "memory_grow_pre", "memory_grow_post"].map((name) => [name, value]);
  return { env: { load_ptr: address, store_ptr: address, ...Object.fromEntries(values) } };
}

/**
 * `engineOf(module)` makes a WasmEngine. Returns it, and `touchedBy(work)`: the addresses of the lines that `work` touched in the module,
 * in the order of their first use, how many loads and stores there were, and the program that decided last.
 */
export function touchingEngine(file, engineOf) {
  let lines = new Set();
  let accesses = 0;
  let program = 0;
  const note = (at, bytes) => {
    accesses++;
    for (let line = at - (at % LINE_BYTES); line < at + bytes; line += LINE_BYTES) lines.add(line);
  };
  const engine = withImports(importsOf(note), () => engineOf(instrumented(file)));
  const { exports } = engine;
  const decideUrl = (at, length, originBytes) => {
    program = at;
    return exports.decideUrl(at, length, originBytes);
  };
  Object.defineProperty(engine, "exports", { value: { ...exports, decideUrl } });
  const touchedBy = (work) => {
    lines = new Set();
    accesses = 0;
    work();
    return { lines, accesses, program };
  };
  return { engine, touchedBy };
}

/** The engine instantiates its module itself, and without imports. */
function withImports(imports, make) {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function InstanceWithImports(module) {
    return new Instance(module, imports);
  };
  try {
    return make();
  } finally {
    WebAssembly.Instance = Instance;
  }
}

/** Sets of lines, each of which gives up the line that was not used for longest. */
export class Cache {
  misses = 0;
  #ways;
  #sets;

  constructor(bytes, ways) {
    this.#ways = ways;
    this.#sets = Array.from({ length: bytes / LINE_BYTES / ways }, () => []);
  }

  /** Whether the line was there. */
  touch(line) {
    const set = this.#sets[(line / LINE_BYTES) % this.#sets.length];
    const at = set.indexOf(line);
    if (at >= 0) set.splice(at, 1);
    else if (set.length === this.#ways) set.pop();
    set.unshift(line);
    this.misses += Number(at < 0);
    return at >= 0;
  }
}
