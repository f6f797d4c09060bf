/** The case documents as language-neutral vectors, one list a dialect: docs/vectors.md says what the members are. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { DialectName } from "../../bindings/core/dialects.ts";
import { type Basis, type Case, casesOf, type Pace } from "../support/case-format.ts";

export interface Vector extends Pace {
  /** Stays while the question stays: dialect, file, agents and URL. */
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly tags: readonly string[];
  readonly basis: Basis;
  readonly dialect: DialectName;
  readonly robotsTxt?: string;
  readonly robotsTxtBase64?: string;
  readonly agents: readonly string[];
  readonly url: string;
  readonly allowed: boolean;
  readonly line?: number;
  readonly source: string;
}

/** Where the paths of the documents live: URLs of vectors are absolute, unless the case is about a URL that is not. */
const ORIGIN = "https://www.example.com";

/** Whose verdicts a source can tell. */
const readers: Record<string, DialectName> = {
  "RFC 9309": "rfc9309",
  "1996 draft": "koster1996",
  "draft-koster-robots-00": "norobots1996",
  "1994 page": "original1994",
  "Google's page": "google",
  "google/robotstxt": "google",
};

const folder = new URL("../cases/", import.meta.url);
export const documents: readonly string[] = readdirSync(folder).filter(
  (name) => name.endsWith(".md") && name !== "README.md",
);

/** The sections that a heading cites for a dialect. */
function sectionOf({ cites, section }: Case, dialect: DialectName): string {
  const mine = cites.filter((cite) =>
    Object.entries(readers).some(([name, to]) => to === dialect && cite.startsWith(name)),
  );
  if (mine.length === 0) throw new Error(`${section}: expected a citation for ${dialect}; got ${cites.join("; ")}`);
  return mine.join("; ");
}

const isReadableText = (text: string): boolean => /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(text.replaceAll(/[\t\r\n]/g, ""));

/** Text where every reader of JSON gets the same bytes back, otherwise base64. */
function bodyOf(bytes: Uint8Array): Pick<Vector, "robotsTxt" | "robotsTxtBase64"> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const isText = isReadableText(text) && Buffer.from(text).equals(Buffer.from(bytes));
  return isText ? { robotsTxt: text } : { robotsTxtBase64: Buffer.from(bytes).toString("base64") };
}

function vectorOf(one: Case, { dialect, basis }: Case["readings"][number], source: string): Vector {
  const { section: title, tags, robots, agents, allowed, line, pace } = one;
  const url = /^\/(?!\/)/.test(one.url) ? ORIGIN + one.url : one.url;
  const question = createHash("sha256").update(
    JSON.stringify([dialect, Buffer.from(robots).toString("base64"), agents, url]),
  );
  return {
    id: `${dialect}-${question.digest("hex").slice(0, 10)}`,
    title,
    section: sectionOf(one, dialect),
    tags,
    basis,
    dialect,
    ...bodyOf(robots),
    agents,
    url,
    allowed,
    ...(line === undefined ? {} : { line }),
    ...pace,
    source,
  };
}

export function vectorsOf(dialect: DialectName): Vector[] {
  return documents.flatMap((name) =>
    casesOf(readFileSync(new URL(name, folder), "utf8")).flatMap((one) =>
      one.readings
        .filter((reading) => reading.dialect === dialect)
        .map((reading) => vectorOf(one, reading, `test/cases/${name}`)),
    ),
  );
}

/** A vector a line, so that a change of one is a change of one line. */
export const jsonOf = (vectors: readonly object[]): string =>
  `[\n${vectors.map((vector) => JSON.stringify(vector)).join(",\n")}\n]\n`;
