/** Numbers that documents repeat are those of the source. A row marks the number in a sentence by braces. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { textOf } from "../support/documents.ts";

const UNITS: Record<string, number> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** `512,000` and `4 MiB` as numbers. */
function numberOf(text: string): number {
  const [digits, unit] = text.split(" ") as [string, string?];
  return Number(digits.replaceAll(",", "")) * (unit === undefined ? 1 : UNITS[unit]!);
}

/** The value of `const NAME = …` in a file of either language. Constants of layout.ts may stand in it. */
function constantOf(file: string, name: string): number {
  const layout = file === LAYOUT ? {} : { LEAST_READ_BYTES: constantOf(LAYOUT, "LEAST_READ_BYTES") };
  const [, expression] = new RegExp(`^(?:export )?const ${name}(?:: \\w+)? = (.+);$`, "m").exec(textOf(file)) ?? [];
  if (expression === undefined) throw new Error(`${file}: expected a constant ${name}; got none`);
  return Function(...Object.keys(layout), `return ${expression}`)(...Object.values(layout));
}

const LAYOUT = "assembly/bytes/layout.ts";

/** Document, sentence, file, constants whose sum the number is. */
const repeated: readonly (readonly [string, string, string, ...string[]])[] = [
  ["docs/archive.md", "its first {512,000} bytes", LAYOUT, "LEAST_READ_BYTES"],
  [
    "docs/archive.md",
    "keeps at most {40 MiB} of pages",
    "bindings/crawl/archive/table-reader.ts",
    "LEAVES_BYTES",
    "BRANCHES_BYTES",
  ],
  ["docs/archive.md", "reads one page of {4 KiB}", "bindings/crawl/archive/table-writer.ts", "PAGE_BYTES"],
  ["docs/archive.md", "longer than {4,096} bytes", "bindings/crawl/archive/table-writer.ts", "PAGE_BYTES"],
  ["docs/client.md", "up to {16 MiB} of decoded entries", "bindings/crawl/client/loader.ts", "DECODED_BYTES"],
  ["docs/client.md", "the default, with {64 MiB}", "bindings/crawl/client/store.ts", "DEFAULT_STORE_BYTES"],
  ["docs/design.md", "a table of {768} bytes", LAYOUT, "DIALECT_BYTES"],
  ["docs/design.md", "After {32} decisions", "assembly/match/decide.ts", "INDEX_AFTER"],
  ["docs/dialects.md", "at least {512,000}", LAYOUT, "LEAST_READ_BYTES"],
  ["docs/embedding.md", "at most {24,576} bytes together", "assembly/embed/tokens.ts", "MAX_AGENTS_BYTES"],
  ["docs/embedding.md", "over {4 MiB} is not a URL", "assembly/bulk/block.ts", "MAX_LINE_BYTES"],
  ["docs/embedding.md", "The URL has over {8,192} bytes", LAYOUT, "MAX_URL_BYTES"],
  ["docs/command-line.md", "at most {4 MiB}", "bindings/bulk/files/blocks.ts", "MAX_LINE_BYTES"],
  ["docs/filter.md", "The first {500 KiB} of each file", LAYOUT, "LEAST_READ_BYTES"],
  ["docs/filter.md", "within a window of {4 MiB}", "bindings/cli/filter/filter-options.ts", "WINDOW_BYTES"],
  ["docs/filter.md", "at most {4 KiB} long", "bindings/base/url.ts", "MAX_HOST_BYTES"],
  ["docs/filter.md", "more than {4 MiB}", "bindings/bulk/files/blocks.ts", "MAX_LINE_BYTES"],
  ["docs/filter.md", "are {1 GiB} of compressed bytes", "bindings/bulk/parquet/footer.ts", "MAX_CHUNK_BYTES"],
  ["docs/filter.md", "and {33,554,432} rows", "bindings/bulk/parquet/footer.ts", "MAX_CHUNK_ROWS"],
  ["docs/filter.md", "{4 GiB} of text per page", "bindings/bulk/parquet/texts.ts", "MAX_PAGE_TEXT_BYTES"],
  ["docs/filter.md", "{256 MiB} for the footer", "bindings/bulk/parquet/footer.ts", "MAX_FOOTER_BYTES"],
  ["docs/filter.md", "a frame has at most {256 MiB}", "bindings/cli/filter/serve.ts", "MAX_FRAME_BYTES"],
  ["docs/format.md", "{32}  rules      8 bytes each", LAYOUT, "HEADER_BYTES"],
  ["docs/format.md", "rules      {8} bytes each", LAYOUT, "RULE_BYTES"],
  ["docs/lint.md", "more than {1,000} findings", "bindings/owners/lint/findings.ts", "MAX_FINDINGS"],
  ["docs/lint.md", "It reads at most {5,120,000} bytes", "bindings/owners/lint/lint-file.ts", "MAX_BYTES"],
  ["docs/lint.md", "The linter reads at most {5,120,000} bytes", "bindings/owners/lint/lint-file.ts", "MAX_BYTES"],
  ["docs/lint.md", "a regular file of at most {100,000} bytes", "bindings/cli/lint-config.ts", "MAX_CONFIG_BYTES"],
  ["docs/robots-parser.md", "Only the first {64 MiB}", LAYOUT, "MOST_READ_BYTES"],
  ["docs/api/core.md", "512 KiB to {1 GiB}", "bindings/core/limits.ts", "MAX_MEMORY_BYTES"],
  ["docs/api/core.md", "| {16 MiB} | The bytes", "bindings/core/limits.ts", "DEFAULT_MEMORY_BYTES"],
];

