/** usageOf: draft-ietf-aipref-attach and -vocab, contentsignals.org, and conflicts between them. */
import { describe, expect, it } from "vitest";
import type { Field } from "../../../../bindings/core/robots/fields/field.ts";
import type { Use } from "../../../../bindings/core/robots/fields/preference.ts";
import { type Usage, usageOf } from "../../../../bindings/core/robots/fields/usage.ts";
import { tablesOf } from "../../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** Lines of a group, from line 1. */
const group = (text: string): Field[] =>
  text
    .trim()
    .split("\n")
    .map((line, i) => {
      const [key = "", ...value] = line.split(":");
      return { key: key.trim().toLowerCase(), value: value.join(":").trim(), line: i + 1 };
    });

/** "yes stated 2": the answer, the reason, the line. */
const answer = ({ allowed, reason, line }: Usage): string =>
  `${allowed === undefined ? "unknown" : allowed ? "yes" : "no"} ${reason}${line === undefined ? "" : ` ${line}`}`;

const USES: readonly Use[] = ["train-ai", "ai-input", "search"];

describe("the draft's own example (draft-ietf-aipref-attach, figure and table)", () => {
  const everybody = group("Content-Usage: / train-ai=n\nContent-Usage: /ai-ok/ train-ai=y");
  const exampleBot = group("Content-Usage: / train-ai=y");
  it.each<[fields: Field[], url: string, crawlable: boolean, expected: string]>([
    [everybody, "/test", true, "no stated 1"],
    [everybody, "/never/test", false, "unknown not-crawlable"],
    [everybody, "/ai-ok/test", true, "yes stated 2"],
    [exampleBot, "/test", true, "yes stated 1"],
  ])("%#: %s", (fields, url, crawlable, expected) => {
    expect(answer(usageOf(fields, url, "train-ai", { crawlable }))).toBe(expected);
    expect(answer(usageOf(fields, `https://example.com${url}`, "train-ai", { crawlable }))).toBe(expected);
    expect(answer(usageOf(fields, new URL(url, "https://example.com"), "train-ai", { crawlable }))).toBe(expected);
  });
});

itEach<[lines: string, trainAi: string, aiInput: string, search: string]>(
  "each use by the name of each field: %s",
  (lines, ...expected) => {
    expect(USES.map((use) => answer(usageOf(group(lines), "/", use)))).toEqual(expected);
  },
);

describe("in each field, the longest matching path decides (RFC 9309 §2.2.2)", () => {
  itEach<[lines: string, url: string, expected: string]>(
    "in each field, the longest matching path decides (RFC 9309 §2.2.2): %j %s",
    (lines, url, expected) => expect(answer(usageOf(group(lines), url, "search"))).toBe(expected),
  );

  it("the dialect decides how paths are compared", () => {
    const fields = group("Content-Usage: /a* search=n");
    expect(answer(usageOf(fields, "/ab", "search"))).toBe("no stated 1");
    expect(answer(usageOf(fields, "/ab", "search", { dialect: "koster1996" }))).toBe("unknown not-stated");
    expect(answer(usageOf(fields, "/a*b", "search", { dialect: "koster1996" }))).toBe("no stated 1");
    // google/robotstxt takes a directory for its index.html only in Allow.
    const index = group("Content-Usage: /a/index.html search=n");
    expect(answer(usageOf(index, "/a/", "search", { dialect: "google" }))).toBe("unknown not-stated");
  });
});

itEach<[lines: string, expected: string]>(
  "a no wins over a yes, and a yes over no statement (draft-ietf-aipref-vocab §5.1): %j",
  (lines, expected) => expect(answer(usageOf(group(lines), "/abc", "train-ai"))).toBe(expected),
);

it("names the line, the field and the value", () => {
  const fields = group("Crawl-delay: 1\nContent-Signal: /p  Search=NO, ai-train=no");
  const statement = {
    use: "search",
    allowed: false,
    source: "robots.txt",
    field: "content-signal",
    line: 2,
    value: "/p  Search=NO, ai-train=no",
  };
  expect(usageOf(fields, "/p", "search")).toEqual({ ...statement, reason: "stated", statements: [statement] });
  expect(usageOf([], "/p", "search")).toEqual({ allowed: undefined, reason: "not-stated", statements: [] });
});

describe("misuse throws; hostile input does not", () => {
  const uses = 'use: expected "train-ai", "ai-input" or "search"';
  it.each<[call: () => unknown, name: string, message: string]>([
    [() => usageOf([], "/", "ai" as never), "RangeError", `${uses}; got ai`],
    [() => usageOf([], "/", "toString" as never), "RangeError", `${uses}; got toString`],
    [() => usageOf([], 7 as never, "search"), "TypeError", "url: expected a string or a URL; got number"],
  ])("%#", (call, name, message) => expect(call).toThrow(expect.objectContaining({ name, message })));

  it.each(["", "no url", "http://", "/\ud800", "/%", "//", "?", `/${"a*".repeat(100_000)}`])("%.20j", (url) => {
    const fields = group(
      `Content-Usage: /${"*a".repeat(1000)} search=n\nContent-Usage: / search=y\nContent-Usage: /% train-ai=n`,
    );
    expect(usageOf(fields, url, "search").reason).toMatch(/^(not-)?stated$/);
  });

  it("thousands of lines are each compared once", () => {
    const lines = Array.from(
      { length: 5000 },
      (_, i) => `Content-Usage: /${"a".repeat(i % 50)} search=${i % 2 ? "y" : "n"}`,
    );
    expect(answer(usageOf(group(lines.join("\n")), `/${"a".repeat(49)}`, "search"))).toBe("yes stated 50");
  });
});

describe("statements of headers and meta tags", () => {
  const refused = { use: "train-ai", allowed: false, source: "meta", field: "noai", value: "noai" } as const;
  it("apply like those of the file, and each names its source", () => {
    const usage = usageOf(group("Content-Usage: train-ai=y"), "/", "train-ai", { statements: [refused] });
    expect(usage).toMatchObject({ ...refused, reason: "conflict" });
    expect(usage.statements.map(({ source, field }) => `${source} ${field}`)).toEqual([
      "robots.txt content-usage",
      "meta noai",
    ]);
  });
  it("apply only to their use, and only where the URL may be fetched", () => {
    expect(usageOf([], "/", "search", { statements: [refused] }).reason).toBe("not-stated");
    expect(usageOf([], "/", "train-ai", { statements: [refused], crawlable: false }).reason).toBe("not-crawlable");
  });
  it("must be a list", () =>
    expect(() => usageOf([], "/", "search", { statements: "noai" as never })).toThrow("statements: expected an array"));
});
