/** Which dialect decides for who asks about somebody else's crawler: that of its operator, for the file and for the status. */
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { policyOf } from "../../../bindings/core/access/internal.ts";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { type DialectName, parse } from "../../../bindings/index.ts";
import { call } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-asked-"));
const HEADER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** What is typed, the tokens, the dialect, and whether its row is known. Of a list, the first token decides. */
const crawlers: readonly (readonly [typed: string, tokens: readonly string[], DialectName, isKnown: boolean])[] = [
  ["Googlebot", ["Googlebot"], "google", true],
  ["googlebot", ["Googlebot"], "google", true],
  ["Googlebot/2.1", ["Googlebot"], "google", true],
  [HEADER, ["Googlebot"], "google", true],
  ["Googlebot-Image", ["Googlebot-Image", "Googlebot"], "google", true],
  ["Twitterbot", ["Twitterbot"], "google", true],
  ["bingbot", ["bingbot"], "rfc9309", true],
  ["GPTBot", ["GPTBot"], "rfc9309", true],
  ["ZorkBot", ["ZorkBot"], "rfc9309", false],
  ["Googlebot,ZorkBot", ["Googlebot", "ZorkBot"], "google", true],
  ["ZorkBot, Googlebot", ["ZorkBot", "Googlebot"], "rfc9309", false],
  ["*", ["*"], "rfc9309", false],
];

/** Each line of docs/dialects.md on which Google and RFC 9309 differ. */
const files: readonly (readonly [body: string, url: string])[] = [
  ["User-agent: *\nDisalow: /", "/x"],
  ["User-agent *\nDisallow /x", "/x"],
  ["User-agent: *\nDisallow: /robots.txt", "/robots.txt"],
  ["User-agent: *\nDisallow: /d/\nAllow: /d/index.html", "/d/"],
  ["User-agent: *\nDisallow: /%7Ejoe", "/~joe"],
];

const given: readonly (DialectName | undefined)[] = [undefined, "rfc9309", "google", "koster1996"];
const DIALECTS: readonly DialectName[] = ["rfc9309", "google"];
const optionOf = (dialect: DialectName | undefined): string[] => (dialect === undefined ? [] : ["--dialect", dialect]);

/** What the commands say of one crawler and one URL. */
async function askedAll(source: readonly string[], robots: string, typed: string, url: string, option: string[]) {
  const assertions = join(folder, "assertions.json");
  writeFileSync(assertions, JSON.stringify({ robots, tests: [{ agent: typed, allowed: [url] }] }));
  const calls = [
    ["check", ...source, "-a", typed, url],
    ["explain", ...source, "-a", typed, url],
    ["test", assertions],
  ].map((words) => [...words, ...option, "--json"]);
  const said = [];
  for (const words of calls) said.push(JSON.parse((await call(words)).out));
  return said.map(({ allowed, otherDialect, dialect }) => ({ allowed, otherDialect, dialect }));
}

/** The verdict by the dialect that was given or is the crawler's, and the other one if it differs. */
function expected(own: DialectName, isKnown: boolean, dialect: DialectName, allows: (one: DialectName) => boolean) {
  const allowed = allows(dialect);
  const other = dialect === own ? "rfc9309" : own;
  if (!isKnown || allows(other) === allowed) return { allowed };
  return { allowed, dialect, otherDialect: { name: other, allowed: !allowed } };
}

