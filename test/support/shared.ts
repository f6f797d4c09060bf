/** Data beside the checkout that tests use where it is present, and skip without. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));

const CORPUS = "corpus/robots.ndjson.gz";

/** A folder of robots.txt files to take instead of the corpus, as `bench/corpus.mjs --write` makes it. */
const otherCorpus = process.env["ROBOTS_CORPUS"];

export const hasShared = (name: string): boolean =>
  existsSync(name === CORPUS && otherCorpus !== undefined ? otherCorpus : pathOf(name));

export function readShared(name: string): string {
  const bytes = readFileSync(pathOf(name));
  return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** A real robots.txt of the corpus. */
export interface RealFile {
  readonly host: string;
  readonly bytes: Uint8Array;
}

function* filesIn(folder: string): Generator<RealFile> {
  for (const name of readdirSync(folder).sort()) yield { host: name, bytes: readFileSync(join(folder, name)) };
}

/** None where the corpus is absent: tests name their files while they are collected, before they can be skipped. */
function* filesOfCorpus(): Generator<RealFile> {
  if (!hasShared(CORPUS)) return;
  for (const line of readShared(CORPUS).trimEnd().split("\n")) {
    const { host, body, body_b64 } = JSON.parse(line);
    const bytes = body_b64 === undefined ? Buffer.from(body) : Buffer.from(body_b64, "base64");
    yield { host, bytes: new Uint8Array(bytes) };
  }
}

/** All files, or one of so many. */
export function* realFiles(oneOf = 1): Generator<RealFile> {
  let i = 0;
  for (const file of otherCorpus === undefined ? filesOfCorpus() : filesIn(otherCorpus))
    if (i++ % oneOf === 0) yield file;
}
