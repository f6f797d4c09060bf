/** Data beside the checkout that tests use where it is present, and skip without. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));

export const hasShared = (name: string): boolean => existsSync(pathOf(name));

export function readShared(name: string): string {
  const bytes = readFileSync(pathOf(name));
  return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** A real robots.txt of the corpus. */
export interface RealFile {
  readonly host: string;
  readonly bytes: Uint8Array;
}

/** All files, or one of so many. */
export function* realFiles(oneOf = 1): Generator<RealFile> {
  for (const [i, line] of readShared("corpus/robots.ndjson.gz").split("\n").entries()) {
    if (line === "" || i % oneOf !== 0) continue;
    const { host, body, body_b64 } = JSON.parse(line);
    yield {
      host,
      bytes: new Uint8Array(body_b64 === undefined ? new TextEncoder().encode(body) : Buffer.from(body_b64, "base64")),
    };
  }
}
