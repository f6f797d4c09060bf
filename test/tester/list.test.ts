/** Many URLs: how a list is read, decided in batches, and served to the page. */
import { describe, expect, it } from "vitest";
import { readUrls } from "../../tester/work/list-text.ts";
import { BATCH_URLS, UrlList } from "../../tester/work/url-list.ts";

const source = { kind: "file", text: "User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n" } as const;

function listOf(text: string, site = "shop.example", agents = ["Googlebot", "GPTBot"]): UrlList {
  const list = new UrlList();
  list.start({ source, site, agents, text });
  for (const _ of list.batches());
  return list;
}

describe("a list is read", () => {
  it.each([
    ["as lines", "/a\r\n\n  /b  \nhttps://h.example/c\n", "lines", ["/a", "/b", "https://h.example/c"]],
    ["as CSV by its heading", 'name,URL\n"a, b",/x\n', "csv", ["/x"]],
    ["as CSV without one", '"https://h.example/a,b",200\n', "csv", ["https://h.example/a,b"]],
    ["as lines if an address holds a comma", "https://h.example/a,b\n", "lines", ["https://h.example/a,b"]],
    [
      "as a sitemap",
      '<?xml version="1.0"?>\n<urlset><url><loc> https://h.example/?a=1&amp;b=2 </loc></url></urlset>',
      "sitemap",
      ["https://h.example/?a=1&b=2"],
    ],
    ["as an index", "<sitemapindex><sitemap><loc>/s.xml</loc></sitemap></sitemapindex>", "sitemap index", ["/s.xml"]],
  ])("%s", (_, text, format, urls) => expect(readUrls(text)).toEqual({ format, urls }));
});

describe("a list is decided", () => {
  it("in batches", () => {
    const urls = Array.from({ length: 2 * BATCH_URLS + 1 }, (_, i) => `/${i}`).join("\n");
    expect(listOf(urls).progress()).toMatchObject({ batches: 3, decided: 2 * BATCH_URLS + 1 });
  });

  it("with a line for each crawler", () => {
    const { rows } = listOf("/cart\n/p").rows({ filter: "all", from: 0, count: 10 });
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

  it("without the URLs of other hosts, which are counted", () => {
    const list = listOf("https://shop.example/cart\nhttps://cdn.example/a\nhttp://shop.example/\nnot a url");
    expect(list.progress()).toMatchObject({
      counts: { all: 1, others: 2, invalid: 1 },
      hosts: [
        { host: "cdn.example", count: 1 },
        { host: "http://shop.example", count: 1 },
      ],
    });
  });

  it("again when it starts again, and the first run ends", () => {
    const list = new UrlList();
    list.start({
      source,
      site: "",
      agents: ["Googlebot"],
      text: Array(3 * BATCH_URLS)
        .fill("/a")
        .join("\n"),
    });
    const first = list.batches();
    first.next();
    list.start({ source, site: "", agents: ["Googlebot"] });
    expect(first.next().done).toBe(true);
    expect([...list.batches()].at(-1)).toMatchObject({ decided: 3 * BATCH_URLS });
  });

  it("for many crawlers with one number a row", () => {
    const agents = ["Googlebot", "bingbot", "GPTBot", "ClaudeBot", "CCBot"];
    const [row] = listOf("/p", "", agents).rows({ filter: "all", from: 0, count: 1 }).rows;
    expect(row).toEqual({ url: "/p", cells: [], refusedBy: 1 });
  });
});

it("is saved as CSV that no spreadsheet runs", () => {
  expect(listOf("=1+1\n/cart").csv("invalid")).toBe(
    "url,Googlebot,Googlebot line,GPTBot,GPTBot line\r\n'=1+1,not a URL,,not a URL,\r\n",
  );
});
