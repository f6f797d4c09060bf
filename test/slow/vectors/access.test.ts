/** test/cases/vectors/access.json, played by the client as a stranger would: from the JSON alone. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, it, vi } from "vitest";
import { google, policies, RobotsClient } from "../../../bindings/crawl/client/index.ts";
import type { AccessVector, VisitVector } from "../../vectors/access.ts";

const vectors = JSON.parse(
  readFileSync(new URL("../../cases/vectors/access.json", import.meta.url), "utf8"),
) as AccessVector[];

const played = (text: string): string =>
  text.replaceAll("{origin}", "http://a.example").replaceAll("{other}", "http://b.example");

function serverOf(visit: { now: VisitVector }, count: { requests: number }): typeof fetch {
  return async () => {
    const reply = visit.now.replies[count.requests++];
    if (reply === undefined || reply.status === 0) throw new TypeError("reset");
    const { status, headers = {}, body = "" } = reply;
    const response = new Response(status === 204 || status === 205 || status === 304 ? null : body, {
      status: status < 200 || status > 599 ? 200 : status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, played(value)])),
    });
    return Object.defineProperty(response, "status", { value: status });
  };
}

it("a client that only knows the JSON answers alike", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const wrong: unknown[] = [];
  for (const { id, title, policy, visits } of vectors) {
    const visit = { now: visits[0]! };
    const count = { requests: 0 };
    const client = new RobotsClient({
      agent: "ExampleBot",
      refreshAheadMs: 0,
      policy: policies.find(({ name }) => name === policy) ?? google,
      clock: () => Date.parse(visit.now.at),
      fetch: serverOf(visit, count),
    });
    for (const one of visits) {
      visit.now = one;
      count.requests = 0;
      const allowed = [];
      for (const path of ["/private", "/"]) allowed.push(await client.isAllowed(`http://a.example${path}`));
      if (!isDeepStrictEqual([allowed, count.requests], [one.allowed, one.requests]))
        wrong.push([id, title, one.at, allowed, count.requests]);
    }
  }
  vi.restoreAllMocks();
  expect(wrong).toEqual([]);
});
