/** Rows as NDJSON, CSV and Parquet, and the summary. */
import { parquetReadObjects } from "hyparquet";
import { expect, it } from "vitest";
import type { TextFormat } from "../../../bindings/bulk/rows/columns.ts";
import { headLine } from "../../../bindings/bulk/rows/text-formats.ts";
import { addSummary, emptySummary } from "../../../bindings/bulk/survey/summary.ts";
import { columnsOf } from "../../../bindings/bulk/survey/survey-columns.ts";
import { tablesOf } from "../../support/tables.ts";
import { captured, crawler, parquetOf, partsOf, siteRowsOf, surveyed } from "./surveyed.ts";

const { itEach } = tablesOf(import.meta.url);

const body = 'User-agent: *\nDisallow: /a,"b"\nFoo\nLicense: https://a.example/l\n';
const sites = [captured(body, {}, 1e12), { place: "record 3 of a.warc", reason: "damaged" }];

const textOf = (format: TextFormat, form: "crawler" | "site"): string =>
  headLine(format, columnsOf(form)) +
  new TextDecoder().decode(surveyed(sites, { format, form, crawlers: [crawler("GPTBot")] }).output as Uint8Array);

it("CSV quotes what RFC 4180 asks it to; null is empty, lists are JSON", () => {
  const [head, first, second, ...rest] = textOf("csv", "crawler").split("\n");
  expect(head).toBe(
    "site,source,status,http_status,snapshot,rank,crawler,operator,purpose,access,named,user_agent,directive,pattern,line,crawl_delay,train_ai,ai_input,search,error",
  );
  expect(first).toBe(
    'https://a.example,https://a.example/robots.txt,success,,,,GPTBot,OpenAI,training,partly,false,*,disallow,"/a,""b""",2,,,,,',
  );
  expect(second).toBe(",record 3 of a.warc,unreadable,,,,,,,,,,,,,,,,,damaged");
  expect(rest).toEqual([""]);
  expect(textOf("csv", "site")).toContain('"[""https://a.example/l""]"');
});

itEach<[reason: string, cell: string]>(
  "CSV makes %j a text that no spreadsheet runs and no terminal obeys",
  (reason, cell) => {
    const [site] = [{ place: "p", reason }];
    const { output } = surveyed([site], { format: "csv", form: "crawler" });
    expect(new TextDecoder().decode(output as Uint8Array)).toBe(`,p,unreadable,,,,,,,,,,,,,,,,,${cell}\n`);
  },
);

it("NDJSON escapes what a terminal obeys, and gives the same text back", () => {
  const reason = "\u001b[31m \u009b31m \u202e";
  const line = new TextDecoder().decode(surveyed([{ place: "p", reason }], { format: "ndjson" }).output as Uint8Array);
  for (const character of ["\u001b", "\u009b", "\u202e"]) expect(line).not.toContain(character);
  expect(JSON.parse(line).error).toBe(reason);
});

it("NDJSON has every column in every line", () => {
  const lines = textOf("ndjson", "site").trimEnd().split("\n");
  for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(columnsOf("site").map(({ name }) => name));
  expect(JSON.parse(lines[0]!)).toMatchObject({
    fetched_at: "2001-09-09T01:46:40.000Z",
    licenses: ["https://a.example/l"],
  });
});

it("Parquet gives the rows back, with lists, times and nulls", async () => {
  const rows = siteRowsOf(sites);
  const bytes = await parquetOf("site", partsOf("site", sites), 1);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const read = (await parquetReadObjects({ file })).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null])),
  );
  expect(read).toEqual(rows.map((row) => ({ ...row, findings: row.findings && JSON.stringify(row.findings) })));
});

it("the summaries of parts add up to that of the whole", () => {
  const all = [...sites, captured("User-agent: *\nDisallow: /\nContent-Usage: train-ai=n\n"), captured("")];
  for (const form of ["crawler", "site"] as const) {
    const total = emptySummary([crawler("GPTBot"), crawler("CCBot")]);
    for (const site of all) addSummary(total, surveyed([site], { form }).summary);
    expect(total).toEqual(surveyed(all, { form }).summary);
    expect(total).toMatchObject({
      ...{ sites: 4, statuses: { success: 3, unreadable: 1 }, licenses: 1 },
      crawlers: [{ crawler: "GPTBot", allowed: 1, partly: 1, refused: 1, named: 0 }, { crawler: "CCBot" }],
      purposes: [
        { purpose: "training", refused: 1, some: 0, none: 2 },
        { purpose: "archive", refused: 1, some: 0, none: 2 },
      ],
      signals: [{ signal: "train_ai", allowed: 0, refused: 1 }, {}, {}],
      errors: [{ reason: "damaged", sites: 1, example: "record 3 of a.warc" }],
    });
  }
});

it("lists a hundred reasons and counts the others together", () => {
  const lost = Array.from({ length: 150 }, (_, i) => ({ place: `record ${i}`, reason: `reason ${i}` }));
  const { errors } = surveyed(lost).summary;
  expect(errors).toHaveLength(101);
  expect(errors.at(-1)).toEqual({ reason: "other reasons", sites: 50, example: "record 100" });
  const total = emptySummary([]);
  for (const some of [lost.slice(0, 100), lost])
    addSummary(total, { ...surveyed(some).summary, crawlers: [], purposes: [] });
  expect(total.errors.at(-1)).toEqual({ reason: "other reasons", sites: 50, example: "record 100" });
});
