/** `changedVerdicts` misses no verdict that a change of a file changes, and where its search is ended it says so. */
import { describe, expect, it } from "vitest";
import { diffVersions } from "../../../bindings/core/diff/index.ts";
import { type AgentRules, type DialectName, parse } from "../../../bindings/index.ts";
import { applyFixes, changedVerdicts, type VerdictChange } from "../../../bindings/owners/lint/index.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";

const star = "User-agent: *\n";
const both = ["rfc9309", "google"] as const;

describe("an example for each rule that makes a difference", () => {
  it.each<[title: string, before: string, after: string, changes: readonly Omit<VerdictChange, "agent">[]]>([
    ["a slash", "Disallow: private/", "Disallow: /private/", [{ path: "/private/", allowed: false, dialects: both }]],
    [
      "patterns that share a path",
      "Disallow: /a*b",
      "Disallow: /axb",
      [{ path: "/ab", allowed: true, dialects: both }],
    ],
    ["an anchor", "Disallow: /a$", "Disallow: /a", [{ path: "/ax", allowed: false, dialects: both }]],
    [
      "a rule that another one overrules on its shortest path",
      "Allow: /a$\nDisallow: /",
      "Allow: /a$\nDisallow: /\nAllow: /a",
      [{ path: "/ax", allowed: true, dialects: both }],
    ],
    [
      "two slashes, which google/robotstxt takes for the start of a host in a path",
      "",
      "Disallow: //a",
      [{ path: "//a", allowed: false, dialects: ["rfc9309"] }, { dialects: ["google"] }],
    ],
    ["a bare percent sign", "Disallow: /100%", "Disallow: /100%2", [{ path: "/100%", allowed: true, dialects: both }]],
    [
      "both readings of a query (RFC 9309 §2.2.2, figure 4)",
      "Disallow: /x*2F$",
      "Disallow: /x*2F$\nAllow: /x*///$",
      [{ path: "/x?//%2F", allowed: true, dialects: ["rfc9309"] }],
    ],
  ])("%s", (_, before, after, changes) =>
    expect(changedVerdicts(`${star}${before}\n`, `${star}${after}\n`)).toEqual(
      changes.map((change) => ({ agent: "*", ...change })),
    ),
  );

  it("nothing for rules that decide no URL", () =>
    expect(changedVerdicts(`${star}Disallow: /a`, `${star}Disallow: /a\nDisallow: /a/b\nDisallow: /a*b$`)).toEqual([]));

  it("repairs say the same", () =>
    expect(applyFixes(`${star}Disallow: private/\n`, { repairs: true }).changes).toEqual([
      { agent: "*", path: "/private/", allowed: false, dialects: both },
    ]));

  it("an entry without a path where the search is ended", () => {
    const rules = Array.from({ length: 40 }, (_, i) => `Allow: /*a*b${i}*c$`).join("\n");
    const before = `${star}${rules}\nDisallow: /*z`;
    const changes = changedVerdicts(before, `${before}\nDisallow: /*zz`);
    expect(changes).toEqual([{ agent: "*", dialects: both }]);
  });
});

/** Patterns of few letters, so that all short paths can be tried. */
const letters = ["a", "b", "*", "/", "?", "%2F", "%", "2"];
const pattern = fc
  .tuple(
    fc.array(fc.constantFrom(...letters), { maxLength: 5 }),
    fc.constantFrom("", "", "$"),
    fc.constantFrom("/", "/", "*", ""),
  )
  .map(([middle, end, first]) => first + middle.join("") + end);
const rule = fc.tuple(fc.constantFrom("Allow", "Disallow"), pattern).map(([name, path]) => `${name}: ${path}`);
const agentLine = fc.constantFrom("x", "y", "*").map((name) => `User-agent: ${name}`);
const lines = fc.array(fc.oneof({ weight: 5, arbitrary: rule }, agentLine), { minLength: 1, maxLength: 6 });

/** A file and an edit of it: a line goes, comes or is replaced. */
const edit = fc
  .tuple(lines, fc.nat(5), fc.constantFrom(0, 1), fc.array(fc.oneof(rule, agentLine), { maxLength: 2 }))
  .map(([before, at, deleted, added]) => {
    const after = [...before];
    after.splice(at % (before.length + 1), deleted, ...added);
    return [before, after].map((all) => [star.trim(), ...all].join("\n")) as [string, string];
  });

/** Every path of up to six letters that the patterns are made of, and one that they lack. */
const paths = ((): readonly string[] => {
  const alphabet = ["a", "b", "/", "?", "%2F", "x"];
  let last = ["/"];
  const all = [...last];
  for (let letter = 1; letter < 6; letter++) {
    last = last.flatMap((path) => alphabet.map((one) => path + one));
    all.push(...last);
  }
  return all;
})();

const dialects: readonly DialectName[] = ["rfc9309", "google", "koster1996", "norobots1996", "original1994"];

describe("against the verdicts of the engine", () => {
  it("every example is true, and diffVersions says the same", () =>
    fc.assert(
      fc.property(edit, fc.constantFrom(...dialects), ([before, after], dialect) => {
        for (const { agent, path, allowed, dialects: names } of changedVerdicts(before, after, { dialect }))
          for (const name of path === undefined ? [] : names) {
            const token = agent === "*" ? "zzz" : agent;
            const [difference] = diffVersions(before, after, token, [path!], { dialect: name });
            expect([path, difference?.after.allowed, difference?.before.allowed]).toEqual([path, allowed, !allowed]);
          }
      }),
      { numRuns: sized(100, 3000, 50) },
    ));

  it("no path of six letters changes in silence", () =>
    fc.assert(
      fc.property(edit, fc.constantFrom(...dialects), ([before, after], dialect) => {
        const changes = changedVerdicts(before, after, { dialect });
        for (const agent of ["*", "x", "y"]) {
          const token = agent === "*" ? "zzz" : agent;
          const [old, now] = [before, after].map((body) => parse(body, { dialect }).agent(token)) as [
            AgentRules,
            AgentRules,
          ];
          if (Buffer.compare(old.toBytes(), now.toBytes()) === 0) continue;
          const [was, is] = [old.isAllowedMany(paths), now.isAllowedMany(paths)];
          for (const allowed of [true, false]) {
            const changed = paths.find((_, i) => was[i] !== is[i] && is[i] === Number(allowed));
            const told = changes.some(
              (one) =>
                one.agent.toLowerCase() === agentOf(agent, before, after) &&
                one.dialects.includes(dialect) &&
                (one.allowed ?? allowed) === allowed,
            );
            expect({ agent, allowed, changed, told: told || changed === undefined }).toMatchObject({ told: true });
          }
        }
      }),
      { numRuns: sized(50, 3000) },
    ));
});

/** An agent that neither file names is told of as `*`. */
const agentOf = (agent: string, ...files: readonly string[]): string =>
  files.some((file) => file.includes(`User-agent: ${agent}`)) ? agent : "*";
