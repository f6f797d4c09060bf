/** Every row of access-cases.ts, for each policy, through the pure core and through a real server on loopback. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AccessPolicy,
  google,
  google2019,
  koster1996,
  policies,
  RobotsClient,
  rfc9309,
  type StoredEntry,
  verdictOf,
} from "../../bindings/client/index.ts";
import { Loopback } from "../client/loopback.ts";
import { type Case, cases, columns, NOW, type Reply, type Visit } from "./access-cases.ts";
import { type Asked, attempt } from "./pure.ts";

/** What a visit comes to, in the terms that both sides have. */
interface Outcome {
  readonly state: string;
  readonly httpStatus: number | undefined;
  readonly redirects: readonly string[];
  readonly freshMs: number;
  readonly asked: readonly Asked[];
  /** `/private`, `/` */
  readonly allowed: readonly boolean[];
}

const DAY_MS = 86_400_000;

const cell = <T>(cells: readonly T[], policy: AccessPolicy): T =>
  columns[policy.name]!.map((column) => cells[column]).find((one) => one !== undefined) ?? cells[0]!;

const placed = (replies: readonly Reply[], [origin, other]: readonly [string, string]): Reply[] =>
  replies.map(({ code, headers }) => ({
    code,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value.replace("{origin}", origin).replace("{other}", other),
        ]),
      ),
    }),
  }));

const validatorsOf = ({ url, headers }: Asked): Asked => ({
  url,
  headers: Object.fromEntries(
    ["if-none-match", "if-modified-since"].flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
  ),
});

const ALLOWED = { rules: [false, true], allow: [true, true], disallow: [false, false] };

function purely(policy: AccessPolicy, { visits }: Case, origins: readonly [string, string]): Outcome[] {
  let known: StoredEntry | undefined;
  return visits.map(({ atMs, replies }) => {
    const nowMs = NOW + atMs;
    const { entry, asked } = attempt(policy, nowMs, `${origins[0]}/robots.txt`, placed(replies, origins), known);
    known = entry;
    const { status, httpStatus, redirects, expiresAtMs } = entry;
    const verdict = verdictOf(policy, entry);
    const allowed =
      verdict === "rules" ? ["/private", "/"].map((path) => entry.copy!.rules.isAllowed(path)) : ALLOWED[verdict];
    return { state: `${status}/${verdict}`, httpStatus, redirects, freshMs: expiresAtMs - nowMs, asked, allowed };
  });
}

async function really(policy: AccessPolicy, { visits }: Case, loopback: Loopback): Promise<Outcome[]> {
  let nowMs = NOW;
  const client = new RobotsClient({ agent: "ExampleBot", policy, clock: () => nowMs });
  const outcomes: Outcome[] = [];
  for (const { atMs, replies } of visits) {
    nowMs = NOW + atMs;
    loopback.asked = [];
    loopback.replies = placed(replies, loopback.origins);
    const [origin] = loopback.origins;
    const { status, verdict, httpStatus, redirects, expiresAt } = (await client.get(`${origin}/x`)).access;
    const allowed = [await client.isAllowed(`${origin}/private`), await client.isAllowed(`${origin}/`)];
    const freshMs = expiresAt.getTime() - nowMs;
    const asked = loopback.asked.map(validatorsOf);
    outcomes.push({ state: `${status}/${verdict}`, httpStatus, redirects, freshMs, asked, allowed });
  }
  return outcomes;
}

function expectAsSaid(policy: AccessPolicy, { visits }: Case, outcomes: readonly Outcome[]): void {
  for (const [i, { expected, freshMs, requests, replies, asked }] of visits.entries()) {
    const outcome = outcomes[i]!;
    const where = `visit ${i}`;
    expect(outcome.state, where).toBe(cell(expected, policy));
    expect(outcome.asked.length, where).toBe(cell(requests ?? [replies.length], policy));
    if (freshMs !== undefined) expect(outcome.freshMs, where).toBe(cell(freshMs, policy));
    const { "if-none-match": etag, "if-modified-since": since } = outcome.asked.at(-1)?.headers ?? {};
    if (asked !== undefined) expect([etag, since], where).toEqual(asked);
  }
}

const loopback = new Loopback();
beforeAll(() => loopback.start());
afterAll(() => loopback.stop());
// No jitter, as in the pure core without `chance`.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

describe.each(policies)("$name", (policy) => {
  it("has at least 40 cases, with different names", () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });

  it.each(cases)("$name", async (one: Case) => {
    const pure = purely(policy, one, loopback.origins);
    const real = await really(policy, one, loopback);
    expectAsSaid(policy, one, pure);
    expectAsSaid(policy, one, real);
    expect(real).toEqual(pure);
  });
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
      ["http://a.example", "http://b.example"],
    ).at(-1)!.state;

  it.each([
    ["the first failure allows nothing", [0], "unreachable/disallow", "unreachable/disallow"],
    ["29 days allow nothing", [0, 10, 20, 29], "unreachable/disallow", "unreachable/disallow"],
    ["30 days: the last copy, else everything", [0, 10, 20, 30], "unreachable/rules", "unreachable/allow"],
    ["100 days: still so", [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], "unreachable/rules", "unreachable/allow"],
  ])("%s", (_, days, withCopy, withoutCopy) => {
    expect([stateAfter(days, true), stateAfter(days, false)]).toEqual([withCopy, withoutCopy]);
  });
});

describe("policies differ where they say so", () => {
  const statesOf = (policy: AccessPolicy): string[] =>
    cases.map((one) =>
      purely(policy, one, ["http://a.example", "http://b.example"])
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

describe("chance", () => {
  const wait = (chance: number): number => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    return chance;
  };
  it.each([0, 0.25, 0.5, 0.999])(
    "%d takes off up to half of a backoff, and nothing of what the server asked",
    async (chance) => {
      const visits = (headers: Record<string, string>): readonly Visit[] => [
        { atMs: 0, replies: [{ code: 503, headers }], expected: [] },
      ];
      wait(chance);
      const [backoff] = await really(rfc9309, { name: "", visits: visits({}) }, loopback);
      expect(backoff!.freshMs).toBeCloseTo(60_000 * (1 - chance / 2), 5);
      const [asked] = await really(rfc9309, { name: "", visits: visits({ "retry-after": "100" }) }, loopback);
      expect(asked!.freshMs).toBe(100_000);
    },
  );
});
