/**
 * Public reports of people who read WARC files, page tags and addresses, turned into inputs. Each case names its thread. Hosts and texts
 * are ours: nothing personal and no wording is copied. Looked up in November 2026.
 */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseXRobotsTag } from "../../bindings/core/meta/index.ts";
import { isPublicAddress } from "../../bindings/crawl/client/node/index.ts";
import { compiled } from "../bulk/compile/compiled.ts";
import { recordOf } from "../bulk/compile/warc.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const rules = "User-agent: *\nDisallow: /private\n";
const head = (...fields: readonly string[]): string => ["HTTP/1.1 200 OK", ...fields, "", ""].join("\r\n");
const BY_RULES = [false, true];
const NONE = [false, false];
const ALL = [true, true];
const other = recordOf({ url: "https://b.example/robots.txt", block: `${head("Content-Type: text/plain")}${rules}` });
const trailing = (record: Buffer, end: string): Buffer => Buffer.concat([record.subarray(0, -4), Buffer.from(end)]);
const plain = recordOf({ block: `${head("Content-Type: text/plain")}${rules}` });

describe("WARC files (ISO 28500), each with a whole record of another host behind it", () => {
  it.each<readonly [thread: string, file: Buffer | readonly Buffer[], verdicts: readonly boolean[] | undefined]>([
    // The capture says chunked, but the body was stored decoded.
    ["webrecorder/pywb#584", recordOf({ block: `${head("Transfer-Encoding: chunked")}${rules}` }), BY_RULES],
    [
      "webrecorder/wabac.js#6",
      recordOf({
        block: Buffer.concat([
          Buffer.from(head("Transfer-Encoding: chunked", "Content-Encoding: gzip")),
          gzipSync(rules),
        ]),
      }),
      BY_RULES,
    ],
    ["xroche/httrack#671", recordOf({ block: `${head("Content-Encoding: gzip")}${rules}` }), BY_RULES],
    ["yacy/yacy_search_server#392", trailing(plain, "\r\n\r\n\r\n\r\n\r\n"), BY_RULES],
    ["ept/warc-hadoop#2", trailing(plain, "\r\n"), BY_RULES],
    [
      "chfoo/warcat#19",
      recordOf({ block: `HTTP/1.1 200 \nContent-Type: text/plain\nnnCoection: close\n\n${rules}` }),
      NONE,
    ],
    ["commoncrawl/nutch#5", recordOf({ block: `${head("Content-Type: text/plain")}\r\n${rules}` }), BY_RULES],
    [
      "webrecorder/warcio#121",
      recordOf({ block: `${head("Content-Type: text/plain", "Content-Length: 9000")}${rules}` }),
      NONE,
    ],
    ["iipc/jwarc#29", recordOf({ block: `${head()}${rules}`, length: head().length + rules.length - 1 }), BY_RULES],
    ["bitextor/warc2text#41", recordOf({ block: "HTTP/1.1 404 Not Found\r\n\r\n<html>" }), ALL],
    [
      "machawk1/warcreate#122",
      recordOf({
        block: `${head("Content-Type: text/plain; charset=utf-8")}# é\n${rules}`,
        length: head("Content-Type: text/plain; charset=utf-8").length + rules.length + 4,
      }),
      BY_RULES,
    ],
    [
      "commoncrawl/nutch#40",
      recordOf({
        type: "revisit",
        block: head("ETag: x"),
        head: ["WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"],
      }),
      NONE,
    ],
    ["commoncrawl/news-crawl#11", recordOf({ block: `${head()}${rules}`, head: ["WARC-Truncated: length"] }), NONE],
  ])("%s", async (_, file, verdicts) => {
    const { archive } = await compiled({ warcs: [Buffer.concat([Buffer.concat([file].flat()), other])] });
    const found = archive.find("https://a.example");
    expect(found && ["/private", "/"].map((path) => found.rules.isAllowed(path))).toEqual(verdicts);
    expect(archive.find("https://b.example")?.rules.isAllowed("/private")).toBe(false);
  });
});

it("webrecorder/warcio#157: heads that end in LF alone are refused by their name", async () => {
  const lines = Buffer.from(plain.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  await expect(compiled({ warcs: [lines] })).rejects.toThrow("a head whose lines end in LF instead of CR LF");
});

describe("X-Robots-Tag", () => {
  it("spatie/robots-txt#70", () => {
    const { directives } = parseXRobotsTag([
      "x-robots-tag: noindex",
      "x-robots-tag: unavailable_after: 25 Jun 2010 15:00:00 PST",
    ]);
    expect(directives.map(({ agent, name }) => `${agent} ${name}`)).toEqual([
      "robots noindex",
      "robots unavailable_after",
    ]);
  });
});

itEach<[thread: string, address: string]>("addresses of private networks: %s", (_, address) =>
  expect(isPublicAddress(address)).toBe(false),
);
