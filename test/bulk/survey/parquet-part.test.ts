/** A run in Parquet that was interrupted: another run goes on from its part, and writes the bytes of one run. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Row } from "../../../bindings/bulk/rows/index.ts";
import { ParquetOutput } from "../../../bindings/bulk/rows/parquet-output.ts";
import { openPart } from "../../../bindings/bulk/survey/parquet-part.ts";
import { columnsOf } from "../../../bindings/bulk/survey/survey-columns.ts";
import type { SurveyForm } from "../../../bindings/bulk/survey/survey-plan.ts";
import { captured, memoryOutput, parquetOf, partsOf } from "./surveyed.ts";

const BATCH_ROWS = 50;
/** Three batches and a part of the fourth. */
const GROUP_ROWS = 170;
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-part-"));
const path = (name: string): string => join(folder, name);

/** Patterns whose least and greatest are long, empty, beyond ASCII, or damaged UTF-8: Parquet keeps both, cut. */
const patterns = [
  "/",
  "",
  `/${"\u{10ffff}".repeat(40)}`,
  `/${"x".repeat(5000)}`,
  "/\uffff\ufffd",
  "/%ff\u0000",
  "/é*$",
];
const bodies = [
  ...patterns.map((pattern) => new TextEncoder().encode(`User-agent: *\nDisallow: ${pattern}\nCrawl-delay: 0.5\n`)),
  Buffer.from("User-agent: *\nDisallow: /\xff\xfe\xed\xa0\x80\n", "latin1"),
  "User-agent: *\nLicense: https://a.example/l\nSitemap: https://a.example/s\n",
];

function rowsOf(form: SurveyForm, count: number): readonly Row[] {
  const some = bodies.flatMap((body, i) => partsOf(form, [captured(body, {}, i * 1e9)]));
  return Array.from({ length: count }, (_, i) => some[(i * i) % some.length]!);
}

/** Writes a part with all full groups; returns how many batches they hold. */
async function writePart(name: string, form: SurveyForm, batches: readonly (readonly Row[])[], from?: string) {
  const output = memoryOutput();
  const part = from === undefined ? undefined : openPart(path(from), "digest");
  await part?.copyTo(output);
  const parquet = new ParquetOutput(output, columnsOf(form), "test", part, GROUP_ROWS);
  let written = part?.label.to ?? 0;
  for (const [i, batch] of batches.entries()) if (i >= written && (await parquet.write(batch))) written = i + 1;
  await parquet.finishPart(JSON.stringify({ from: 0, to: written, survey: "digest" }));
  writeFileSync(path(name), output.bytes());
  return written;
}

describe.each(["crawler", "site"] as const)("by %s", (form) => {
  const rows = rowsOf(form, 520);
  const batches = Array.from({ length: 11 }, (_, i) => rows.slice(i * BATCH_ROWS, (i + 1) * BATCH_ROWS));

  it.each([1, 4, 6, 10])("a run of 11 batches, interrupted after %i and again after 9", async (interruptedAfter) => {
    await writePart("one", form, batches.slice(0, interruptedAfter));
    await writePart("two", form, batches.slice(0, 9), "one");
    const output = memoryOutput();
    const part = openPart(path("two"), "digest");
    await part.copyTo(output);
    const parquet = new ParquetOutput(output, columnsOf(form), "test", part, GROUP_ROWS);
    for (const batch of batches.slice(part.label.to)) await parquet.write(batch);
    await parquet.finish();
    expect(output.bytes().equals(await parquetOf(form, rows, BATCH_ROWS, GROUP_ROWS))).toBe(true);
  });
});

it("batches that do not fill a group are not in the part", async () => {
  const batch = rowsOf("crawler", BATCH_ROWS);
  expect(await writePart("short", "crawler", [batch, batch, batch])).toBe(0);
  expect(await writePart("long", "crawler", [batch, batch, batch, batch, batch])).toBe(4);
});

describe("refuses as a part", () => {
  it("that of another survey", async () => {
    await writePart("part", "site", []);
    expect(() => openPart(path("part"), "other")).toThrow(
      "a part of a survey with the same inputs, options, crawlers and version",
    );
  });

  it.each(["{", "null", "{}", '{"from":1,"to":0,"survey":"digest"}', '{"from":0,"to":1.5,"survey":"digest"}'])(
    "one with the label %j",
    async (label) => {
      const output = memoryOutput();
      const parquet = new ParquetOutput(output, columnsOf("site"), "test", undefined, GROUP_ROWS);
      await parquet.finishPart(label);
      writeFileSync(path("label"), output.bytes());
      expect(() => openPart(path("label"), "digest")).toThrow("expected the label of a part of a survey");
    },
  );

  it("a whole run", async () => {
    writeFileSync(path("whole"), await parquetOf("site", rowsOf("site", 1), 1));
    expect(() => openPart(path("whole"), "digest")).toThrow("expected a part of an interrupted survey");
  });

  it.each(["", "PAR1", "no Parquet at all"])("a file that holds %j", (text) => {
    writeFileSync(path("other"), text);
    expect(() => openPart(path("other"), "digest")).toThrow("expected a complete Parquet file; got ");
  });
});
