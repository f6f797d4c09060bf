/** How each crawler reads a file: in the dialect of its operator, or in the one that is asked for; and which other one is known. */
import { expect, it } from "vitest";
import type { DialectName } from "../../../bindings/index.ts";
import { resolveAgent } from "../../../bindings/owners/agents/index.ts";
import { notesOn, RobotsByDialect, resolveTyped } from "../../../bindings/owners/agents/internal.ts";

const BODY = "User-agent: *\nDisalow: /a\n";

it.each<[name: string, given: DialectName | undefined, dialect: DialectName, other: DialectName | undefined]>([
  ["Googlebot", undefined, "google", "rfc9309"],
  ["Googlebot", "google", "google", "rfc9309"],
  ["Googlebot", "rfc9309", "rfc9309", "google"],
  ["Googlebot", "koster1996", "koster1996", "google"],
  ["bingbot", undefined, "rfc9309", undefined],
  ["bingbot", "google", "google", "rfc9309"],
  // Nobody documents how it reads.
  ["FooBot", undefined, "rfc9309", undefined],
  ["FooBot", "google", "google", undefined],
])("%s, asked in %s, reads in %s; the other is %s", (name, given, dialect, other) => {
  const robots = new RobotsByDialect(BODY, given === undefined ? {} : { dialect: given });
  const reading = robots.readingFor(resolveAgent(name));
  expect([reading.dialect, reading.other?.dialect]).toEqual([dialect, other]);
  const allowed = reading.rules.isAllowed("/a");
  expect(allowed).toBe(dialect !== "google");
  const differs = other !== undefined && (other === "google") !== (dialect === "google");
  expect(notesOn(reading, "/a", allowed).otherDialect).toEqual(
    differs ? { name: other, allowed: !allowed } : undefined,
  );
  expect(notesOn(reading, "/b", true)).toEqual({});
});

it.each([
  ["GPTBot, FooBot", ["GPTBot", "FooBot"], "rfc9309"],
  ["Googlebot,FooBot", ["Googlebot", "FooBot"], "google"],
  ["FooBot", ["FooBot"], "rfc9309"],
  ["Mozilla/5.0 (compatible; FooBot/1.0, a)", ["FooBot"], "rfc9309"],
])("%s are the tokens %j, in %s", (typed, tokens, dialect) =>
  expect(resolveTyped(typed)).toMatchObject({ tokens, dialect }),
);
