/** Partials: an archive from them is that of one run over all files, and nothing is compiled from some of them. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileArchive } from "../../../bindings/bulk/compile/compile.ts";
import { writePartial } from "../../../bindings/bulk/compile/partial.ts";
import { CompileStats } from "../../../bindings/bulk/warc/compile-stats.ts";
import { policies } from "../../../bindings/crawl/client/index.ts";
import { response } from "./warc.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-partial-"));
const path = (name: string): string => join(folder, name);
const planOf = (files: { warcs?: readonly string[]; partials?: readonly string[] }, agent = "A") => ({
  description: { crawlers: [[agent]], dialect: "rfc9309" as const, leniency: {} },
  policy: policies[0]!,
  warcs: [],
  folders: [],
  temporary: path(`temporary-${Math.random()}`),
  stats: new CompileStats(),
  signal: new AbortController().signal,
  ...files,
});

function collecting() {
  const pieces: Buffer[] = [];
  const write = async (piece: Uint8Array): Promise<void> => void pieces.push(Buffer.from(piece));
  return { output: { write, commit: () => {} }, bytes: () => Buffer.concat(pieces) };
}

const url = (host: string, file = "/robots.txt"): string => `https://${host}${file}`;
const day = (number: number): string => `2026-03-0${number}T00:00:00Z`;
const rules = (pattern: string): string => `User-agent: *\nDisallow: ${pattern}\n`;

/** Captures that need those of other files: a redirect, a 304, outages, skips, and two of one second. */
const warcs = [
  [
    response(url("moved"), day(1), 301, "", [`Location: ${url("target")}`]),
    response(url("same"), day(1), 200, rules("/first")),
    response(url("kept"), day(1), 200, rules("/kept")),
    response(url("lost"), "never", 200, rules("/")),
  ],
  [response(url("same"), day(1), 200, rules("/second")), response(url("down"), day(1), 503)],
  [
    response(url("target"), day(2), 200, rules("/target")),
    response(url("kept"), day(2), 304),
    response(url("down"), day(4), 200, rules("/up")),
    response(url("lost"), day(3), 200, rules("/answered")),
  ],
  [response(url("same"), day(1), 200, rules("/last")), response(url("down"), day(3), 503)],
].map((records, i) => {
  writeFileSync(path(`${i}.warc`), Buffer.concat(records));
  return path(`${i}.warc`);
});

async function partialOf(first: number, end: number, total = warcs.length, agent = "A"): Promise<string> {
  const { output, bytes } = collecting();
  await writePartial(planOf({ warcs: warcs.slice(first, end) }, agent), { first, total }, output);
  writeFileSync(path(`${first}-${end}-of-${total}-${agent}`), bytes());
  return path(`${first}-${end}-of-${total}-${agent}`);
}

async function archiveOf(files: Parameters<typeof planOf>[0]) {
  const { output, bytes } = collecting();
  const plan = planOf(files);
  await compileArchive({ ...plan, output });
  return { bytes: bytes().toString("hex"), counts: plan.stats.counts() };
}

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one) => permutations(all.filter((x) => x !== one)).map((p) => [one, ...p]));

describe("an archive from partials", () => {
  it("has the bytes and counts of one run, in any order of partials", async () => {
    const whole = await archiveOf({ warcs });
    const partials = await Promise.all([partialOf(0, 1), partialOf(1, 2), partialOf(2, 3), partialOf(3, 4)]);
    for (const order of permutations(partials)) expect(await archiveOf({ partials: order })).toEqual(whole);
  });

  it.each([[[0, 4]], [[0, 2, 4]], [[0, 1, 4]], [[0, 3, 4]]])("divided at %j it is the same", async (ends) => {
    const partials = await Promise.all(ends.slice(1).map((end, i) => partialOf(ends[i]!, end)));
    expect(await archiveOf({ partials })).toEqual(await archiveOf({ warcs }));
  });

  it("kept partials and those of new files make an exact refresh", async () => {
    const kept = await partialOf(0, 2, 2);
    expect(await archiveOf({ partials: [kept] })).toEqual(await archiveOf({ warcs: warcs.slice(0, 2) }));
    const partials = [await partialOf(2, 4, 4), kept];
    expect(await archiveOf({ partials })).toEqual(await archiveOf({ warcs }));
  });
});

describe("compile fails if partials", () => {
  it.each<[string, () => Promise<string[]>, string]>([
    ["overlap", async () => [await partialOf(0, 2), await partialOf(1, 4)], "each WARC file once; got file 1 again"],
    ["repeat", async () => [await partialOf(0, 4), await partialOf(0, 4)], "each WARC file once; got file 0 again"],
    ["lack the first files", async () => [await partialOf(1, 4)], "got none of files 0 to 0"],
    ["lack files between", async () => [await partialOf(0, 1), await partialOf(3, 4)], "got none of files 1 to 2"],
    ["lack the last files", async () => [await partialOf(0, 2)], "got none of files 2 to 3"],
    ["lack new files", async () => [await partialOf(0, 2, 2), await partialOf(2, 3, 4)], "got none of files 3 to 3"],
    ["are for another crawler", async () => [await partialOf(0, 4, 4, "B")], "expected a partial of {"],
    ["are mixed with WARC files", async () => [await partialOf(0, 2), warcs[2]!], "expected a partial like the first"],
  ])("%s", async (_, partials, message) => {
    await expect(archiveOf({ partials: await partials() })).rejects.toMatchObject({
      code: "ERR_INPUT",
      message: expect.stringContaining(message),
    });
  });

  it("are cut anywhere, or have another bit anywhere", async () => {
    const whole = readFileSync(await partialOf(0, 4));
    const check = async (bytes: Buffer): Promise<void> => {
      writeFileSync(path("damaged"), bytes);
      await expect(archiveOf({ partials: [path("damaged")] })).rejects.toMatchObject({ code: "ERR_INPUT" });
    };
    for (let at = 0; at < whole.length; at += 97) {
      await check(whole.subarray(0, at));
      const other = Buffer.from(whole);
      other[at]! ^= 1 << (at % 8);
      await check(other);
    }
  });
});
