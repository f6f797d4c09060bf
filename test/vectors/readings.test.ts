/**
 * URLs that will be fetched are allowed only if every reading is (docs/dialects.md). The shared vectors hold every byte in every
 * dialect: the slow tier decides all of them.
 */
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { readingVectors, wrongByClient, wrongByFilter, wrongByRules } from "./readings-deciders.ts";

const { bytes, urls } = readingVectors;

it("the vectors hold every byte and character in every place and rule of every dialect", () => {
  expect(bytes).toHaveLength(dialects.length * 3 * 2 * 3);
  for (const { verdicts } of bytes) expect(verdicts).toMatch(/^[01]{256}$/);
});

it("the rules of the client decide the URLs", () => expect(wrongByRules(urls)).toEqual([]));

it.each(dialects.map(({ name }) => name))("the client decides the URLs in %s", async (dialect) =>
  expect(await wrongByClient(urls, dialect)).toEqual([]),
);

describe("filter decides the URLs", () => {
  it.each(["verdicts", "json"] as const)("as %s", async (format) =>
    expect(await wrongByFilter(urls, format)).toEqual([]),
  );
});