describe("the number that a document repeats", () => {
  it.each(repeated)("%s: %s", (document, sentence, file, ...names) => {
    expect(textOf(document)).toContain(sentence.replaceAll(/[{}]/g, ""));
    const [, number] = /\{(.+)\}/.exec(sentence)!;
    expect(numberOf(number!)).toBe(names.reduce((sum, name) => sum + constantOf(file, name), 0));
  });

  it("docs/lint.md: Google's parser cuts a line after 16,663 bytes", () => {
    const google = dialects.find(({ name }) => name === "google")!;
    expect(textOf("docs/lint.md")).toContain(`cuts a line after ${google.lineCapBytes.toLocaleString("en")} bytes`);
  });

  it("README.md: the size of the core after gzip, as scripts/size.mjs bounds it", () => {
    const [, budget] = /^ {2}"\.\/browser": ([\d_]+)/m.exec(textOf("scripts/size.mjs"))!;
    const kilobytes = Math.round(Number(budget!.replaceAll("_", "")) / 1000);
    expect(textOf("README.md")).toContain(`| size after gzip | ${kilobytes} KB (`);
  });

  it("README.md: the agreement with RFC 9309 and with Google, as the scoreboard measured it", () => {
    const board = textOf("docs/scoreboard.md");
    const percentOf = (name: string, column: number): string =>
      new RegExp(`^\\| ${name} \\|(.*)$`, "m").exec(board)![1]!.split("|")[column]!.replaceAll(/[*† ]/g, "");
    const names = ["robots-wasm", "robots-parser", "exclusion"];
    const [own, parser, exclusion] = names.map((name) => percentOf(name, 0));
    expect(textOf("README.md")).toContain(`**${own} %** | ${parser} % | ${exclusion} % |`);
    expect(textOf("README.md")).toContain(`| **${percentOf("robots-wasm", 5)} %** | not claimed | not claimed |`);
    expect(board).toMatch(/RFC 9309 \(468\).*Google, labelled \(10000\)/);
  });

  it("package.json: exact in five dialects", () => {
    const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    expect(JSON.parse(textOf("package.json")).description).toContain(`exact in ${words[dialects.length]} dialects`);
  });

  it("the filter's default of --memory: 256 MiB", () => {
    const bytes = /values\.memory \?\? "(\d+)"/.exec(textOf("bindings/cli/filter/filter-options.ts"))![1];
    expect(Number(bytes)).toBe(256 * 2 ** 20);
  });

  it("filter has 20 options", async () => {
    const { filterHelp } = await import("../../bindings/cli/filter/filter-options.ts");
    expect(filterHelp.match(/^ {2}--/gm)).toHaveLength(20);
  });
});

describe("one limit, one constant", () => {
  it("what is read of a file: the modules and bindings/ share it", () => {
    const own = ["assembly/embed/index.ts", "assembly/bulk/blanket.ts", "bindings/core/robots/body.ts"].filter(
      (file) => /512_?000|1 << 26|2 \*\* 26/.test(textOf(file)) || !textOf(file).includes("LEAST_READ_BYTES"),
    );
    expect(own).toEqual([]);
  });

  it.each([["MAX_LINE_BYTES", "assembly/bulk/block.ts", "bindings/bulk/files/blocks.ts"]])(
    "%s is the same in %s and %s",
    (name, one, other) => {
      expect(constantOf(one, name)).toBe(constantOf(other, name));
    },
  );

  it("MOST_UNITS of text fit the input area in UTF-8", () => {
    expect(constantOf("bindings/core/limits.ts", "MOST_UNITS")).toBe(Math.floor(constantOf(LAYOUT, "INPUT_BYTES") / 3));
  });
});
