/** The exit code of commands that decide, and what they say of outages, failures and invalid words (docs/command-line.md). */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ExitCode } from "../../bindings/cli/exit-code.ts";

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

const EVENTS = {
  refused: (code: ExitCode) => code.refuse(),
  outage: (code: ExitCode) => code.noteOutage("https://a.example/robots.txt", "HTTP 503"),
  failure: (code: ExitCode) => code.fail("a sitemap failed"),
  invalid: (code: ExitCode) => code.isValid("cart"),
};

it.each<[events: (keyof typeof EVENTS)[], code: number]>([
  [[], 0],
  [["refused"], 1],
  [["outage"], 3],
  [["outage", "refused"], 3],
  [["failure"], 2],
  [["invalid"], 2],
  [["failure", "refused"], 2],
  [["invalid", "outage"], 2],
  [["invalid", "failure", "outage", "refused"], 2],
])("%j: %i, in any order", (events, wanted) => {
  for (const order of [events, events.toReversed()]) {
    const code = new ExitCode();
    for (const event of order) EVENTS[event](code);
    expect(code.finish()).toBe(wanted);
  }
});

it.each([1, 9, 10, 11, 25])("of %i failures ten are shown", (failures) => {
  const code = new ExitCode();
  for (let i = 1; i <= failures; i++) code.fail(`failure ${i}`);
  code.finish();
  const shown = Array.from({ length: Math.min(failures, 10) }, (_, i) => `robots-wasm: failure ${i + 1}\n`);
  expect(said).toEqual(failures > 10 ? [...shown, `robots-wasm: and ${failures - 10} more like these\n`] : shown);
});

it("an outage is told once for each robots.txt, and no outage not at all", () => {
  const code = new ExitCode();
  for (const name of ["a", "b", "a", "b"]) code.noteOutage(name, "HTTP 503");
  code.noteOutage("c", undefined);
  expect(said.map((text) => text.slice(0, 26))).toEqual(["robots-wasm: a: HTTP 503: ", "robots-wasm: b: HTTP 503: "]);
});

it.each([
  [["/a", "https://a.example/"], undefined],
  [["cart"], '1 word is not a URL; the first is "cart"'],
  [["/a", "x y", "cart"], '2 words are not URLs; the first is "x y"'],
  [["a".repeat(101)], `the first is "${"a".repeat(100)}"`],
])("of %j it says %s", (words, wanted) => {
  const code = new ExitCode();
  const valid = words.map((word) => code.isValid(word));
  expect(valid).toEqual(words.map((word) => /^(\/|https:)/.test(word)));
  expect(code.finish()).toBe(wanted === undefined ? 0 : 2);
  if (wanted === undefined) expect(said).toEqual([]);
  else expect(said).toEqual([expect.stringContaining(wanted)]);
});
