/** Where rules stand after the tokens of a path, in both readings of a query (RFC 9309 §2.2.2), against a naive match. */
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { DEAD } from "../../../bindings/core/program/pattern-states.ts";
import {
  mayMeet,
  type Position,
  SearchedRule,
  SearchedRules,
  startOf,
  stepped,
} from "../../../bindings/core/program/rule-positions.ts";
import type { Token } from "../../../bindings/core/program/url-tokens.ts";
import type { DialectName } from "../../../bindings/index.ts";
import { below, holds, oneIn, pick, same, times } from "../../assembly/memory.ts";
import { naiveMatches } from "../../assembly/models.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const rule = (text: string, isAnchored = false): SearchedRule => new SearchedRule(text, isAnchored, true, 1);

itEach<[a: string, b: string, may: boolean]>("a path may begin with %j and with %j: %s", (a, b, may) =>
  expect(mayMeet(a, b)).toBe(may),
);

itEach<[text: string, head: string]>(
  "what every path that %j matches begins with, up to a query, is %j",
  (text, head) => expect(rule(text).head).toBe(head),
);

itEach<[text: string, isAnchored: boolean, isBlanket: boolean]>(
  "the pattern %j, anchored: %s, matches every path: %s",
  (text, isAnchored, isBlanket) => expect(rule(text, isAnchored).isBlanket).toBe(isBlanket),
);

describe("the rules of programs", () => {
  const listOf = (rules: SearchedRules, file: string, name: DialectName = "rfc9309") =>
    rules.of(fallback.compile(`User-agent: *\n${file}`, ["x"], dialectNamed(name)).program, dialectNamed(name));
  const shown = (list: readonly SearchedRule[]) => list.map(({ text, allows, line }) => [text, allows, line]);
  const file = "Disallow: /a*b\nAllow: /longer$\nDisallow: /a*b\nDisallow:\nAllow: /c*\n";

  it("stand in the order in which they decide, each once, behind what the dialect says of /robots.txt", () => {
    const own = [
      ["/longer", true, 3],
      ["/a\0b", false, 2],
      ["/c", true, 6],
      ["", true, 5],
    ];
    const list = listOf(new SearchedRules(), file);
    expect(shown(list)).toEqual([["/robots.txt", true, 0], ["/robots.txt?", true, 0], ...own]);
    expect(shown(listOf(new SearchedRules(), file, "google"))).toEqual(own);
    // Only the path itself, and any query.
    const accepts = list
      .slice(0, 3)
      .map(({ states, text }) => [states.isFinal(text.length), states.accepts(text.length)]);
    expect(accepts).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ]);
  });

  it("are one object where pattern, end and verdict are equal, whatever the program and the line", () => {
    const rules = new SearchedRules();
    const [one, other] = ["Disallow: /a\nDisallow: /b\nAllow: /c$\n", "Allow: /b\nAllow: /c\nDisallow: /a\n"].map(
      (text) => listOf(rules, text, "google"),
    );
    const shared = one!.filter((each) => other!.includes(each));
    expect(shown(shared)).toEqual([["/a", false, 2]]);
  });
});

const token = (text: string, readings: readonly [string, string] = [text, text]): Token => ({
  text: [...Buffer.from(text)],
  readings: readings.map((one) => [...Buffer.from(one)]) as [number[], number[]],
});
const TOKENS = [token("a"), token("b"), token(":"), token("%3A", ["%3A", ":"])];

/** The position after tokens, and the path that was read so far in each reading. */
function anyWalk() {
  const pieces = times(1 + below(3), () => times(1 + below(3), () => pick(["a", "a", "b", ":", "%3A"])).join(""));
  const text = (oneIn(3) ? "\0" : "") + pieces.join("\0");
  const isAnchored = oneIn(2);
  const walked = rule(text, isAnchored);
  const tokens = times(below(7), () => pick(TOKENS));
  const paths = [0, 1].map((i) => Buffer.from(tokens.flatMap(({ readings }) => [...readings[i]!])));
  const position = tokens.reduce<Position | undefined>((at, one) => at && stepped(at, one), startOf(walked));
  const matches = (path: Buffer): boolean =>
    naiveMatches({ pattern: Buffer.from(text, "latin1"), isAnchored, isAllowed: true }, path);
  const what = (): string => `${JSON.stringify(text)}${isAnchored ? "$" : ""} after ${paths.join(" and ")}`;
  return { walked, position, paths, matches, isAnchored, what, tokens };
}

it("a position accepts where the path matches in one of its readings, and is dead where neither reading can go on", () => {
  holds(400, () => {
    const { position, paths, matches, isAnchored, what, walked } = anyWalk();
    const accepts = paths.map(matches);
    same(position?.accepts ?? false, accepts.includes(true), what);
    same(position?.isFinal ?? false, accepts.includes(true) && !isAnchored, what);
    if (position === undefined) return;
    const live = position.states.filter((state) => state !== DEAD);
    same(live.length > 0, true, what);
    const left = live.map((state) => walked.states.left(state));
    same(position.left, position.isFinal ? 0 : Math.min(...left), what);
  });
});

it("positions of a rule with equal states are one object, others have other numbers", () => {
  holds(200, () => {
    const { walked, tokens, what } = anyWalk();
    const found = new Map<string, Position>();
    const ids = new Set<number>();
    for (let from = 0; from <= tokens.length; from++) {
      let position: Position | undefined = startOf(walked);
      for (const one of tokens.slice(from)) {
        const next: Position | undefined = position && stepped(position, one);
        if (position !== undefined) same(stepped(position, one), next, what);
        position = next;
        if (position === undefined) break;
        const key = position.states.join();
        same(found.get(key) ?? position, position, what);
        found.set(key, position);
        ids.add(position.id);
      }
    }
    same(ids.size, found.size, what);
  });
});
