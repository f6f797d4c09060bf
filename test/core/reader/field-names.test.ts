/** Keys: which spellings count, by dialect; the two misspellings and five of google/robotstxt, no more. */

import { describe, expect, it } from "vitest";
import { bytesOf } from "../../../bindings/base/utf8.ts";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { KIND_DISALLOW, KIND_OTHER, PREFIX_KEYS, TYPOS } from "../../../bindings/core/layout.ts";
import { isPaceKey, kindOfKey, namesOf } from "../../../bindings/core/reader/field-names.ts";
import { tablesOf } from "../../support/tables.ts";
import { recordsOf } from "./lines.ts";

const { itEach } = tablesOf(import.meta.url);

const kindOf = (key: string, dialect: "rfc9309" | "google" | "original1994"): string =>
  recordsOf(`${key}: v`, dialectNamed(dialect))[0]![0];

itEach<[key: string, kind: string]>("names in any letter case, in every dialect: %j is %s", (key, kind) => {
  const withoutLineEnd = key.replace("\r", "\u008d");
  for (const dialect of ["rfc9309", "google", "original1994"] as const) {
    expect(kindOf(withoutLineEnd, dialect), dialect).toBe(kind);
  }
});

describe("liberties of google/robotstxt", () => {
  itEach<[key: string, kind: string]>("%j is %s there only", (key, kind) => {
    expect(kindOf(key, "google")).toBe(kind);
    expect(kindOf(key, "rfc9309")).toBe("other");
  });
});

describe("Allow", () => {
  it("is a rule since 1996", () => {
    expect([kindOf("Allow", "rfc9309"), kindOf("Allow", "google"), kindOf("Allow", "original1994")]).toEqual([
      "allow",
      "allow",
      "other",
    ]);
  });
});

describe("a name is read whole", () => {
  const names = namesOf(dialectNamed("rfc9309").flags);
  const disallow = bytesOf("disallow");
  it.each([0, 1, 7, 8])("%i bytes of it", (end) => {
    for (const flags of [0, PREFIX_KEYS])
      expect(kindOfKey(names, flags, disallow, 0, end)).toBe(end === 8 ? KIND_DISALLOW : KIND_OTHER);
  });
});

describe("leniency options are independent of each other", () => {
  const { flags } = dialectNamed("rfc9309");
  it.each([
    ["typos", TYPOS, "disalow", KIND_DISALLOW],
    ["typos", TYPOS, "disalowed", KIND_OTHER],
    ["prefixKeys", PREFIX_KEYS, "disallowed", KIND_DISALLOW],
    ["prefixKeys", PREFIX_KEYS, "disalow", KIND_OTHER],
  ])("%s, flag %i, reads %s", (_, flag, key, kind) => {
    expect(kindOfKey(namesOf(flags | flag), flag, bytesOf(key), 0, key.length)).toBe(kind);
  });
});

it("three fields are about pace, and no other key", () => {
  const keys = ["crawl-delay", "request-rate", "visit-time", "crawl-delays", "crawl-dela", "visit", "host", ""];
  expect(keys.filter(isPaceKey)).toEqual(["crawl-delay", "request-rate", "visit-time"]);
});
