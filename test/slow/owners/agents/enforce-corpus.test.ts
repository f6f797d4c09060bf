/** enforce decides as robots.agent(token).isAllowed(new URL(url)) does, for every crawler and real file. */
import { describe, expect, it } from "vitest";
import { type DialectName, parse, type RobotsTxt } from "../../../../bindings/index.ts";
import { type AgentRow, enforce, headerAgents, knownAgents } from "../../../../bindings/owners/agents/index.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";
import { sized } from "../../../support/sized.ts";

const HEADERS: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `${token}/1.0 (+https://operator.example/bot)`,
  (token) => `Mozilla/5.0 (compatible; ${token}/2.1; +http://operator.example/bot.html)`,
  (token) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${token}/1.0) Chrome/140.0 Safari/537.36`,
];
const crawlers: readonly AgentRow[] = [...knownAgents, ...headerAgents];
const BROWSERS = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile/15E Safari/604.1",
];

/** A path below each of some patterns of the file, and others. */
function urlsOf({ groups }: RobotsTxt): readonly string[] {
  const patterns = groups.flatMap(({ rules }) => rules.slice(0, 2)).map(({ pattern }) => pattern);
  const paths = patterns.slice(0, 6).map((pattern) => pattern.replaceAll("*", "x").replace(/\$$/, ""));
  return ["/", "/robots.txt", ...paths].map((path) => `https://shop.example${path.startsWith("/") ? "" : "/"}${path}`);
}

/** What enforce and the rules of a token say differently. */
function disagreements(robots: RobotsTxt, i: number): readonly string[] {
  const urls = urlsOf(robots);
  return crawlers.flatMap(({ token }, j) => {
    const rules = robots.agent(token);
    const userAgent = HEADERS[(i + j) % HEADERS.length]!(token);
    return urls.flatMap((url) => {
      const { allowed, crawler } = enforce(robots, { userAgent, url }, { people: true });
      return crawler === token && allowed === rules.isAllowed(new URL(url)) ? [] : [`${userAgent} ${url}`];
    });
  });
}

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))(
  "one of 20 real files, weekly all 3,879 (skipped without ../shared)",
  () => {
    it.each<DialectName>(["rfc9309", "google"])(
      "read as %s, every crawler of the table",
      { timeout: 900_000 },
      (dialect) => {
        let i = 0;
        for (const { host, bytes } of realFiles(sized(20, 1)))
          expect(disagreements(parse(bytes, { dialect }), i++), host).toEqual([]);
      },
    );

    it("no browser is touched", () => {
      for (const { host, bytes } of realFiles()) {
        const robots = parse(bytes);
        for (const userAgent of BROWSERS)
          expect(enforce(robots, { userAgent, url: "https://shop.example/" }).reason, host).toBe("no-crawler");
      }
    });
  },
);
