/**
 * Saved rules that were damaged or forged. Damage is refused: every change of one bit changes the checksum. A forger can
 * mend the checksum; then the rules are refused for their content, or decide, and both engines read them alike.
 * ROBOTS_FLIPS sets the number of flips.
 */

import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { DIALECT_AT, VERSION_AT } from "../../../bindings/core/layout.ts";
import { withChecksum } from "../../../bindings/core/program/encode.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { programOf } from "../../../bindings/core/program/program.ts";
import { validateProgram } from "../../../bindings/core/program/validate.ts";
import { AgentRules, parse } from "../../../bindings/index.ts";
import { layouts } from "../../support/engines.ts";
import { sized } from "../../support/sized.ts";

const FLIPS = Number(process.env["ROBOTS_FLIPS"] ?? sized(4_000, 20_000, 1_000));

const files = [
  "User-agent: *\nDisallow: /\n",
  "User-agent: x\nAllow: /a*b$\nDisallow: /*?q=\nAllow: /%c3%a9\nDisallow: /é\nCrawl-delay: 2\nContent-Signal: search=yes\n",
  `User-agent: x\n${Array.from({ length: 12 }, (_, i) => `Disallow: /${i}/*/${i * 7}\nAllow: /${i}/x$\n`).join("")}`,
];
const urls = ["/", "/a/b", "/axxb", "/x?q=1", "/é", "/%C3%A9", "/1/2/7", "/3/x", "/robots.txt", `/${"5/".repeat(40)}`];

const saved = dialects.flatMap(({ name }) => files.map((file) => parse(file, { dialect: name }).agent("x").toBytes()));

/** A linear congruence, so that every run flips the same bits. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const other = bytes.slice();
  other[bit >> 3]! ^= 1 << (bit & 7);
  return other;
}

function tryOpen(bytes: Uint8Array): AgentRules | undefined {
  try {
    return AgentRules.fromBytes(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    expect((error as RangeError).message).toMatch(/^saved rules: expected .+; got .+/);
    return undefined;
  }
}

describe("damaged", () => {
  it("is refused at every shorter length, and longer", () => {
    for (const bytes of saved) {
      for (let length = 0; length < bytes.length; length++) expect(tryOpen(bytes.slice(0, length))).toBeUndefined();
      expect(tryOpen(Uint8Array.of(...bytes, 0))).toBeUndefined();
    }
  });

  it("is refused with any one bit flipped", () => {
    for (const bytes of saved.slice(0, 2))
      for (let bit = 0; bit < bytes.length * 8; bit++) expect(tryOpen(flip(bytes, bit))).toBeUndefined();
  });

  it(`is refused or decides as before with up to three bits flipped, ${FLIPS} times`, () => {
    const random = randomFrom(1);
    const wanted = saved.map((bytes) => AgentRules.fromBytes(bytes).isAllowedMany(urls));
    let refused = 0;
    for (let i = 0; i < FLIPS; i++) {
      const which = random(saved.length);
      let bytes = saved[which]!;
      for (let flips = 1 + random(3); flips > 0; flips--) bytes = flip(bytes, random(bytes.length * 8));
      const rules = tryOpen(bytes);
      if (rules === undefined) refused++;
      else expect(rules.isAllowedMany(urls)).toEqual(wanted[which]);
    }
    expect(refused).toBeGreaterThan(FLIPS * 0.99);
  });
});

it("of another version, dialect or magic is refused by name, its checksum mended", () => {
  const bytes = saved[0]!;
  const forged = (at: number, value: number): Uint8Array => {
    const other = bytes.slice();
    other[at] = value;
    return withChecksum(programOf(other));
  };
  expect(() => AgentRules.fromBytes(forged(0, 0x51))).toThrow("the magic number");
  expect(() => AgentRules.fromBytes(forged(VERSION_AT, 3))).toThrow("expected version 2; got 3");
  expect(() => AgentRules.fromBytes(forged(DIALECT_AT, 7))).toThrow("expected a dialect of 1, 2, 5, 3, 4; got 7");
});

it(`forged, its checksum mended, is refused or read alike by both engines in every layout, ${FLIPS / 4} times`, () => {
  const random = randomFrom(2);
  const bystanders = layouts.map(() => programOf(saved[5]!));
  const bystanderWanted = urls.map((url) => fallback.decide(bystanders[0]!, url, true));
  let accepted = 0;
  for (let i = 0; i < FLIPS / 4; i++) {
    const original = saved[random(saved.length)]!;
    const bytes = withChecksum(programOf(flip(original, random(original.length * 8))));
    if (tryOpen(bytes) === undefined) continue;
    accepted++;
    const wanted = urls.map((url) => fallback.decide(validateProgram(bytes), url, true));
    for (const [n, engine] of layouts.entries()) {
      const program = validateProgram(bytes);
      expect(urls.map((url) => engine.decide(program, url, true))).toEqual(wanted);
      expect(urls.map((url) => engine.decide(bystanders[n]!, url, true))).toEqual(bystanderWanted);
    }
  }
  expect(accepted).toBeGreaterThan(FLIPS / 100);
});
