/** `robots-wasm archive`: verifies an archive and lists what it holds. */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { pluralise } from "../base/numbers.ts";
import { inputError } from "../bulk/files/input-error.ts";
import { type Manifest, manifestIn, openShard, shardPaths } from "../bulk/shards/index.ts";
import { type Archive, openArchive } from "../crawl/archive/index.ts";
import {
  type Description,
  describe,
  readDescription,
  readingFrom,
  TableReader,
  VERSION,
} from "../crawl/archive/internal.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { checkedFile } from "./input.ts";
import { parseWords } from "./options.ts";
import { jsonLine, printable, write, writeAll, writeFully } from "./output.ts";

const options = { json: { type: "boolean" }, summary: { type: "boolean" } } as const;

interface Verified {
  readonly file: string;
  readonly bytes: number;
  /** Several if the file is a manifest: one for each shard. */
  readonly archives: readonly Archive[];
  readonly description: Description;
}

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw usageError(`expected one archive; got ${positionals.length}`);
  const verified = await (values.json ? verifiedOrReported(file) : verify(file));
  await writeFully(values.json ? headJson(verified) : `${headText(verified)}\n`);
  if (!values.summary) await writeAll(linesOf(verified.archives, values.json ? rowJson : rowText));
  return 0;
}

/** @throws an input error that says what is wrong with the archive, or with one of its shards */
async function verify(path: string): Promise<Verified> {
  const stat = checkedFile("an archive", path, (one) => fs.statSync(one));
  // Opening a pipe would wait for its writer.
  if (!stat.isFile()) throw usageError(`expected an archive; got not a file: ${path}`);
  const file = checkedFile("an archive", path, (one) => fs.openSync(one, "r"));
  const manifest = manifestIn(path, file);
  if (manifest !== undefined) return verifyShards(path, manifest);
  const { archive, description } = verifiedArchive(path, file);
  return { file: path, bytes: stat.size, archives: [archive], description };
}

function verifiedArchive(path: string, file: number): { readonly archive: Archive; readonly description: Description } {
  try {
    const access = readingFrom(fs, file);
    const description = readDescription(new TableReader(access).description);
    const archive = openArchive(access, { agent: description.crawlers[0]! });
    archive.verify();
    return { archive, description };
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_ARCHIVE") throw error;
    throw inputError(path, error);
  }
}

/** Each shard is valid, is the file that the manifest names, and was compiled for the same. */
async function verifyShards(path: string, manifest: Manifest): Promise<Verified> {
  const archives: Archive[] = [];
  let bytes = 0;
  const { crawlers, dialect, leniency, policy, snapshot } = manifest;
  const common = { crawlers, dialect, leniency, policy, snapshot };
  for (const shard of shardPaths(path, manifest)) {
    const { archive, description } = verifiedArchive(shard.path, openShard(shard));
    const number = archives.push(archive) - 1;
    const expected = describe({ ...common, shard: { number, of: manifest.shards } });
    if (describe(description) !== expected)
      throw inputError(shard.path, `expected ${expected}; got ${describe(description)}`);
    if (archive.size !== shard.origins)
      throw inputError(shard.path, `expected ${shard.origins} origins; got ${archive.size}`);
    if ((await sha256Of(shard.path)) !== shard.sha256)
      throw inputError(shard.path, "expected the SHA-256 of the manifest; got another: the shard is of another run");
    bytes += shard.bytes;
  }
  return { file: path, bytes, archives, description: common };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of fs.createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** Programs that read JSON learn of damage by JSON too. */
async function verifiedOrReported(file: string): Promise<Verified> {
  try {
    return await verify(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_INPUT") write(jsonLine({ file, valid: false, error: message }));
    throw error;
  }
}

function countsOf(archives: readonly Archive[]) {
  const statuses = { success: 0, unavailable: 0, unreachable: 0 };
  const verdicts = { rules: 0, allowed: 0, refused: 0 };
  for (const archive of archives)
    for (const [, { status, verdict }] of archive) {
      statuses[status]++;
      verdicts[verdict]++;
    }
  return { origins: archives.reduce((sum, { size }) => sum + size, 0), statuses, verdicts };
}

/** Present if the file is a manifest. */
const shardsOf = ({ archives: { length } }: Verified): { shards?: number } => (length > 1 ? { shards: length } : {});

function headJson(verified: Verified): string {
  const { file, bytes, archives, description } = verified;
  const { origins, ...counts } = countsOf(archives);
  const head = { file, valid: true, format: VERSION, bytes, origins, ...shardsOf(verified) };
  return jsonLine({ ...head, ...description, ...counts });
}

function headText(verified: Verified): string {
  const { file, bytes, archives, description } = verified;
  const { crawlers, dialect, leniency, policy, snapshot, shard } = description;
  const { origins, statuses, verdicts } = countsOf(archives);
  const shards = archives.length > 1 ? `${pluralise(archives.length, "shard")}, ` : "";
  const rows = [
    `${file}: valid, format ${VERSION}, ${shards}${pluralise(origins, "origin")}, ${pluralise(bytes, "byte")}`,
    `crawlers: ${crawlers.map((tokens) => tokens.join(", ")).join("; ")}`,
    `dialect: ${dialect}; leniency: ${JSON.stringify(leniency)}; policy: ${policy}`,
    ...(snapshot === undefined ? [] : [`snapshot: ${snapshot}`]),
    ...(shard === undefined ? [] : [`shard: ${shard.number} of ${shard.of}`]),
    `statuses: ${countsText(statuses)}; verdicts: ${countsText(verdicts)}`,
  ];
  return rows.map(printable).join("\n");
}

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

type Row = (origin: string, robots: ReturnType<Archive["find"]> & object) => string;

const rowJson: Row = (origin, { rules: _, ...state }) => JSON.stringify({ origin, ...state });

/** Columns between tabs: origin, status, verdict, HTTP status, fetched at, fresh until. */
const rowText: Row = (origin, { status, verdict, httpStatus, fetchedAt, expiresAt }) =>
  [origin, status, verdict, httpStatus ?? "-", fetchedAt?.toISOString() ?? "-", expiresAt?.toISOString() ?? "-"].join(
    "\t",
  );

function* linesOf(archives: readonly Archive[], row: Row): Generator<string> {
  for (const archive of archives) for (const [origin, robots] of archive) yield `${row(origin, robots)}\n`;
}

export const command: Command = {
  help: `Usage: robots-wasm archive [OPTION…] FILE

Reads the whole archive FILE of robots-wasm compile, verifies it, and lists its origins: status, verdict, HTTP status,
when it was fetched, and until when it was fresh, with tabs between them. //HOST serves http and https. If FILE is the
manifest of shards, every shard is verified, and that it is the one that the manifest names.

  --json             a JSON object for the archive, then one for each origin
  --summary          no list of origins

Exit codes: 0 the archive is valid, 2 it is damaged or of another format, or a wrong call.
`,
  run,
};
