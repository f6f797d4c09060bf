/**
 * The URL Standard's own tests: URLTESTDATA=urltestdata.json npx vitest run test/slow/embed/url-standard.test.ts, with the
 * file of web-platform-tests. The module must find the same origins, or ask, and must refuse a URL whose request is refused.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { BulkHost } from "../../embed/bulk-host.ts";

const file = process.env["URLTESTDATA"];

interface UrlTest {
  readonly input: string;
  readonly failure?: true;
  readonly protocol?: string;
  readonly host?: string;
  readonly pathname?: string;
  readonly search?: string;
}

/** Lines that filter takes for URLs if their host is valid. */
const isCandidate = ({ input }: UrlTest): boolean => /^https?:\/\/[^/?#]/i.test(input) && !/[\r\n]/.test(input);

const originOf = ({ protocol, host, failure }: UrlTest): string | undefined =>
  failure ? undefined : `${protocol}//${host}`;

/** What the module does with a line: its verdict, whether it asked for the origin's spelling, and the origin that it found. */
function decided(test: UrlTest): { verdict: string; asked: boolean; origin: string | undefined } {
  const rules = parse(`User-agent: *\nDisallow: ${test.pathname}${test.search}$\n`).agent("x").toBytes();
  const host = new BulkHost({ missing: () => rules, spell: () => originOf(test) ?? "" });
  const verdict = host.decide(test.input);
  const origin = host.asked.find(({ kind }) => kind === "rules")?.text;
  return { verdict, asked: host.asked.some(({ kind }) => kind === "origin"), origin };
}

it.skipIf(file === undefined)(`all http and https URLs${file ? "" : " (URLTESTDATA is not set)"}`, () => {
  const all = JSON.parse(readFileSync(file!, "utf8")) as readonly (UrlTest | string)[];
  const tests = all.filter((test): test is UrlTest => typeof test !== "string" && isCandidate(test));
  const counts = { alone: 0, asked: 0, strict: 0 };
  for (const test of tests) {
    const { verdict, asked, origin } = decided(test);
    if (verdict === "-") {
      // Some bytes make filter refuse a host that the standard accepts, because URL parsers differ on them.
      if (!test.failure) counts.strict++;
      continue;
    }
    expect(origin, test.input).toBe(originOf(test));
    if (!/[*$]/.test(test.pathname!)) expect(verdict, test.input).toBe("0");
    counts[asked ? "asked" : "alone"]++;
  }
  console.log(counts);
  expect(counts.alone).toBeGreaterThan(20);
  expect(counts.asked).toBeGreaterThan(20);
});
