/** What another policy makes of the answers that a client got: the same as if it had got them itself (RFC 9309 §2.3.1). */
import { expect, it } from "vitest";
import { type AccessPolicy, type FetchAction, policies, rfc9309 } from "../../../bindings/core/access/index.ts";
import { start, step, verdictOf } from "../../../bindings/core/access/internal.ts";
import { accessUnder } from "../../../bindings/crawl/client/access-under.ts";
import { type Access, accessOf } from "../../../bindings/crawl/client/client.ts";

const URL = "https://shop.example/robots.txt";
const NOW = Date.UTC(2026, 0, 1);

/** A site that redirects some times, and then answers with a status. */
interface Site {
  readonly redirects: number;
  readonly status: number;
}

interface Ended {
  readonly url: string;
  readonly access: Access;
  readonly headers: Readonly<Record<string, string>>;
}

/** An attempt by a policy. A file that could be read allows what its rules allow. */
function fetched(policy: AccessPolicy, { redirects, status }: Site): Ended {
  let action: FetchAction = start(URL, undefined);
  let headers: Record<string, string> = {};
  while (action.type === "request") {
    const made: number = action.attempt.redirects.length;
    headers = made < redirects ? { location: `https://shop.example/${made}` } : {};
    const answer = { type: "response", status: made < redirects ? 301 : status, headers } as const;
    action = step(policy, NOW, undefined, action.attempt, answer);
  }
  if (action.type === "done")
    return { url: URL, access: accessOf(action.entry, verdictOf(policy, action.entry)), headers };
  const { attempt } = action;
  const times = { fetchedAt: new Date(NOW), expiresAt: new Date(NOW) };
  return {
    url: URL,
    access: { status: "success", verdict: "rules", httpStatus: status, ...attempt, ...times },
    headers,
  };
}

const rfc = (
  maxRedirects: number,
  tooManyRedirects: AccessPolicy["tooManyRedirects"] = "unavailable",
): AccessPolicy => ({
  ...rfc9309,
  ...{ name: `${maxRedirects}, ${tooManyRedirects}`, maxRedirects, tooManyRedirects },
});
const others = [...policies, ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) => [rfc(n), rfc(n, "unreachable")])];
const CLIENT_REDIRECTS = rfc9309.maxRedirects;

it.each(others)("$name", (policy) => {
  for (const status of [200, 204, 304, 401, 403, 404, 410, 429, 500, 503, 999])
    for (let redirects = 0; redirects <= CLIENT_REDIRECTS + 2; redirects++) {
      const found = accessUnder(policy, fetched(rfc9309, { redirects, status }));
      // Nobody knows what the client did not ask for.
      const isKnown = redirects <= CLIENT_REDIRECTS || policy.maxRedirects <= CLIENT_REDIRECTS;
      const { access } = fetched(policy, { redirects, status });
      const wanted = isKnown ? [access.status, access.verdict] : ["unreachable", "refused"];
      expect([found.status, found.verdict], `${redirects} redirects, then ${status}`).toEqual(wanted);
    }
});

it("a connection that failed is a failure under every policy", () => {
  const action = step(
    rfc9309,
    NOW,
    undefined,
    { url: URL, redirects: [] },
    { type: "error", error: "down", errorCode: "reset" },
  );
  if (action.type !== "done") throw new Error("expected an end");
  const ended = { url: URL, access: accessOf(action.entry, verdictOf(rfc9309, action.entry)), headers: {} };
  for (const policy of policies)
    expect(accessUnder(policy, ended)).toMatchObject({ verdict: "refused", error: "down", errorCode: "reset" });
});
