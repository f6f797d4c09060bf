/** Small parts of the judge: which version was served when, the answers to /robots.txt, and what was served. */
import { expect, it } from "vitest";
import type { Crawler } from "../../../bindings/bulk/logs/crawlers.ts";
import { Fetches, type RobotsAnswer } from "../../../bindings/bulk/logs/fetches.ts";
import { History, timeOfName, Version } from "../../../bindings/bulk/logs/history.ts";
import { CrawlerTally } from "../../../bindings/bulk/logs/tally.ts";
import { heldAt } from "../../../bindings/bulk/logs/verdict.ts";
import { HOUR_MS } from "../../../bindings/core/access/internal.ts";

const version = (fromMs: number): Version => new Version(`${fromMs}.txt`, fromMs, new Uint8Array());

it.each([
  [-1, -1, []],
  [0, 0, ["0.txt"]],
  // Logs have whole seconds: in the second of a change, both may have been served.
  [9999, 0, ["0.txt"]],
  [10_000, 1, ["0.txt", "10000.txt"]],
  [10_999, 1, ["0.txt", "10000.txt"]],
  [11_000, 1, ["10000.txt"]],
  [20_500, 2, ["10000.txt", "20000.txt"]],
  [1e9, 2, ["20000.txt"]],
])("at %i ms the version %i was served: %j", (timeMs, index, files) => {
  const history = new History([20_000, 0, 10_000].map(version));
  expect(history.indexAt(timeMs)).toBe(index);
  expect(history.servedAt(timeMs).map(({ file }) => file)).toEqual(files);
});

it.each([
  ["2026-11-10T120000Z.txt", Date.UTC(2026, 10, 10, 12)],
  ["2024-02-29T235959Z.txt", Date.UTC(2024, 1, 29, 23, 59, 59)],
  ["2026-02-30T000000Z.txt", undefined],
  ["2026-11-10T240000Z.txt", undefined],
  ["2026-11-10T120060Z.txt", undefined],
  ["2026-11-10T120000.txt", undefined],
  ["x2026-11-10T120000Z.txt", undefined],
])("%s is a version from %s", (name, timeMs) => expect(timeOfName(name)).toBe(timeMs));

/** Answers by line, and the lines of the state at a time. */
function stateOf(answers: readonly (readonly [RobotsAnswer, timeMs: number, status?: number])[], atMs: number) {
  const fetches = new Fetches();
  for (const [i, [answer, timeMs, status = 200]] of answers.entries())
    fetches.add("x", answer, { file: "log", line: i + 1, timeMs, status, bytes: 1, address: "192.0.2.1" }, false);
  const state = fetches.stateAt(["x"], atMs, false, "192.0.2.1");
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, place]) => (place === undefined ? [] : [[name, place.line]])),
  );
}

it.each<[what: string, Parameters<typeof stateOf>[0], atMs: number, wanted: object]>([
  ["a 200 counts from the next time on", [["seen", 5]], 5, {}],
  ["a 200 counts from the next time on", [["seen", 5]], 6, { seen: 1, read: 1 }],
  ["a 304 is no text", [["seen", 5, 304]], 6, { seen: 1 }],
  ["an error counts from its own time on", [["unreachable", 5]], 5, { unreachable: 1 }],
  [
    "of one time the first line is told",
    [
      ["seen", 5],
      ["seen", 5],
    ],
    6,
    { seen: 1, read: 1 },
  ],
  [
    "of several times the last, in whatever order",
    [
      ["seen", 7],
      ["seen", 5],
      ["seen", 6],
    ],
    8,
    { seen: 1, read: 1 },
  ],
  [
    "nothing of later",
    [
      ["seen", 5],
      ["unknown", 9],
    ],
    8,
    { seen: 1, read: 1 },
  ],
  [
    "a missing file and a refusal leave no rules",
    [
      ["missing", 5],
      ["denied", 6],
    ],
    6,
    { unavailable: 2 },
  ],
  ["a redirect is an unknown text", [["redirected", 5]], 5, { unknown: 1 }],
  ["what proves nothing", [["nothing", 5]], 6, {}],
])("%s", (_, answers, atMs, wanted) => expect(stateOf(answers, atMs)).toEqual(wanted));

const DAY_MS = 86_400_000;

it.each<[what: string, state: Record<string, number>, hour: number, wanted: object]>([
  ["nothing before the first version", {}, -1, { versions: [], mayBeUnknown: true }],
  ["a text from before the first version", {}, 0, { versions: [0], mayBeUnknown: true }],
  ["what was served in the last 24 hours", {}, 24 * 40, { versions: [1], mayBeUnknown: false }],
  ["nothing older than what it has seen", { seen: 24 * 20 }, 24 * 20, { versions: [0, 1] }],
  [
    "its copy in an outage of 30 days",
    { seen: 1, unreachable: 2 },
    24 * 30 + 1,
    { versions: [0, 1], isUnreachable: false },
  ],
  ["no copy in a longer one", { seen: 1, unreachable: 2 }, 24 * 30 + 1.001, { versions: [1], isUnreachable: true }],
  ["an answer after an outage", { seen: 3, unreachable: 2 }, 24 * 40, { isUnreachable: false }],
  ["a 4xx for 24 hours", { seen: 1, unavailable: 1 }, 25, { isUnavailable: true }],
  ["a 4xx for 24 hours", { seen: 1, unavailable: 1 }, 25.001, { isUnavailable: false }],
  ["no 4xx that a 200 follows", { seen: 2, unavailable: 1 }, 3, { isUnavailable: false }],
  ["an unknown text after its last 200", { seen: 5, read: 1, unknown: 2 }, 6, { mayBeUnknown: true }],
  ["no unknown text before its last 200", { seen: 5, read: 3, unknown: 2 }, 6, { mayBeUnknown: false }],
])("a crawler may hold %s: %j at hour %d", (_, state, hour, wanted) => {
  const history = new History([version(0), version(20 * DAY_MS)]);
  const placed = Object.fromEntries(Object.entries(state).map(([name, at]) => [name, { timeMs: at * HOUR_MS }]));
  const { versions, ...held } = heldAt(history, placed as never, hour * HOUR_MS, DAY_MS);
  expect({ versions: versions.map((one) => history.versions.indexOf(one)), ...held }).toMatchObject(wanted);
});

it.each([
  [200, 1],
  [206, 1],
  [299, 1],
  [300, 0],
  [304, 1],
  [199, 0],
  [403, 0],
  [0, 0],
])("a violation with status %i was served: %i", (status, served) => {
  const tally = new CrawlerTally({} as Crawler);
  tally.addVerdict("grace", { status } as never);
  expect(tally.served).toBe(0);
  tally.addVerdict("violation", { status } as never);
  expect([tally.served, tally.verdicts.violation]).toEqual([served, 1]);
});
