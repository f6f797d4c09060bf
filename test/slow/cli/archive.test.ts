/** `robots-wasm archive`: what an archive holds, and whether it is whole. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folderOf } from "../../bulk/compile/compiled.ts";
import { gzipped, response } from "../../bulk/compile/warc.ts";
import { entry, forged } from "../../crawl/archive/forge.ts";
import { call, itRefuses } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-archive-cli-"));
const path = (name: string): string => join(folder, name);
const day = "2026-03-01T00:00:00Z";

beforeAll(async () => {
  writeFileSync(
    path("a.warc"),
    gzipped([
      response("https://a.example/robots.txt", day, 200, "User-agent: *\nDisallow: /x"),
      response("http://b.example/robots.txt", day, 404),
      response("http://c.example/robots.txt", day, 302, "", ["Location: /elsewhere"]),
    ]),
  );
  const robots = folderOf(path("robots"), { "d.example": "", "https/e.example": "" });
  const crawlers = ["--agent", "ExampleBot", "--agent", "OtherBot,Fallback"];
  expect((await call(["compile", ...crawlers, "--output", path("archive"), path("a.warc"), robots])).code).toBe(0);
  expect((await call(["compile", ...crawlers, "--shards", "2", "--output", path("shards"), robots])).code).toBe(0);
});

describe("a valid archive: exit code 0", () => {
  it("as text: what it was compiled for, and a line for each origin", async () => {
    const { code, out, err } = await call(["archive", path("archive")]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const bytes = readFileSync(path("archive")).length.toLocaleString("en-US");
    expect(out.split("\n")).toEqual([
      `${path("archive")}: valid, format 3, 5 origins, ${bytes} bytes`,
      "crawlers: ExampleBot; OtherBot, Fallback",
      "dialect: rfc9309; leniency: {}; policy: rfc9309",
      "statuses: success 3, unavailable 1, unreachable 1; verdicts: rules 3, allowed 1, refused 1",
      "https://a.example\tsuccess\trules\t200\t2026-03-01T00:00:00.000Z\t2026-03-02T00:00:00.000Z",
      "http://b.example\tunavailable\tallowed\t404\t2026-03-01T00:00:00.000Z\t2026-03-02T00:00:00.000Z",
      "http://c.example\tunreachable\trefused\t-\t2026-03-01T00:00:00.000Z\t-",
      "//d.example\tsuccess\trules\t-\t-\t-",
      "https://e.example\tsuccess\trules\t-\t-\t-",
      "",
    ]);
    expect((await call(["archive", "--summary", path("archive")])).out).toBe(
      `${out.split("\n").slice(0, 4).join("\n")}\n`,
    );
  });

  it("as JSON: an object for the archive, then one for each origin", async () => {
    const { code, out } = await call(["archive", "--json", path("archive")]);
    const [head, ...origins] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(head).toEqual({
      ...{ file: path("archive"), valid: true, format: 3, bytes: readFileSync(path("archive")).length, origins: 5 },
      ...{ crawlers: [["ExampleBot"], ["OtherBot", "Fallback"]], dialect: "rfc9309", leniency: {}, policy: "rfc9309" },
      statuses: { success: 3, unavailable: 1, unreachable: 1 },
      verdicts: { rules: 3, allowed: 1, refused: 1 },
    });
    expect(origins.length).toBe(5);
    expect(origins[1]).toEqual({
      ...{ origin: "http://b.example", status: "unavailable", verdict: "allowed", httpStatus: 404 },
      ...{ fetchedAt: "2026-03-01T00:00:00.000Z", expiresAt: "2026-03-02T00:00:00.000Z" },
    });
  });

  it("a shard says which one it is", async () => {
    const manifest = JSON.parse(readFileSync(path("shards"), "utf8"));
    expect((await call(["archive", path(manifest.files[1].file)])).out).toContain("shard: 1 of 2");
  });
});

describe("a damaged archive: exit code 2, nothing listed", () => {
  it.each([
    ["a flipped bit", (bytes: Buffer) => (bytes[bytes.length >> 1]! ^= 1), /expected the checksum of the page/],
    [
      "a format of before, whose origins may be allowed wrongly",
      (bytes: Buffer) => (bytes[4] = 2),
      /expected format 3; got 2; compile the archive again/,
    ],
  ])("%s", async (_, damage, message) => {
    const bytes = readFileSync(path("archive"));
    damage(bytes);
    writeFileSync(path("damaged"), bytes);
    const plain = await call(["archive", path("damaged")]);
    expect(plain).toMatchObject({ code: 2, out: "" });
    expect(plain.err).toMatch(/^robots-wasm: [^\n]*\n$/);
    expect(plain.err).toMatch(message);
    const { code, out } = await call(["archive", "--json", path("damaged")]);
    expect([code, JSON.parse(out)]).toEqual([
      2,
      { file: path("damaged"), valid: false, error: expect.stringMatching(message) },
    ]);
  });

  it("a forged one, whose checksums hold", async () => {
    writeFileSync(path("forged"), await forged([], { root: [entry("b.example"), entry("a.example")] }));
    expect(await call(["archive", path("forged")])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("ascending keys"),
    });
  });
});

describe("misuse: exit code 2, one line", () => {
  itRefuses([
    [["archive"], "expected one archive; got 0"],
    [["archive", "a", "b"], "expected one archive; got 2"],
    [["archive", path("nowhere")], "got no such file"],
    [["archive", path("robots")], "got not a file"],
    [["archive", path("a.warc")], "expected a file that starts with RWAR; got a foreign one"],
    [["archive", "--jsno", path("archive")], "did you mean --json?"],
  ]);

  it.skipIf(process.platform === "win32")("a pipe without a writer does not hang", async () => {
    execFileSync("mkfifo", [path("pipe")]);
    expect(await call(["archive", path("pipe")])).toMatchObject({
      code: 2,
      err: expect.stringContaining("got not a file"),
    });
  });
});
