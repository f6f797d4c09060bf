/**
 * The linter is linear in the file. The test counts the bytes that it decodes to text, which every message, column and
 * comparison needs, and the characters that it compares in sorted patterns.
 */
import { describe, expect, it } from "vitest";
import { lint } from "../../../../bindings/owners/lint/index.ts";

const { decode } = TextDecoder.prototype;
const { startsWith } = String.prototype;

/** Not by spies of Vitest: they would keep every call. */
function stepsOf(body: string): number {
  let steps = 0;
  TextDecoder.prototype.decode = function (input, options) {
    steps += 1 + (input as Uint8Array).byteLength;
    return decode.call(this, input, options);
  };
  String.prototype.startsWith = function (other, at) {
    steps += 1 + other.length;
    return startsWith.call(this, other, at);
  };
  try {
    lint(new TextEncoder().encode(body));
    return steps;
  } finally {
    TextDecoder.prototype.decode = decode;
    String.prototype.startsWith = startsWith;
  }
}

/** The slope of log(steps) over log(size): 1 is linear. */
function exponentOf(make: (size: number) => string): number {
  const [small, large] = [make(2 ** 15), make(2 ** 18)];
  return Math.log(stepsOf(large) / stepsOf(small)) / Math.log(large.length / small.length);
}

const lines = (size: number, line: (i: number) => string): string => {
  let text = "User-agent: *\n";
  for (let i = 0; text.length < size; i++) text += line(i);
  return text;
};

describe("steps grow linearly", () => {
  it.each([
    ["bad lines", (size: number) => lines(size, () => "nonsense\n")],
    ["rules", (size: number) => lines(size, (i) => `Disallow: /${i}*\nAllow: /${i}/x\n`)],
    ["equal rules", (size: number) => lines(size, () => "Disallow: /a$b%zz*\n")],
    ["agents", (size: number) => lines(size, (i) => `User-agent: bot${i % 7}.0\n`)],
    ["one long line", (size: number) => `User-agent: *\nDisallow: ${"é*$%#".repeat(size / 5)}\n`],
    ["one long key", (size: number) => `${"k".repeat(size)}: x\n`],
    [
      "rules that begin each other",
      (size: number) =>
        `User-agent: *\n${Array.from({ length: Math.sqrt(2 * size) }, (_, i) => `Disallow: /${"a".repeat(i)}\n`).join("")}`,
    ],
    [
      "rules of the same letters",
      (size: number) => lines(size, (i) => `Disallow: /${i.toString(2).replaceAll("1", "a*").replaceAll("0", "a")}\n`),
    ],
    [
      "one pattern, longer and longer by stars",
      (size: number) =>
        `User-agent: *\n${Array.from({ length: Math.sqrt(2 * size) }, (_, i) => `Allow: /a${"*".repeat(i)}\n`).join("")}`,
    ],
    [
      "stars that decide between rules of one head",
      (size: number) =>
        lines(size, (i) => `${i % 2 === 0 ? "Allow" : "Disallow"}: /${"a".repeat(100)}${"*".repeat((i % 9) + 1)}\n`),
    ],
    [
      "groups of one agent",
      (size: number) => lines(size, (i) => `\nUser-agent: a\n${i % 2 ? "Allow" : "Disallow"}: /${i >> 1}\n`),
    ],
    [
      "agents that share groups in many combinations",
      (size: number) => lines(size, (i) => `User-agent: a\nUser-agent: ${"b".repeat((i % 40) + 1)}\nDisallow: /${i}\n`),
    ],
    [
      "groups beside one for *",
      (size: number) =>
        lines(size, (i) => `Disallow: /${i}\nContent-Signal: search=yes\nUser-agent: ${"b".repeat((i % 200) + 1)}\n`),
    ],
    ["sitemaps beside rules", (size: number) => lines(size, (i) => `Disallow: /*${i}\nSitemap: https://h/${i}\n`)],
    ["scripts", (size: number) => lines(size, (i) => `Disallow: /${i}*.js$\nDisallow: /**a**b${i}&amp;\n`)],
    [
      "signals",
      (size: number) => lines(size, (i) => `Content-Signal: /${i % 100} search=${i % 2 ? "yes" : "no"}\nDisallow: /\n`),
    ],
    ["escapes", (size: number) => lines(size, () => "Disallow: /%7e%c3%zz?%2f\n")],
    [
      "wildcards beside literals",
      (size: number) => lines(size, (i) => `Allow: /*${i}x\nDisallow: /a\nDisallow: /a${i}\n`),
    ],
  ])("%s", (_, make) => expect(exponentOf(make)).toBeLessThanOrEqual(1.1));
});
