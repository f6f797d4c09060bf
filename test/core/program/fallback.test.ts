/**
 * The TypeScript fallback, which is the oracle of the other engine, against naive models of every step (test/assembly/models.ts):
 * programs byte for byte, and decisions.
 */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import {
  KIND_ALLOW,
  KIND_SITEMAP,
  NOT_NORMALISED,
  NOT_NORMALISED_VERDICT,
  OTHER_RUN,
  ROBOTS_TXT_ALLOWED,
  URL_NUL_ENDS,
} from "../../../bindings/core/layout.ts";
import { fallback, matchesPattern } from "../../../bindings/core/program/fallback.ts";
import {
  below,
  FILE_LINES,
  holds,
  letters,
  oneIn,
  PATTERN_PIECES,
  pick,
  same,
  sameBytes,
  show,
  times,
  words,
} from "../../assembly/memory.ts";
import {
  modelOf,
  naiveDecide,
  naiveMatches,
  naiveProgram,
  naiveRanking,
  naiveRecords,
  naiveSelection,
  naiveTail,
} from "../../assembly/models.ts";
import { written } from "../../support/written.ts";

const text = (count: number): string => words(below(count), PATTERN_PIECES).toString("latin1");
const anyLine = (): string =>
  oneIn(2) ? `${pick(["Allow", "Disallow"])}: /${text(6).replaceAll(/[\0#]/g, "")}` : pick(FILE_LINES);
const URLS = [
  "/",
  "",
  "http://a.b",
  "https://a.b/ab",
  "//a/b",
  "x",
  "/robots.txt",
  "/robots.txt?a",
  "/robots.txta",
  "/a#b",
  "/a\0b",
  "http://",
  "a://b?c",
];

describe.each(dialects)("$name", (dialect) => {
  const model = modelOf(dialect);

  it("compile makes the program, and decide the decision, that the models make", () => {
    holds(500, () => {
      const file = times(below(14), anyLine).join(pick(["\n", "\r\n", "\r"]));
      const agents = times(below(3), () => pick(["a", "b", "c"]));
      const records = naiveRecords(file, model);
      const selection = naiveSelection(file, records, agents, model);
      const rules = selection.rules.map(({ kind, value, line }) => ({
        text: file.slice(...value),
        isAllow: kind === KIND_ALLOW,
        line,
      }));
      const fields = selection.fields.map((one) => ({
        ...{ key: file.slice(...one.key), value: file.slice(...one.value) },
        line: one.line | (selection.fieldsOfOthers.includes(one) ? OTHER_RUN : 0),
      }));
      const agent = selection.agent === undefined ? undefined : file.slice(...selection.agent.value);
      const bytes = Buffer.from(file, "latin1");
      const { program, sitemapSpans, fileBytes } = fallback.compile(bytes, agents, dialect);
      const what = (): string => `${JSON.stringify(file)} for ${agents}`;
      sameBytes(
        program.bytes,
        naiveTail(naiveProgram(rules, model, dialect.id), agent, selection.isNamed, fields),
        what,
      );
      same(fileBytes, bytes.length, what);
      same(
        String(sitemapSpans),
        String(records.filter(({ kind }) => kind === KIND_SITEMAP).flatMap(({ value }) => value)),
        what,
      );
      const ranked = naiveRanking(rules, model);
      const spelledOtherwise = (rules[0]?.text ?? "").replaceAll(":", "%3a").replace(/\*+|\$$/g, "");
      const urls = [pick(URLS), `/${text(5)}`, `http://a.b/${text(4)}`, spelledOtherwise];
      const wanted = urls.map((url) => naiveDecide(ranked, url, model, (dialect.flags & ROBOTS_TXT_ALLOWED) !== 0));
      urls.forEach((url, i) => {
        const given = Buffer.from(url, "latin1");
        same(fallback.decide(program, given, true), wanted[i]!, () => `${JSON.stringify(url)} by ${what()}`);
        same(fallback.decideFile(bytes, agents, written(dialect), given), wanted[i]! & 1, what);
      });
    });
  });

  it("decideMany and decideLines give a verdict for each URL, in order", () => {
    const { program } = fallback.compile("User-agent: *\nDisallow: /b\n", ["x"], written(dialect));
    const urls = ["/a", "/b", "/c", "/bc"];
    expect([...fallback.decideMany(program, urls)]).toEqual([1, 0, 1, 0]);
    for (const lines of ["/a\n/b\n/c\n/bc", "/a\r\n/b\r\n/c\r\n/bc\r\n"])
      expect([...fallback.decideLines(program, Buffer.from(lines))]).toEqual([1, 0, 1, 0]);
    const { program: all } = fallback.compile("User-agent: *\nDisallow: /b\n", ["x"], dialect);
    expect(fallback.decide(all, "/a")).toBe(NOT_NORMALISED);
    expect([...fallback.decideMany(all, ["/a"])]).toEqual([NOT_NORMALISED_VERDICT]);
  });

  it("compile reads whole lines up to the limit", () => {
    const file = "User-agent: *\nDisallow: /a\nDisallow: /b";
    const verdicts = [25, 26, 27, 38, 39].map((limit) => {
      const { program } = fallback.compile(file, ["x"], dialect, limit);
      return ["/a", "/b"].map((url) => fallback.decide(program, url, true) & 1).join("");
    });
    expect(verdicts).toEqual(["11", "01", "01", "01", "00"]);
  });
});

it("a rule decides that matches one of the two readings of a query (RFC 9309 §2.2.2, figure 4)", () => {
  const { program } = fallback.compile("User-agent: *\nDisallow: /a?b:c\nDisallow: /d?b%3Ac\n", ["x"], dialects[0]!);
  const urls = ["/a?b:c", "/a?b%3Ac", "/a?b%3ac", "/d?b:c", "/d?b%3ac", "/a?c", "/a:?"];
  expect(urls.map((url) => fallback.decide(program, url, true) & 1)).toEqual([0, 0, 0, 0, 0, 1, 1]);
});

it("NUL ends a URL as it ends a C string, where the dialect says so (google/robotstxt)", () => {
  for (const dialect of dialects) {
    const { program } = fallback.compile("User-agent: *\nDisallow: /ab\n", ["x"], dialect);
    // Otherwise NUL is escaped, and the path goes on behind it.
    const { program: exact } = fallback.compile("User-agent: *\nDisallow: /a%00b\n", ["x"], dialect);
    const refused = [program, exact].map((one) => (fallback.decide(one, "/a\0b", true) & 1) === 0);
    expect(refused, dialect.name).toEqual([false, (dialect.flags & URL_NUL_ENDS) === 0]);
  }
});

it("matchesPattern takes each segment where it stands first, however its letters repeat", () => {
  holds(2500, () => {
    const path = Buffer.concat([Buffer.from("/"), letters(below(30), pick([50, 80, 95]))]);
    const segment = (): Buffer =>
      oneIn(2) ? letters(1 + below(6), 70) : path.subarray(below(path.length)).subarray(0, 1 + below(9));
    const pattern = Buffer.concat([
      path.subarray(0, 1 + below(4)),
      ...times(below(4), () => [Buffer.of(0), segment()]).flat(),
    ]);
    const isAnchored = oneIn(3);
    const wanted = naiveMatches({ pattern, isAnchored, isAllowed: true }, path);
    same(
      matchesPattern(pattern.toString("latin1"), isAnchored, path.toString("latin1")),
      wanted,
      () => `${show(pattern)} ${isAnchored} ${show(path)}`,
    );
  });
});
