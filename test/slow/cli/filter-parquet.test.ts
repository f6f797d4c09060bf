/** `robots-wasm filter --field NAME` on a column of Parquet files: what hyparquet-writer, Spark and others write. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type ColumnSource, parquetWriteFile } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { parquetOf } from "../../support/parquet.ts";
import { program } from "../../support/program.ts";
import { type Ended, run } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-parquet-"));
const path = (name: string): string => join(folder, name);
mkdirSync(path("robots"));
writeFileSync(path("robots/a.example"), "User-agent: *\nDisallow: /x\n");
const words = ["filter", "--agent", "A", "--robots", path("robots"), "--quiet"];

function filter(file: string, ...more: string[]): Ended {
  const input = openSync(file, "r");
  const child = spawnSync(process.execPath, [program, ...words, ...more], {
    stdio: [input, "pipe", "pipe"],
    encoding: "utf8",
    timeout: 500_000,
  });
  closeSync(input);
  return { code: child.status, out: child.stdout, err: child.stderr };
}

function write(name: string, columnData: ColumnSource[], options: object = {}): string {
  parquetWriteFile({ filename: path(name), columnData, ...options });
  return path(name);
}

const ids = (count: number): ColumnSource => ({
  name: "id",
  data: Array.from({ length: count }, (_, i) => i),
  type: "INT32",
});
const urls = [
  "http://a.example/x",
  null,
  "http://a.example/ä",
  "not a URL",
  "http://a.example/x\ny",
  "",
  "http://b.example/x",
];
const small = write("small", [ids(urls.length), { name: "url", data: urls, type: "STRING" }]);

describe("a column of URLs", () => {
  it("--verdicts has one character for each row, nulls and values with line feeds included", () => {
    expect(filter(small, "--field", "url", "--verdicts")).toEqual({
      code: 0,
      out: "0\n-\n1\n-\n-\n-\n1\n",
      err: "",
    });
  });

  it("allowed, refused and invalid values are lines", () => {
    const outputs = ["--refused", path("refused"), "--invalid", path("invalid")];
    expect(filter(small, "--field", "url", ...outputs)).toMatchObject({
      code: 0,
      out: "http://a.example/ä\nhttp://b.example/x\n",
    });
    expect(readFileSync(path("refused"), "utf8")).toBe("http://a.example/x\n");
    expect(readFileSync(path("invalid"), "utf8")).toBe("\nnot a URL\n\n\n");
  });

  const many = Array.from({ length: 50_000 }, (_, i) => `http://a.example/${i % 3 === 0 ? "x" : "y"}/${i % 1000}`);
  const list = `${many.join("\n")}\n`;
  const expected = run(words, list).out;
  it.each([
    ["snappy and a dictionary", { rowGroupSize: 7000 }, {}],
    ["one page encoding for all", { rowGroupSize: 50_000 }, { encoding: "PLAIN" }],
    ["lengths as deltas", {}, { encoding: "DELTA_LENGTH_BYTE_ARRAY" }],
    ["shared prefixes", {}, { encoding: "DELTA_BYTE_ARRAY" }],
    ["uncompressed", { codec: "UNCOMPRESSED", rowGroupSize: 20_000 }, {}],
  ] satisfies [string, object, Partial<ColumnSource>][])(
    "the output is that of a list of lines: %s",
    (name, options, column) => {
      const file = write(
        name.replaceAll(" ", "-"),
        [ids(many.length), { name: "url", data: many, type: "STRING", ...column }],
        options,
      );
      for (const jobs of ["1", "2"])
        expect(filter(file, "--field", "url", "--ordered", "--jobs", jobs).out === expected).toBe(true);
    },
  );

  it("bytes that are not UTF-8 come out as they were", () => {
    const data = [Buffer.from("http://a.example/\xff", "latin1")];
    const file = write("bytes", [{ name: "url", data, type: "BYTE_ARRAY" }]);
    expect(filter(file, "--field", "url", "--output", path("bytes.out")).code).toBe(0);
    expect(readFileSync(path("bytes.out"), "latin1")).toBe("http://a.example/\xff\n");
  });

  it("no rows: no lines", () => {
    const file = write("empty", [{ name: "url", data: [], type: "STRING" }]);
    expect(filter(file, "--field", "url")).toEqual({ code: 0, out: "", err: "" });
  });
});

describe("a wrong call or file: exit code 2 and one line", () => {
  const bytes = readFileSync(small);
  const damaged = (name: string, content: Uint8Array): string => {
    writeFileSync(path(name), content);
    return path(name);
  };
  it.each([
    ["no --field", small, [], "expected --field NAME with the column"],
    ["a number", small, ["--field", "2"], "expected --field NAME with the column"],
    ["another column", small, ["--field", "link"], 'expected a column of text "link"; got the columns id, url'],
    ["a column of numbers", small, ["--field", "id"], 'expected a column of text "id"; got INT32'],
    [
      "half a file",
      damaged("half", bytes.subarray(0, bytes.length / 2)),
      ["--field", "url"],
      "expected a complete Parquet",
    ],
    ["four bytes", damaged("four", bytes.subarray(0, 4)), ["--field", "url"], "expected a complete Parquet file"],
  ])("%s", (_, file, more, message) => {
    const { code, out, err } = filter(file, ...more);
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining(message) });
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  it("Parquet in a pipe or in gzip: says that it must be the file itself", () => {
    const words = ["filter", "--agent", "A", "--robots", path("robots"), "--field", "url"];
    for (const input of [bytes, gzipSync(bytes)]) {
      const { code, out, err } = run(words, input);
      expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining("< FILE") });
    }
  });

  it("a page whose checksum is wrong", () => {
    const data = ["http://a.example/1"];
    const file = parquetOf([{ name: "url", data, type: "STRING" }], { version: 1, crc: true, codec: "UNCOMPRESSED" });
    const good = damaged("checksum", file);
    expect(filter(good, "--field", "url").out).toBe("http://a.example/1\n");
    file[Buffer.from(file).indexOf("example/1") + 8] = "2".charCodeAt(0);
    expect(filter(damaged("checksum", file), "--field", "url")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("a page with a wrong checksum"),
    });
  });
});

it("SIGTERM while a file is read names the outputs after what they cover", async () => {
  const data = Array.from({ length: 400_000 }, (_, i) => `http://a.example/${i}`);
  const file = openSync(write("long", [{ name: "url", data, type: "STRING" }], { rowGroupSize: 20_000 }), "r");
  // Output that nobody reads: decoding and deciding wait.
  const child = spawn(process.execPath, [program, ...words, "--field", "url", "--refused", path("refused.long")], {
    stdio: [file, "pipe", "pipe"],
  });
  const [stdout, stderr] = [child.stdout!, child.stderr!];
  let err = "";
  stderr.setEncoding("utf8").on("data", (text) => (err += text));
  await once(stdout, "readable");
  child.kill("SIGTERM");
  stdout.resume();
  expect(await once(child, "exit")).toEqual([130, null]);
  closeSync(file);
  expect(err).toMatch(/interrupted; to continue: --offset \d+, then append its output to /);
});
