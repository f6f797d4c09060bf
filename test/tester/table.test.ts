/** The table URL x agent of the tester page, and what it saves. */
import { describe, expect, it } from "vitest";
import { toCsv, toJson } from "../../tester/export.ts";
import type { Filter } from "../../tester/protocol.ts";
import { PAGE_ROWS } from "../../tester/protocol.ts";
import { Table } from "../../tester/table.ts";

const FILE = "User-agent: *\nDisallow: /cart\n\nUser-agent: GoodBot\nAllow: /\n";

function tableOf(urls: string, agents = ["OtherBot", "GoodBot"]): Table {
  const table = new Table();
  table.update({ file: FILE, agents, urls });
  return table;
}

const urlsOf = (table: Table): string[] => table.verdicts().rows.map(({ url }) => url);

describe("a table", () => {
  it("has a row per URL and a cell per agent, with the rule that decided", () => {
    const { rows, agents } = tableOf("/cart\nhttps://h.example/x\n").verdicts();
    expect(rows[0]).toEqual({
      line: 1,
      url: "/cart",
      cells: [
        { allowed: false, reason: "rule", rule: { directive: "disallow", pattern: "/cart", line: 2 } },
        { allowed: true, reason: "rule", rule: { directive: "allow", pattern: "/", line: 5 } },
      ],
    });
    expect(agents).toEqual([
      { agent: "OtherBot", named: false, allowed: 1, refused: 1 },
      { agent: "GoodBot", named: true, allowed: 2, refused: 0 },
    ]);
  });

  it("skips empty lines and keeps the line numbers", () => {
    const { rows, total } = tableOf("\n/a\r\n\r\n  /b  \n").verdicts();
    expect(rows.map(({ line, url }) => [line, url])).toEqual([
      [2, "/a"],
      [4, "/b"],
    ]);
    expect(total).toBe(2);
  });

  it.each(["cart", "mailto:a@b", "# a comment", "http://", "javascript:alert(1)"])(
    "answers nothing for %j, which is not a URL",
    (url) => {
      const { rows, invalid, agents } = tableOf(url).verdicts();
      expect(rows[0]!.cells).toEqual([]);
      expect(invalid).toBe(1);
      expect(agents.map(({ allowed, refused }) => allowed + refused)).toEqual([0, 0]);
    },
  );

  it.each<[Filter, string[]]>([
    ["all", ["/cart", "/x", "cart"]],
    ["allowed", ["/cart", "/x"]],
    ["refused", ["/cart"]],
    ["differs", ["/cart"]],
    ["invalid", ["cart"]],
  ])("filtered by %s shows the matching rows", (filter, expected) => {
    const table = tableOf("/cart\n/x\ncart");
    table.update({ filter });
    expect(urlsOf(table)).toEqual(expected);
  });

  it("shows one page at a time and counts all", () => {
    const urls = Array.from({ length: 250 }, (_, index) => `/${index}`);
    const table = tableOf(urls.join("\n"));
    table.update({ page: 2 });
    expect(urlsOf(table)).toEqual(urls.slice(2 * PAGE_ROWS));
    expect(table.verdicts().matching).toBe(250);
    expect(table.rows()).toHaveLength(250);
  });

  it("keeps inputs that did not change", () => {
    const table = tableOf("/cart");
    table.update({ file: "" });
    expect(table.verdicts().rows[0]!.cells[0]!.allowed).toBe(true);
    table.update({ dialect: "google" });
    expect(urlsOf(table)).toEqual(["/cart"]);
  });

  it("takes fallbacks of an agent, separated by spaces", () => {
    const cells = tableOf("/cart", ["GoodBot-Images GoodBot", "GoodBot-Images"]).verdicts().rows[0]!.cells;
    expect(cells.map(({ allowed }) => allowed)).toEqual([true, false]);
  });
});

describe("a saved table", () => {
  const table = tableOf('/a,"b"\n=1+1\n/cart');

  it("quotes CSV by RFC 4180 and defuses formulas", () => {
    expect(toCsv(table.agents, table.rows())).toBe(
      [
        "url,OtherBot,OtherBot rule,OtherBot line,GoodBot,GoodBot rule,GoodBot line",
        '"/a,""b""",allowed,,,allowed,/,5',
        "'=1+1,not a URL,,,not a URL,,",
        "/cart,refused,/cart,2,allowed,/,5",
        "",
      ].join("\r\n"),
    );
  });

  it("holds the same verdicts as JSON", () => {
    const [first, second] = JSON.parse(toJson(table.agents, table.rows()));
    expect(first.verdicts.GoodBot).toEqual({
      allowed: true,
      reason: "rule",
      rule: { directive: "allow", pattern: "/", line: 5 },
    });
    expect(second.verdicts).toEqual({});
  });
});
