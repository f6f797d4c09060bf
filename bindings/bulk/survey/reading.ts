/** Reads one site: its robots.txt as parsed, or what holds without one. */
import { join } from "node:path";
import type { AccessStatus, Verdict } from "../../core/access/index.ts";
import type { RobotsTxt } from "../../core/deciding.ts";
import type { DialectName } from "../../core/index.ts";
import { LEAST_READ_BYTES } from "../../core/parsing.ts";
import { RobotsByDialect } from "../../owners/agents/internal.ts";
import { type FileOrigin, type FolderEntry, fileOf } from "../folder/folder-files.ts";
import type { Replayed } from "../warc/replay.ts";
import type { Site } from "./site.ts";

export type SurveyStatus = AccessStatus | "unreadable";

export interface SurveyedFile {
  readonly body: Uint8Array;
  readonly byDialect: RobotsByDialect;
  /** In the dialect of the survey. */
  readonly robots: RobotsTxt;
}

export interface Reading {
  /** A host whose file serves both schemes, or an origin; null if nobody can say. */
  readonly site: string | null;
  /** The path of the file, the URL of the capture, or a place in a WARC file. */
  readonly source: string;
  readonly status: SurveyStatus;
  readonly httpStatus: number | null;
  readonly redirects: readonly string[] | null;
  readonly fetchedAtMs: number | null;
  readonly snapshot: string | null;
  readonly rank: number | null;
  /** Why it is unreadable or unreachable. */
  readonly error: string | null;
  /** The verdict for all URLs if no rules decide: of the policy, or undefined if nothing is known. */
  readonly blanket?: Exclude<Verdict, "rules">;
  /** What decides, if it was read. */
  readonly file?: SurveyedFile;
}

/** What the linter reads of a file in UTF-16, and a byte that shows that there is more. */
const READ_BYTES = 2 * 10 * LEAST_READ_BYTES + 4;
let buffer: Uint8Array | undefined;

type SiteRead = Omit<Reading, "snapshot" | "rank">;

const nothing = { httpStatus: null, redirects: null, fetchedAtMs: null, error: null } as const;

/** The body is valid until the next site is read. */
export const readSite = (site: Site, dialect: DialectName, snapshot: string | null): Reading => ({
  ...readOne(site, dialect),
  snapshot,
  rank: site.rank ?? null,
});

function readOne(site: Site, dialect: DialectName): SiteRead {
  if ("entry" in site) return readFile(site.entry, dialect);
  if ("place" in site) return { ...nothing, site: null, source: site.place, status: "unreadable", error: site.reason };
  return readCapture(site, dialect);
}

function readFile(entry: FolderEntry, dialect: DialectName): SiteRead {
  buffer ??= new Uint8Array(READ_BYTES);
  const file = fileOf(entry, buffer);
  const source = join(entry.folder, entry.name);
  if ("skipped" in file)
    return { ...nothing, site: null, source, status: "unreadable", error: file.skipped.replace(/^\w+: /, "") };
  const site = nameOf(file.origins[0]!);
  if ("unreadable" in file)
    return { ...nothing, site, source, status: "unreadable", error: withoutPath(file.unreadable, source) };
  const { body } = file;
  return { ...nothing, site, source, status: "success", file: parsedFile(body, dialect) };
}

/** A file serves one host, and both schemes unless its name or its folder says otherwise. */
const nameOf = ({ host, scheme }: FileOrigin): string => (scheme === "" ? host : `${scheme}://${host}`);

const withoutPath = (text: string, path: string): string =>
  text.startsWith(`${path}: `) ? text.slice(path.length + 2) : text;

function readCapture(captured: Replayed, dialect: DialectName): SiteRead {
  const { origin, state, kept, redirects, error = null, unusable } = captured;
  const { status, verdict, httpStatus = null, fetchedAtMs = null } = state;
  const known = { site: origin, source: `${origin}/robots.txt`, httpStatus, redirects, fetchedAtMs };
  if (unusable !== undefined) return { ...known, status: "unreadable", redirects: null, error: unusable };
  if (verdict !== "rules") return { ...known, status, error, blanket: verdict };
  return { ...known, status, error, file: parsedFile(kept!, dialect) };
}

function parsedFile(body: Uint8Array, dialect: DialectName): SurveyedFile {
  const byDialect = new RobotsByDialect(body);
  return { body, byDialect, robots: byDialect.in(dialect) };
}
