/** Bot challenges and HTML pages instead of a robots.txt (docs/client.md, "Challenges"). test/core/access has the table of statuses. */
import { describe, expect, it } from "vitest";
import { type AccessPolicy, RobotsClient, rfc9309 } from "../../../bindings/crawl/client/index.ts";

const HTML = "<!doctype html><title>Just a moment...</title>";
const strict: AccessPolicy = { ...rfc9309, name: "strict", html: "unreachable" };

/** A client whose origin gives these answers in turn, with the clock in days. */
function clientOf(policy: AccessPolicy | undefined, answers: readonly Response[]) {
  const time = { day: 0 };
  const client = new RobotsClient({
    agent: "ExampleBot",
    clock: () => time.day * 86_400_000,
    fetch: async () => answers[Math.min(time.day++, answers.length - 1)]!.clone(),
    ...(policy && { policy }),
  });
  return { time, client };
}

const file = new Response("User-agent: *\nDisallow: /private\n");
const challenge = new Response(HTML, { headers: { "cf-mitigated": "challenge" } });
const url = "https://shop.example/";

describe("a challenge", () => {
  it("refuses, and the client says why", async () => {
    const { client } = clientOf(undefined, [challenge]);
    const { allowed, reason, access } = await client.explain(url);
    expect({ allowed, reason, ...access }).toMatchObject({
      allowed: false,
      reason: "policy",
      status: "unreachable",
      errorCode: "challenge",
      error: "challenge instead of the file (cf-mitigated: challenge)",
      httpStatus: 200,
    });
  });

  it("leaves the decision to the copy, for longer than 30 days", async () => {
    const { client, time } = clientOf(undefined, [file, challenge]);
    await client.get(url);
    for (const day of [2, 11, 20, 29, 38, 47]) {
      time.day = day;
      const { access } = await client.refresh(url);
      expect([access.errorCode, access.verdict]).toEqual(["challenge", "rules"]);
    }
    expect([await client.isAllowed(url), await client.isAllowed(`${url}private`)]).toEqual([true, false]);
  });
});

describe("an HTML page without the sign of a challenge", () => {
  const page = new Response(HTML, { headers: { "content-type": "text/html" } });

  it("is a file without rules by default", async () => {
    const { rules, access, looksLikeHtml } = await clientOf(undefined, [page]).client.get(url);
    expect([rules.isAllowed("/"), access.status, looksLikeHtml]).toEqual([true, "success", true]);
  });

  it("is unreachable if the policy says so, and the copy goes on deciding", async () => {
    const { client, time } = clientOf(strict, [file, page]);
    await client.get(url);
    time.day = 2;
    const { access, rules } = await client.refresh(url);
    expect([access.status, access.errorCode, access.verdict]).toEqual(["unreachable", "html", "rules"]);
    expect([rules.isAllowed("/"), rules.isAllowed("/private")]).toEqual([true, false]);
    expect((await clientOf(strict, [page]).client.get(url)).access.verdict).toBe("refused");
  });

  it.each([{ html: "success" as const }, { html: "unreachable" as const }])(
    "%j leaves files as they are",
    async (html) =>
      expect((await clientOf({ ...strict, ...html }, [file]).client.get(url)).access.status).toBe("success"),
  );

  it.each([
    [{ html: "allow" }, "policy.html: expected one of success, unreachable; got allow"],
    [{ html: undefined }, "policy.html: expected a string; got nothing"],
    [{ challenges: [{ from: 200 }] }, "policy.challenges[0].to: expected a number; got nothing"],
  ])("%j throws", (part, message) =>
    expect(() => new RobotsClient({ agent: "x", policy: { ...rfc9309, ...part } as AccessPolicy })).toThrow(message),
  );
});
