/**
 * docs/conformance.md: what each row cites exists (headings with vectors of its dialect, words in a test), the counts are those
 * of the vectors, and no section of a text is without a row. The texts that the dialects follow first, the seeds, are not part
 * of this repository; their headings are, and where the texts lie beside it, every sentence of theirs needs a row.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { vectorsOf } from "./build.ts";
import { mapLines, type Row, rows, text } from "./conformance-rows.ts";

const root = new URL("../../", import.meta.url);
const byDialect = new Map(dialects.map(({ name }) => [name as string, vectorsOf(name)]));

const headingsOf = ({ proofs }: Row): string[] =>
  proofs.flatMap((proof) => (proof.kind === "heading" ? [proof.heading] : []));
const countOf = (dialect: string, headings: readonly string[]): number =>
  byDialect.get(dialect)!.filter(({ title }) => headings.includes(title)).length;

function counted(row: Row): string {
  const headings = headingsOf(row);
  const count = headings.length === 0 ? "" : `${countOf(row.dialect, headings)} `;
  return `| ${row.cells.slice(0, 3).join(" | ")} | ${count}|`;
}

describe("docs/conformance.md", () => {
  it("has a table for each dialect", () =>
    expect(new Set(rows.map(({ dialect }) => dialect))).toEqual(new Set(byDialect.keys())));

  it("has a heading above each table, which ends the seeds of the table before", () => {
    const titles = text.split("\n").filter((line) => /\((?:19|20)\d\d\)$/.test(line));
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(title).toMatch(/^## /);
  });

  it.each(rows)("$dialect $cells.0: $cells.1", (row) => {
    expect(row.proofs.length).toBeGreaterThan(0);
    for (const heading of headingsOf(row)) expect(countOf(row.dialect, [heading]), heading).toBeGreaterThan(0);
    for (const proof of row.proofs) {
      if (proof.kind !== "file") continue;
      expect(existsSync(new URL(proof.path, root)), proof.path).toBe(true);
      expect(readFileSync(new URL(proof.path, root), "utf8"), proof.path).toContain(proof.words);
    }
  });

  it("counts the vectors (npm run vectors writes the counts)", async () =>
    expect(mapLines(counted, (line) => line).join("\n")).toMatchFileSnapshot("../../docs/conformance.md"));
});

it("every section of RFC 9309 that the vectors cite is in the table", () => {
  const listed = rows.filter(({ seeds, dialect }) => seeds.length === 0 && dialect === "rfc9309");
  const cited = byDialect.get("rfc9309")!.flatMap(({ section }) => section.split("; "));
  const missing = cited
    .map((section) => section.replace("RFC 9309 ", "").replace(/^.*, /, ""))
    .filter((section) => !listed.some((row) => row.section === section));
  expect(missing).toEqual([]);
});

interface Seed {
  readonly name: string;
  /** How the name of its file begins. */
  readonly file: string;
  readonly title: string;
  /** The section as the table has it, and the heading as the text has it, in the order of the text. */
  readonly sections: readonly (readonly [section: string, heading: string])[];
}

const seeds = JSON.parse(readFileSync(new URL("seeds.json", import.meta.url), "utf8")) as readonly Seed[];
const folder = new URL("../shared/seeds/", root);
const isHere = existsSync(folder);

/** The text without the marks of a quoted letter, page breaks, tables of contents and rules of tables. */
function textOf({ file }: Seed): string {
  const name = readdirSync(folder).find((one) => one.startsWith(file))!;
  return readFileSync(new URL(name, folder), "utf8")
    .replaceAll(/^> ?/gm, "")
    .replaceAll(/^Koster, et al\..*\[Page \d+\]$|^Internet-Draft +I-D +July 2019$/gm, "")
    .replaceAll(/^.*(?:\. ){3,}.*$/gm, "")
    .replaceAll(/^[ +|-]+$/gm, "");
}

const flat = (words: string): string => words.replaceAll(/\s+/g, " ").trim();

/** The heading as lines of their own. */
function headingPattern(heading: string): RegExp {
  const words = flat(heading).split(" ");
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^[ \\t]*${escaped.join("\\s+")}[ \\t]*$`, "gmu");
}

/** The body of each section; throws for a heading that is not there, in its order. */
function bodiesOf(seed: Seed): Map<string, string> {
  const text = textOf(seed);
  let from = 0;
  const found = seed.sections.map(([section, heading]) => {
    const pattern = headingPattern(heading);
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) throw new Error(`${seed.file}: expected the heading "${heading}" after ${from}; got none`);
    from = pattern.lastIndex;
    return { section, start: match.index, end: from };
  });
  return new Map(found.map(({ section, end }, i) => [section, flat(text.slice(end, found[i + 1]?.start))]));
}

/** Sentences, and rules of grammars, that hold words. */
const sentencesOf = (body: string): string[] =>
  body.split(/(?<=[.!?])\s+|\s+(?=[\w-]+ = )/).filter((sentence) => /\p{L}{2}/u.test(sentence));

describe.each(seeds)("$title", (seed) => {
  const own = rows.filter(({ seeds: names }) => names.includes(seed.name));
  const phrasesOf = (section: string): string[] =>
    own.filter((row) => row.section === section).flatMap(({ phrases }) => phrases);

  it("has a row for each of its sections, and for nothing else", () =>
    expect(new Set(own.map(({ section }) => section))).toEqual(new Set(seed.sections.map(([section]) => section))));

  it.skipIf(!isHere)("has a row for each sentence", () => {
    const bodies = bodiesOf(seed);
    const missing = Array.from(bodies, ([section, body]) =>
      sentencesOf(body)
        .filter((sentence) => !phrasesOf(section).some((phrase) => sentence.includes(phrase)))
        .map((sentence) => `${section}: ${sentence}`),
    ).flat();
    expect(missing).toEqual([]);
  });

  it.skipIf(!isHere)("has no numbered heading but those listed", () => {
    const numbered = Array.from(
      textOf(seed).matchAll(/^ ?(\d+(?:\.\d+)*)\.? {1,2}(?=[A-Z]\w+[ .]*(?:$|[A-Za-z ]+$))/gm),
    );
    const listed = new Set(seed.sections.map(([section]) => section.replace("§", "")));
    const isSection = ([, number]: RegExpMatchArray): boolean => Number(number!.split(".")[0]) < 10;
    expect(numbered.filter(isSection).filter(([, number]) => !listed.has(number!))).toEqual([]);
  });
});

it.skipIf(!isHere)("every quoted phrase of a seed is in it, in its section", () => {
  const bodies = seeds.map((seed) => ({ seed, bodies: bodiesOf(seed) }));
  const wrong = rows.flatMap(({ seeds: names, section, phrases }) => {
    const places = bodies.filter(({ seed }) => names.includes(seed.name)).map((one) => one.bodies.get(section) ?? "");
    return names.length === 0 ? [] : phrases.filter((phrase) => !places.some((place) => place.includes(phrase)));
  });
  expect(wrong).toEqual([]);
});
