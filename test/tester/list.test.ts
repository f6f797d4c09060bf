/** Many URLs: how a list is read, decided in batches, and served to the page. */
import { describe, expect, it } from "vitest";
import { readUrls } from "../../tester/work/list-text.ts";
import { BATCH_URLS, UrlList } from "../../tester/work/url-list.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const source = { kind: "file", text: "User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n" } as const;

async function listOf(text: string, site = "shop.example", agents = ["Googlebot", "GPTBot"]): Promise<UrlList> {
  const list = new UrlList();
  list.start({ source, site, agents }, await readUrls(text));
  for (const _ of list.batches());
  return list;
}

describe("a list is read", () => {
  itEach<[title: string, text: string, format: string, urls: string[]]>(
    "a list is read: %s",
    async (_, text, format, urls) => expect(await readUrls(text)).toEqual({ format, urls }),
  );

  it("and says why a sitemap ends early", async () =>
    expect(await readUrls("<urlset><url><loc>/a</loc></url><url>")).toMatchObject({
      urls: ["/a"],
      problem: expect.stringMatching(/expected a sitemap in XML/),
    }));
});

describe("a list is decided", () => {
  it("in batches", async () => {
    const urls = Array.from({ length: 2 * BATCH_URLS + 1 }, (_, i) => `/${i}`).join("\n");
    expect((await listOf(urls)).progress()).toMatchObject({ batches: 3, decided: 2 * BATCH_URLS + 1 });
  });

  it("with a line for each crawler", async () => {
    const { rows } = (await listOf("/cart\n/p")).rows({ filter: "all", from: 0, count: 10 });
    expect(rows).toEqual([
      {
        url: "/cart",
        cells: [
          { allowed: false, line: 2 },
          { allowed: false, line: 5 },
        ],
        refusedBy: 2,
      },
      { url: "/p", cells: [{ allowed: true }, { allowed: false, line: 5 }], refusedBy: 1 },
    ]);
  });

  it("and sorted by who is refused", async () => {
    const list = await listOf("/cart\n/p\n/cart/1\nx y", "", ["Googlebot", "GPTBot", "OAI-AdsBot"]);
    const urls = (filter: "all" | "refused" | "differ" | "invalid"): readonly string[] =>
      list.rows({ filter, from: 0, count: 10 }).rows.map(({ url }) => url);
    expect([urls("all"), urls("refused"), urls("differ"), urls("invalid")]).toEqual([
      ["/cart", "/p", "/cart/1"],
      ["/cart", "/p", "/cart/1"],
      ["/p"],
      ["x y"],
    ]);
  });

  it("without the URLs of other hosts, which are counted", async () => {
    const list = await listOf("https://shop.example/cart\nhttps://cdn.example/a\nhttp://shop.example/\nnot a url");
    expect(list.progress()).toMatchObject({
      counts: { all: 1, others: 2, invalid: 1 },
      hosts: [
        { host: "cdn.example", count: 1 },
        { host: "http://shop.example", count: 1 },
      ],
    });
  });

  it.each(["https://ex ample.example/a", "https://:80/a", "a"])("but not %s, which is not a URL", async (text) =>
    expect((await listOf(text, "")).progress().counts).toMatchObject({ all: 0, invalid: 1 }),
  );

  it("again when it starts again, and the first run ends", () => {
    const list = new UrlList();
    const urls = Array<string>(3 * BATCH_URLS).fill("/a");
    list.start({ source, site: "", agents: ["Googlebot"] }, { format: "lines", urls });
    const first = list.batches();
    first.next();
    list.start({ source, site: "", agents: ["Googlebot"] }, undefined);
    expect(first.next().done).toBe(true);
    expect([...list.batches()].at(-1)).toMatchObject({ decided: 3 * BATCH_URLS });
  });

  it("for many crawlers with one number a row", async () => {
    const agents = ["Googlebot", "bingbot", "GPTBot", "ClaudeBot", "CCBot"];
    const [row] = (await listOf("/p", "", agents)).rows({ filter: "all", from: 0, count: 1 }).rows;
    expect(row).toEqual({ url: "/p", cells: [], refusedBy: 1 });
  });
});

it("is saved as CSV that no spreadsheet runs", async () => {
  expect((await listOf("=1+1\n/cart")).csv("invalid")).toBe(
    "url,Googlebot,Googlebot line,GPTBot,GPTBot line\r\n'=1+1,not a URL,,not a URL,\r\n",
  );
});
