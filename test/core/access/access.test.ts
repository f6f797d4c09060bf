/** Every row of access-cases.ts, for each policy, through the pure core. test/crawl/client/access.test.ts asks a real server. */
import { describe, expect, it } from "vitest";
import {
  type AccessPolicy,
  google,
  google2019,
  koster1996,
  policies,
  rfc9309,
} from "../../../bindings/crawl/client/index.ts";
import { type Case, cases } from "./access-cases.ts";
import { expectAsSaid, purely } from "./outcomes.ts";

const DAY_MS = 86_400_000;
const ORIGINS = ["http://a.example", "http://b.example"] as const;

describe.each(policies)("$name", (policy) => {
  it("has at least 40 cases, with different names", () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });

  it.each(cases)("$name", (one: Case) => expectAsSaid(policy, one, purely(policy, one, ORIGINS)));
});

describe("google2019 keeps the schedule of Google's page of 2019", () => {
  const FAILED = { code: 503 };
  const stateAfter = (days: readonly number[], copy: boolean): string =>
    purely(
      google2019,
      {
        name: "",
        visits: [
          ...(copy ? [{ atMs: 0, replies: [{ code: 200 }], expected: [] }] : []),
          ...days.map((day) => ({ atMs: (day + 40 * Number(copy)) * DAY_MS, replies: [FAILED], expected: [] })),
        ],
      },
      ORIGINS,
    ).at(-1)!.state;

  it.each([
    ["the first failure allows nothing", [0], "unreachable/refused", "unreachable/refused"],
    ["29 days allow nothing", [0, 10, 20, 29], "unreachable/refused", "unreachable/refused"],
    ["30 days: the last copy, else everything", [0, 10, 20, 30], "unreachable/rules", "unreachable/allowed"],
    ["100 days: still so", [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], "unreachable/rules", "unreachable/allowed"],
  ])("%s", (_, days, withCopy, withoutCopy) => {
    expect([stateAfter(days, true), stateAfter(days, false)]).toEqual([withCopy, withoutCopy]);
  });
});

describe("policies differ where they say so", () => {
  const statesOf = (policy: AccessPolicy): string[] =>
    cases.map((one) =>
      purely(policy, one, ORIGINS)
        .map(({ state, freshMs }) => `${state} ${freshMs}`)
        .join(),
    );
  it.each([
    { one: rfc9309, other: google },
    { one: rfc9309, other: koster1996 },
    { one: google, other: koster1996 },
  ])("$one.name and $other.name", ({ one, other }) => {
    const others = statesOf(other);
    expect(statesOf(one).filter((state, i) => state !== others[i]).length).toBeGreaterThan(10);
  });
});
