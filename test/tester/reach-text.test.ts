/** The part of a site that a crawler may fetch, in words. */
import { expect, it } from "vitest";
import type { Reach } from "../../tester/protocol.ts";
import { countText, reachDetail, reachText, sameReach, short } from "../../tester/reach-text.ts";

const reach = (given: Partial<Reach>): Reach => ({
  ...{ base: true, except: [], count: 0, hasHome: false, back: [], mayHaveMore: false },
  ...given,
});

it.each([
  [1, false, "1 rule"],
  [100, false, "100 rules"],
  [99, true, "many rules"],
  [100, true, "more than 100 rules"],
  [199, true, "more than 100 rules"],
  [1234, true, "more than 1,200 rules"],
])("%i rules, and perhaps more: %s: %s", (count, mayHaveMore, text) =>
  expect(countText(reach({ count, mayHaveMore }))).toBe(text),
);

it.each<[what: string, one: Partial<Reach>, other: Partial<Reach>, isSame: boolean]>([
  ["nothing", {}, {}, true],
  ["the base", {}, { base: false }, false],
  ["the home page", { count: 1, hasHome: true }, { count: 1 }, false],
  ["the number of rules", { count: 2 }, { count: 3 }, false],
  ["the patterns", { count: 1, except: ["/a"] }, { count: 1, except: ["/b"] }, false],
  [
    "patterns that were found first of many",
    { mayHaveMore: true, except: ["/a"] },
    { mayHaveMore: true, except: ["/b"] },
    true,
  ],
  ["hundreds", { mayHaveMore: true, count: 120 }, { mayHaveMore: true, count: 190 }, true],
  ["whether there may be more", { count: 1 }, { count: 1, mayHaveMore: true }, false],
])("two that differ in %s", (_, one, other, isSame) => {
  expect(sameReach(reach(one), reach(other))).toBe(isSame);
  expect(sameReach(reach(other), reach(one))).toBe(isSame);
});

it.each<[given: Partial<Reach>, text: string, detail: string]>([
  [{}, "may crawl your whole site", "Nothing is refused."],
  [{ base: false }, "may fetch nothing", "Every path is refused."],
  [{ mayHaveMore: true }, "may crawl your site, perhaps not all of it", "The file has too many patterns to say more."],
  [
    { count: 5, except: ["/a", "/b", "/c", "/d", "/e"] },
    "may crawl your site, except addresses that match 5 rules, such as everything that begins with /a",
    "/a, /b, /c and 2 more are refused.",
  ],
  [
    { count: 50, except: ["/a", "/b", "/c", "/d"] },
    "may crawl your site, except addresses that match 50 rules, such as everything that begins with /a",
    "/a, /b, /c and 47 more are refused.",
  ],
  [
    { count: 3, except: ["/a", "/b", "/c"] },
    "may crawl your site, except addresses that match 3 rules, such as everything that begins with /a",
    "/a, /b and /c are refused.",
  ],
  [
    { count: 1, except: ["/a"], back: ["/a/b"] },
    "may crawl your site, except most of what begins with /a",
    "/a is refused. /a/b is allowed.",
  ],
  [{ base: false, count: 1, except: ["/a$"] }, "may fetch only the address /a", "/a$ is allowed."],
])("%j: %s", (given, text, detail) =>
  expect([reachText(reach(given)), reachDetail(reach(given))]).toEqual([text, detail]),
);

it("a pattern has 40 characters at most", () =>
  expect([40, 41].map((length) => short("/".padEnd(length, "a")).length)).toEqual([40, 40]));
