/** `robots-wasm archive`: verifies an archive and lists what it holds. */
import { statSync } from "node:fs";
import { fileAccess } from "../bulk/archive/access.ts";
import { type Description, readDescription } from "../bulk/archive/description.ts";
import { type Archive, openArchive } from "../bulk/archive/index.ts";
import { VERSION } from "../bulk/archive/table.ts";
import { TableReader } from "../bulk/archive/table-reader.ts";
import { pluralise } from "../node/format-number.ts";
import { inputError } from "../node/input-error.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { checkedFile } from "./input.ts";
import { parseWords } from "./options.ts";
import { printable, write, writeFully } from "./output.ts";

const options = { json: { type: "boolean" }, summary: { type: "boolean" } } as const;

/** Lines that are written at a time. */
const BATCH_LINES = 1000;

interface Verified {
  readonly file: string;
  readonly bytes: number;
  readonly archive: Archive;
  readonly description: Description;
  readonly statuses: Readonly<Record<string, number>>;
  readonly verdicts: Readonly<Record<string, number>>;
}

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw usageError(`expected one archive; got ${positionals.length}`);
  const verified = values.json ? verifiedOrReported(file) : verify(file);
  if (verified === undefined) return 2;
  await writeFully(`${values.json ? headJson(verified) : headText(verified)}\n`);
  if (!values.summary) await list(verified.archive, values.json ? rowJson : rowText);
  return 0;
}

/** @throws an input error that says what is wrong with the archive */
function verify(file: string): Verified {
  const stat = checkedFile("an archive", file, (path) => statSync(path));
  // Opening a pipe would wait for its writer.
  if (!stat.isFile()) throw usageError(`expected an archive; got not a file: ${file}`);
  const access = checkedFile("an archive", file, fileAccess);
  try {
    const description = readDescription(new TableReader(access).description);
    const archive = openArchive(access, { agent: description.crawlers[0]! });
    archive.verify();
    return { file, bytes: stat.size, archive, description, ...countsOf(archive) };
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_ARCHIVE") throw error;
    throw inputError(file, error);
  }
}

/** Programs that read JSON learn of damage by JSON too. */
function verifiedOrReported(file: string): Verified | undefined {
  try {
    return verify(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_INPUT") write(`${JSON.stringify({ file, valid: false, error: message })}\n`);
    throw error;
  }
}

function countsOf(archive: Archive): Pick<Verified, "statuses" | "verdicts"> {
  const statuses = { success: 0, unavailable: 0, unreachable: 0 };
  const verdicts = { rules: 0, allow: 0, disallow: 0 };
  for (const [, { status, verdict }] of archive) {
    statuses[status]++;
    verdicts[verdict]++;
  }
  return { statuses, verdicts };
}

const headJson = ({ file, bytes, archive, description, statuses, verdicts }: Verified): string =>
  JSON.stringify({
    ...{ file, valid: true, format: VERSION, bytes, origins: archive.size },
    ...description,
    ...{ statuses, verdicts },
  });

function headText({ file, bytes, archive, description, statuses, verdicts }: Verified): string {
  const { crawlers, dialect, leniency, policy, shard } = description;
  const rows = [
    `${file}: valid, format ${VERSION}, ${pluralise(archive.size, "origin")}, ${pluralise(bytes, "byte")}`,
    `crawlers: ${crawlers.map((tokens) => tokens.join(", ")).join("; ")}`,
    `dialect: ${dialect}; leniency: ${JSON.stringify(leniency)}; policy: ${policy}`,
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

async function list(archive: Archive, row: Row): Promise<void> {
  let lines: string[] = [];
  for (const [origin, robots] of archive) {
    lines.push(`${row(origin, robots)}\n`);
    if (lines.length < BATCH_LINES) continue;
    await writeFully(lines.join(""));
    lines = [];
  }
  await writeFully(lines.join(""));
}

export const archive: Command = {
  help: `Usage: robots-wasm archive [OPTION…] FILE

Reads the whole archive FILE of robots-wasm compile, verifies it, and lists its origins: status, verdict, HTTP status,
when it was fetched, and until when it was fresh, with tabs between them. //HOST serves http and https.

  --json             a JSON object for the archive, then one for each origin
  --summary          no list of origins

Exit codes: 0 the archive is valid, 2 it is damaged or of another format, or a wrong call.
`,
  run,
};
