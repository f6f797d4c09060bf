/** The two modules as a host sees them: exports that take numbers, and a buffer to write to. */
import { readFileSync } from "node:fs";
import { type EmbedModule, embedModules, readModule } from "../support/modules.ts";

export type Name = EmbedModule;
export const names: readonly Name[] = embedModules;

const modules = new Map(names.map((name) => [name, new WebAssembly.Module(readModule(name))]));

export const compiled = (name: Name): WebAssembly.Module => modules.get(name)!;

export interface Exports {
  readonly memory: WebAssembly.Memory;
  abi_version(): number;
  buffer(bytes: number): number;
  compile(dialect: number, fileBytes: number, agentsBytes: number, maxBytes: number): number;
  load(bytes: number): number;
  save(program: number): number;
  free(program: number): number;
  decide(program: number, urlBytes: number): number;
  rule_line(program: number, urlBytes: number): number;
  decide_lines(program: number, bytes: number): number;
  decide_readings(program: number, bytes: number): number;
  readings_rule_line(program: number, bytes: number): number;
  decide_file(dialect: number, fileBytes: number, agentsBytes: number, lineBytes: number): number;
  decide_rows(rows: number, bytes: number): number;
  explain(program: number, bytes: number): number;
  pace(program: number): number;
  outline(dialect: number, fileBytes: number): number;
  product_token(bytes: number): number;
  bulk_open(dialect: number, missing: number, memoryBytes: number, seed: number): number;
  bulk_archive(bytes: number, crawler: number, shard: number, shards: number): number;
  bulk_lines(bytes: number): number;
  bulk_explain(bytes: number): number;
  bulk_causes(): number;
  bulk_status(number: number, status: number): number;
  bulk_resume(): number;
  bulk_pages(bytes: number): number;
  bulk_origin(number: number, bytes: number): number;
  bulk_rules(number: number, bytes: number): number;
  bulk_file(number: number, fileBytes: number, agentsBytes: number): number;
  bulk_verdict(number: number, isAllowed: number): number;
  bulk_count(kind: number): number;
  bulk_select(verdict: number): number;
  bulk_failed_at(): number;
  bulk_fetched_at(): number;
}

export const instantiate = (name: Name = "embed"): Exports =>
  new WebAssembly.Instance(compiled(name)).exports as unknown as Exports;

/** The errors by name, as assembly/embed/errors.ts defines them. */
export const errors: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from(
    readFileSync("assembly/embed/errors.ts", "utf8").matchAll(/^export const (\w+): i32 = (-\d+);$/gm),
    ([, name, code]) => [name!, Number(code)],
  ),
);

/** Writes bytes, or text in UTF-8, at the start of the buffer, and returns their length. */
export function write(module: Exports, content: string | Uint8Array): number {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const at = module.buffer(bytes.length);
  new Uint8Array(module.memory.buffer).set(bytes, at);
  return bytes.length;
}

export const read = (module: Exports, length: number): Uint8Array =>
  new Uint8Array(module.memory.buffer).slice(module.buffer(0), module.buffer(0) + length);

/** Compiles a file for one agent: a handle or an error. */
export function compile(module: Exports, file: string | Uint8Array, agent = "x", dialect = 1, maxBytes = 0): number {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const agents = new TextEncoder().encode(agent);
  write(module, Buffer.concat([bytes, agents]));
  return module.compile(dialect, bytes.length, agents.length, maxBytes);
}

export const decide = (module: Exports, program: number, url: string): number =>
  module.decide(program, write(module, url));
