/** `compileArchive` on files of a temporary folder. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileArchive } from "../../../bindings/bulk/compile/compile.ts";
import { CompileStats } from "../../../bindings/bulk/warc/compile-stats.ts";
import { type Archive, openArchive } from "../../../bindings/crawl/archive/index.ts";
import { policies } from "../../../bindings/crawl/client/index.ts";
import type { DialectName } from "../../../bindings/index.ts";

export interface Inputs {
  readonly agents?: readonly string[];
  /** Several crawlers: the archive is opened for the first. */
  readonly crawlers?: readonly (readonly string[])[];
  readonly dialect?: DialectName;
  readonly policy?: string;
  readonly warcs?: readonly Uint8Array[];
  /** An archive to which the others are added. */
  readonly added?: Uint8Array;
  /** Files by their path, of one folder each. */
  readonly folders?: readonly Readonly<Record<string, string | Uint8Array>>[];
}

export interface Compiled {
  readonly archive: Archive;
  readonly bytes: Buffer;
  readonly stats: CompileStats;
}

export async function compiled({ warcs = [], folders = [], added, ...rest }: Inputs): Promise<Compiled> {
  const { agents = ["ExampleBot"], dialect = "rfc9309", policy = "rfc9309" } = rest;
  const { crawlers = [agents] } = rest;
  const root = mkdtempSync(join(tmpdir(), "robots-wasm-compile-"));
  const stats = new CompileStats();
  const pieces: Uint8Array[] = [];
  const write = async (piece: Uint8Array): Promise<void> => void pieces.push(piece);
  await compileArchive({
    description: { crawlers, dialect, leniency: {} },
    policy: policies.find(({ name }) => name === policy)!,
    warcs: warcs.map((bytes, i) => written(join(root, `${i}.warc`), bytes)),
    folders: folders.map((files, i) => folderOf(join(root, String(i)), files)),
    added: added && written(join(root, "added"), added),
    output: { write, commit: () => {} },
    temporary: join(root, "temporary"),
    stats,
    signal: new AbortController().signal,
  });
  const bytes = Buffer.concat(pieces);
  return { archive: openArchive(bytes, { agent: crawlers[0]! }), bytes, stats };
}

export function folderOf(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, body] of Object.entries(files)) written(join(folder, name), body);
  return folder;
}

function written(path: string, body: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
  return path;
}
