/** The site's pages: the navigation has all of them, each has a description, and the landing page's numbers are found. */
import { describe, expect, it } from "vitest";
import { facts } from "../../docs/.vitepress/build/facts.mts";
import { descriptionOf, socialTags, withPolicy } from "../../docs/.vitepress/build/head.mts";
import { bodyOf, missingPages, sectionsOfSite, sourceOf, unnamedPages } from "../../docs/.vitepress/build/pages.mts";

const pages = sectionsOfSite().flatMap(({ items }) => items);

describe("the navigation", () => {
  it("names every page of docs/", () => expect(unnamedPages()).toEqual([]));
  it("names no page that docs/ does not have", () => expect(missingPages()).toEqual([]));
  it("names each page once", () => {
    const paths = pages.map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });
  it("has a text of its own for each page of a section", () => {
    for (const { items } of sectionsOfSite()) expect(new Set(items.map(({ text }) => text)).size).toBe(items.length);
  });
});

describe("a page's description", () => {
  it.each([
    ["the first paragraph, as text", "# Title\n\nA `word` and a [link](x.md).\n\nMore.\n", "A word and a link."],
    ["not a table, a list or code", "# Title\n\n| a |\n|---|\n\n```ts\ncode\n```\n\nText.\n", "Text."],
    ["whole sentences", `# Title\n\n${"A sentence. ".repeat(20)}\n`, "A sentence. ".repeat(13).trim()],
  ])("is %s", (_, body, description) => expect(descriptionOf(body)).toBe(description));

  it("exists on every page, in at most 160 characters", () => {
    for (const { path } of pages) {
      const source = sourceOf(path);
      const description = /^description: (.*)$/m.exec(source)?.[1] ?? descriptionOf(bodyOf(source));
      expect(description, path).toMatch(/^.{20,160}$/);
    }
  });
});

it("every column of a table has a name, for who hears the page", () => {
  const nameless = /^\|(?:[^\n]*\|)?[ \t]*\|[^\n]*\n\|[-:| ]+\|$/m;
  for (const { path } of pages) expect(bodyOf(sourceOf(path)), path).not.toMatch(nameless);
});

describe("the card that a chat shows", () => {
  const context = {
    title: "Client",
    description: "Fetch.",
    pageData: { relativePath: "guide/cloudflare.md", isNotFound: false },
  } as Parameters<typeof socialTags>[0];
  const textOf = (address: string | undefined): string => JSON.stringify(socialTags(context, address));

  it("has absolute addresses if the site's address is known", () => {
    const tags = textOf("https://robots.example/docs/");
    expect(tags).toContain('"canonical","href":"https://robots.example/docs/guide/cloudflare"');
    expect(tags).toContain('"og:image","content":"https://robots.example/docs/social-card.png"');
  });
  it("has no address and no picture otherwise", () =>
    expect(textOf(undefined)).not.toMatch(/og:(?:url|image)|canonical/));
});

it("the policy permits the scripts of the page by their hashes, and no others", () => {
  const html = withPolicy('<meta charset="utf-8"><script>one()</script><script src="a.js"></script>');
  // printf 'one()' | openssl dgst -sha256 -binary | base64
  expect(html).toContain(
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='; style-src 'self';",
  );
  expect(html).not.toContain("'unsafe-inline'");
});

it("the landing page's numbers are in their records", () => {
  const { agreement, speed, runtimes, compared, crawlers } = facts();
  expect(agreement.agreed).toBe(agreement.total);
  expect(speed.most.rules).toBeGreaterThan(100 * speed.fewest.rules);
  expect(runtimes.count).toBeGreaterThan(5);
  expect(runtimes.names).toMatch(/Node .*Deno/);
  expect(compared.names).toContain("robots-wasm");
  expect(compared.rows.flatMap(({ cells }) => cells.filter(({ isBest }) => isBest)).length).toBeGreaterThan(3);
  const links = compared.rows.flatMap(({ link, cells }) => [link, ...cells.map((cell) => cell.link)]);
  expect(links.filter((link) => link !== undefined).length).toBeGreaterThan(1);
  for (const { text } of compared.rows.flatMap(({ cells }) => cells)) expect(text).not.toMatch(/[[\]*`]|\(\)/);
  expect(crawlers).toBeGreaterThan(200);
});
