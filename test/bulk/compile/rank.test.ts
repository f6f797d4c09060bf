/** Which of several states of an origin an archive has: by the ranks of their inputs, and by their schemes. */
import { expect, it } from "vitest";
import { CAPTURE, FILE, ranked, rankedEarlier, resolved } from "../../../bindings/bulk/compile/rank.ts";
import { compareBytes, decodeState, encodeState, type OriginState } from "../../../bindings/crawl/archive/internal.ts";
import { originKey, type Scheme } from "../../../bindings/crawl/archive/origin-key.ts";

/** Each state is known by its status code. */
const stateOf = (httpStatus: number, more: Partial<OriginState> = {}): Uint8Array =>
  encodeState({ status: "unavailable", verdict: "allowed", httpStatus, ...more });

type Given = readonly [host: string, scheme: Scheme, value: Uint8Array];

/** What is left: host, scheme and status code. Entries of one key stay in the order in which they are given. */
function left(given: readonly Given[]): readonly string[] {
  const entries = given.map(([host, scheme, value]) => ({ key: originKey(host, scheme), value }));
  const sorted = entries.toSorted((a, b) => compareBytes(a.key, b.key));
  return Array.from(resolved(sorted), ({ key, value }) => {
    const { httpStatus, verdict } = decodeState(value);
    return `${Buffer.from(key).toString("latin1").replace("\0", " ").trim()} ${httpStatus} ${verdict}`;
  });
}

it.each<[what: string, given: Given[], wanted: string[]]>([
  [
    "of one rank the later counts",
    [
      ["a", "", ranked(FILE, stateOf(1))],
      ["a", "", ranked(FILE, stateOf(2))],
    ],
    ["a 2 allowed"],
  ],
  [
    "the higher rank counts",
    [
      ["a", "", ranked(FILE + 1, stateOf(1))],
      ["a", "", ranked(FILE, stateOf(2))],
    ],
    ["a 1 allowed"],
  ],
  [
    "files rank above captures",
    [
      ["a", "", ranked(FILE, stateOf(1))],
      ["a", "", ranked(CAPTURE, stateOf(2))],
    ],
    ["a 1 allowed"],
  ],
  [
    "of one rank a scheme has its own beside that for both",
    [
      ["a", "", ranked(FILE, stateOf(1))],
      ["a", "https", ranked(FILE, stateOf(2))],
    ],
    ["a 1 allowed", "a https 2 allowed"],
  ],
  [
    "a higher rank for both outranks that for a scheme",
    [
      ["a", "", ranked(FILE + 1, stateOf(1))],
      ["a", "https", ranked(FILE, stateOf(2))],
    ],
    ["a 1 allowed"],
  ],
  [
    "a higher rank for a scheme stands beside that for both",
    [
      ["a", "", ranked(FILE, stateOf(1))],
      ["a", "http", ranked(FILE + 1, stateOf(2))],
    ],
    ["a 1 allowed", "a http 2 allowed"],
  ],
  [
    "hosts are apart",
    [
      ["a", "", ranked(FILE + 1, stateOf(1))],
      ["b", "http", ranked(FILE, stateOf(2))],
    ],
    ["a 1 allowed", "b http 2 allowed"],
  ],
  [
    "an earlier file is replaced by a file",
    [
      ["a", "", rankedEarlier(stateOf(1))],
      ["a", "", ranked(FILE, stateOf(2))],
    ],
    ["a 2 allowed"],
  ],
  [
    "but not by a capture",
    [
      ["a", "", rankedEarlier(stateOf(1))],
      ["a", "", ranked(CAPTURE, stateOf(2, { fetchedAtMs: 9 }))],
    ],
    ["a 1 allowed"],
  ],
])("%s", (_, given, wanted) => expect(left(given)).toEqual(wanted));

it.each<[number, number, Partial<OriginState>, string]>([
  [5, 6, {}, "2 allowed"],
  [5, 5, {}, "2 allowed"],
  [6, 5, {}, "1 allowed"],
  // Whatever needs a copy of an earlier answer is refused.
  [5, 6, { status: "unreachable" }, "2 refused"],
  [5, 6, { httpStatus: 304 }, "304 refused"],
])("of captures at %i and %i the later counts: %j", (before, after, more, wanted) =>
  expect(
    left([
      ["a", "", rankedEarlier(stateOf(1, { fetchedAtMs: before }))],
      ["a", "", ranked(CAPTURE, stateOf(2, { fetchedAtMs: after, ...more }))],
    ]),
  ).toEqual([`a ${wanted}`]),
);