describe("a file is read by check, explain and test as the crawler reads it, unless --dialect says otherwise", () => {
  const file = join(folder, "robots.txt");

  it.each(files)("%j", async (body, url) => {
    writeFileSync(file, body);
    const [standard, google] = DIALECTS.map((dialect) => parse(body, { dialect }).isAllowed(url, "x"));
    expect(standard).not.toBe(google);
    for (const [typed, tokens, own, isKnown] of crawlers) {
      for (const option of given) {
        const dialect = option ?? own;
        const allows = (one: DialectName) => parse(body, { dialect: one }).isAllowed(url, tokens);
        for (const said of await askedAll([file], file, typed, url, optionOf(option)))
          expect(said, `${typed} ${option}`).toMatchObject(expected(own, isKnown, dialect, allows));
      }
    }
  });

  it("--lenient holds in each dialect", async () => {
    writeFileSync(file, files[0]![0]);
    const { out } = await call(["check", file, "-a", "Googlebot", "-a", "bingbot", "--lenient", "typos=false", "/x"]);
    expect(out).toBe("Googlebot  bingbot\nallowed    allowed  /x\n");
  });

  it("several crawlers read one file each in its dialect, and the text says which", async () => {
    writeFileSync(file, files[0]![0]);
    const words = ["-a", "Googlebot", "-a", "Googlebot-Image", "-a", "GPTBot", "/x"];
    expect((await call(["check", file, ...words])).out).toBe(
      [
        "Googlebot  Googlebot-Image,Googlebot  GPTBot ",
        "refused    refused                    allowed  /x  (Googlebot, Googlebot-Image: read as google; rfc9309: allowed)",
        "",
      ].join("\n"),
    );
    expect((await call(["explain", file, ...words])).out).toBe(
      [
        "/x",
        "  Googlebot                  refused  line 2: Disallow: /  (group *)",
        "    dialect     read as google; rfc9309: allowed",
        "  Googlebot-Image,Googlebot  refused  line 2: Disallow: /  (group *)",
        "    dialect     read as google; rfc9309: allowed",
        "  GPTBot                     allowed  no rule matches",
        "",
      ].join("\n"),
    );
  });

  it("standard input is read in each dialect", async () => {
    const { out } = await call(["check", "-", "-a", "Googlebot", "-a", "GPTBot", "/x"], files[0]![0]);
    expect(out).toContain("refused    allowed  /x");
  });

  it("--trace shows the groups of that dialect", async () => {
    writeFileSync(file, files[1]![0]);
    expect((await call(["explain", file, "-a", "Googlebot", "--trace", "/x"])).out).toContain("line 1: *, 1 rule");
  });

  it("comments are checked in the dialect of each crawler, and the text says which", async () => {
    const comments = ["Googlebot /x refused", "GPTBot /x allowed", "search engines /x refused"];
    writeFileSync(file, `${files[0]![0]}\n${comments.map((text) => `# test: ${text}\n`).join("")}`);
    const { code, out } = await call(["test", file]);
    const [first, second, last] = out.replaceAll(file, "FILE").split("\n");
    expect([code, first, last]).toEqual([
      1,
      "FILE:3: Googlebot /x: read as google; rfc9309: allowed",
      "3 assertions: 2 passed, 1 failed",
    ]);
    expect(second).toMatch(
      /^FILE:5: search engines \/x: expected refused; got allowed: for bingbot and \d+ more, no rule/,
    );
  });
});

describe("a status means what the policy of the crawler's dialect says, as for the client", () => {
  let server: Server;
  let origin = "";
  let answer: (path: string) => readonly [status: number, headers?: Record<string, string>, body?: string] = () => [
    200,
  ];
  let requests = 0;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests++;
      const [status, headers = {}, body = ""] = answer(request.url!);
      response.writeHead(status, headers).end(body);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  /** Redirects so often, then answers with a file. */
  const redirecting =
    (times: number): typeof answer =>
    (path) => {
      const hop = Number(/hop=(\d+)/.exec(path)?.[1] ?? 0);
      return hop < times ? [302, { location: `/robots.txt?hop=${hop + 1}` }] : [200, {}, "User-agent: *\nDisalow: /"];
    };
  const challenge = { "cf-mitigated": "challenge" };

  const answers: readonly (readonly [string, typeof answer])[] = [
    ...[204, 401, 404, 429, 503].map((status) => [`${status}`, () => [status] as const] as const),
    ...[200, 401, 403, 429, 503].map(
      (status) => [`${status}, a challenge`, () => [status, challenge] as const] as const,
    ),
    ["a redirect without a target", () => [302]],
    ["5 redirects", redirecting(5)],
    ["6 redirects", redirecting(6)],
  ];

  const allowsOf = async (dialect: DialectName): Promise<boolean> =>
    new RobotsClient({ agent: "x", policy: policyOf(dialect), addresses: "any" }).isAllowed(`${origin}/x`);

  it.each(answers)("%s", async (_, one) => {
    answer = one;
    const verdicts = new Map<DialectName, boolean>();
    for (const dialect of [...DIALECTS, "koster1996"] as const) verdicts.set(dialect, await allowsOf(dialect));
    const asked = ["Googlebot", "bingbot", "ZorkBot", "Googlebot,ZorkBot"];
    for (const [typed, , own, isKnown] of crawlers.filter(([word]) => asked.includes(word))) {
      for (const option of given) {
        const dialect = option ?? own;
        const wanted = expected(own, isKnown, dialect, (other) => verdicts.get(other)!);
        for (const said of await askedAll([], origin, typed, `${origin}/x`, optionOf(option)))
          expect(said, `${typed} ${option}`).toMatchObject(wanted);
      }
      if (typed.includes(",")) continue;
      const { out } = await call(["agents", origin, "--agent", typed, "--json"]);
      expect(JSON.parse(out).access, typed).toBe(verdicts.get(own) ? "allowed" : "refused");
    }
  });

  it.each([
    ["diff", 429, {}, "unreachable, 429"],
    ["diff", 403, challenge, "unreachable, 403, challenge"],
    ["lint", 403, challenge, "unreachable, 403, challenge"],
  ])("%s of a site that answers %d with %j: nobody knows its file", async (command, status, headers, reason) => {
    answer = () => [status, headers];
    writeFileSync(join(folder, "old.txt"), "");
    const { code, out, err } = await call([command, ...(command === "diff" ? [join(folder, "old.txt")] : []), origin]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`expected a robots.txt at ${origin}/robots.txt; got ${reason}`);
  });

  it("the site is asked once for crawlers of several dialects", async () => {
    answer = () => [429];
    requests = 0;
    const { code, out, err } = await call(["check", `${origin}/x`, "-a", "Googlebot", "-a", "GPTBot"]);
    expect([code, requests]).toEqual([3, 1]);
    expect(out).toContain(`refused    allowed  ${origin}/x  (Googlebot: read as google; rfc9309: allowed)`);
    expect(err).toBe(
      `robots-wasm: ${origin}/robots.txt: unreachable, 429: verdicts come from this outage, not from rules; exit code 3\n`,
    );
  });
});
