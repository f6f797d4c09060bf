/**
 * Every row of test/core/access/access-cases.ts through a real server on loopback: as the pure core says. Each row with one
 * policy in turns; weekly with each. The pure core is tested with all of them.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type AccessPolicy, policies, RobotsClient, rfc9309 } from "../../../bindings/crawl/client/index.ts";
import { type Case, cases, NOW, type Visit } from "../../core/access/access-cases.ts";
import { expectAsSaid, type Outcome, placed, purely } from "../../core/access/outcomes.ts";
import type { Asked } from "../../core/access/pure.ts";
import { sized } from "../../support/sized.ts";
import { Loopback } from "./loopback.ts";

const validatorsOf = ({ url, headers }: Asked): Asked => ({
  url,
  headers: Object.fromEntries(
    ["if-none-match", "if-modified-since"].flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
  ),
});

async function really(policy: AccessPolicy, { visits }: Case, loopback: Loopback): Promise<Outcome[]> {
  let nowMs = NOW;
  // The pure core decides when a copy expires; refreshing ahead is the client's own (refresh-ahead.test.ts).
  const client = new RobotsClient({ agent: "ExampleBot", policy, clock: () => nowMs, refreshAheadMs: 0 });
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

const loopback = new Loopback();
beforeAll(() => loopback.start());
afterAll(() => loopback.stop());
// No jitter, as in the pure core without `chance`.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

const casesFor = (policy: AccessPolicy): readonly Case[] =>
  sized(
    cases.filter((_, i) => policies[i % policies.length] === policy),
    cases,
  );

describe.each(policies)("$name", (policy) => {
  it.each(casesFor(policy))("$name", async (one: Case) => {
    const real = await really(policy, one, loopback);
    expectAsSaid(policy, one, real);
    expect(real).toEqual(purely(policy, one, loopback.origins));
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
