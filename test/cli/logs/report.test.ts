/** What the report says of a violation and of fetches of robots.txt is true. */
import { describe, expect, it } from "vitest";
import type { LogsOptions } from "../../../bindings/cli/logs/logs-options.ts";
import { heldText, reportOf, reportText } from "../../../bindings/cli/logs/report.ts";
import { combined, eventsIn, historyOf, judged } from "../../bulk/logs/replayed.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const history = historyOf({
  "2026-11-01T000000Z.txt": "User-agent: *\nDisallow:\n",
  "2026-11-05T040000Z.txt": "User-agent: *\nDisallow: /cart\n",
  "2026-11-05T120000Z.txt": "User-agent: *\nDisallow: /cart\nDisallow: /x\n",
});
const fetchAt = (time: string, status = 200): string => combined(time, "/robots.txt", "ExampleBot/1.0", { status });
const pageAt = (time: string): string => combined(time, "/cart", "ExampleBot/1.0");

describe("why no version that it may hold allows the request", () => {
  itEach<[title: string, lines: string[], text: string]>(
    "why no version that it may hold allows the request: %s",
    (_, lines, text) => {
      const { rows } = judged(eventsIn(lines.join("")), { history });
      expect(rows.map((one) => [one.verdict, heldText(one, 24)])).toEqual([["violation", text]]);
    },
  );
  it("without grace, only the version of the time counts", () => {
    const { rows } = judged(eventsIn(pageAt("2026-11-06T14:00:00Z")), { history, graceHours: 0 });
    expect(rows.map((one) => heldText(one, 0))).toEqual(["it was served at the time"]);
  });
});

function reportOn(text: string, agents?: string[]): string {
  const isWanted = (name: string): boolean => agents?.includes(name.toLowerCase()) !== false;
  const { rows, tally } = judged(eventsIn(text), { history, isWanted });
  return reportText(reportOf(tally, rows, { graceHours: 24, agents } as unknown as LogsOptions));
}

describe("the share of violations", () => {
  const pages = (count: number): string => combined("2026-11-07T00:00:00Z", "/", "ExampleBot/1.0").repeat(count);
  it.each([
    ["is rounded", pageAt("2026-11-07T00:00:00Z") + pages(2), / 1 +33 %/],
    ["is not nothing if there is one", pageAt("2026-11-07T00:00:00Z") + pages(999), / 1 +< 1 %/],
    ["is not all if one is allowed", pageAt("2026-11-07T00:00:00Z").repeat(999) + pages(1), / 999 +> 99 %/],
  ])("%s", (_, text, share) => expect(reportOn(text)).toMatch(share));
  it("says nothing of fetches for users, which are never violations", () =>
    expect(reportOn(combined("2026-11-07T00:00:00Z", "/cart", "ChatGPT-User/1.0"))).not.toContain("%"));
});

describe("what a server that enforces robots.txt would have refused, as `enforce` decides it", () => {
  const line = "a server that enforces this robots.txt would have refused";
  const at = (time: string, path: string, header: string): string => combined(`2026-11-${time}:00:00Z`, path, header);
  it.each([
    ["a violation", at("07T00", "/cart", "GPTBot/1.3"), [`${line} 1 request`]],
    [
      "what was excused",
      at("05T03", "/robots.txt", "GPTBot/1.3") + at("05T05", "/cart", "GPTBot"),
      [`${line} 1 request`],
    ],
    ["what is allowed", at("07T00", "/", "GPTBot/1.3"), []],
    ["what a person asked for", at("07T00", "/cart", "ChatGPT-User/1.0"), []],
    ["a name that neither the table nor the file has", at("07T00", "/cart", "ExampleBot/1.0"), []],
  ])("%s", (_, text, told) => {
    expect(
      reportOn(text)
        .split("\n")
        .filter((one) => one.startsWith(line)),
    ).toEqual(told);
  });
});

describe("fetches of robots.txt", () => {
  it("a version that was replaced before it was read counts until a later one was", () =>
    expect(reportOn(pageAt("2026-11-05T03:00:00Z") + fetchAt("2026-11-05T13:00:00Z"))).toContain(
      "1 read; new version after at most 9 h",
    ));
  it("a crawler of the same operator read it, although --agent leaves it out", () => {
    const read = combined("2026-11-05T13:00:00Z", "/robots.txt", "Googlebot/2.1");
    const image = combined("2026-11-05T14:00:00Z", "/cart", "Googlebot-Image/1.0");
    for (const agents of [undefined, ["googlebot-image"]])
      expect(reportOn(read + image, agents)).toMatch(/Googlebot-Image .* read by Googlebot/);
  });
});

describe("addresses of proxies", () => {
  const hint = "most addresses are those of a proxy";
  const from = (address: string): string => combined("2026-11-07T00:00:00Z", "/cart", "GPTBot/1.0", { address });
  it.each([["10.0.0.1"], ["173.245.48.1"], ["151.101.0.1"]])("most are: %s", (address) =>
    expect(reportOn(from(address).repeat(2) + from("192.0.2.1"))).toContain(hint),
  );
  it("half are not most", () => expect(reportOn(from("173.245.48.1") + from("192.0.2.1"))).not.toContain(hint));
  itEach<[address: string, reason: string]>("the reason of %s", (address, reason) =>
    expect(judged(eventsIn(from(address)), { history }).rows[0]!.identification.reason).toBe(reason),
  );
});
