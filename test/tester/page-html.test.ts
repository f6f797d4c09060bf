/** The resources of a page are a stranger's: reading them has a limit, however many there are and however long. */
import { afterEach, expect, it, vi } from "vitest";
import { readPage } from "../../tester/page-html.ts";

afterEach(() => vi.unstubAllGlobals());

interface Page {
  readonly base?: string;
  readonly images?: readonly string[];
  readonly srcset?: string;
}

const element = (attributes: Readonly<Record<string, string>>) => ({
  getAttribute: (name: string) => attributes[name],
});

/** What the browser finds in a page. Its parser is not ours, and Node.js has none. */
const documentOf = ({ base, images = [], srcset }: Page) => ({
  querySelector: () => (base === undefined ? null : element({ href: base })),
  querySelectorAll: (selector: string) => {
    if (selector.startsWith("img[src],")) return images.map((src) => element({ src }));
    return selector.startsWith("img[srcset]") && srcset !== undefined ? [element({ srcset })] : [];
  },
});

/** The URLs of the resources, and how often an address was resolved. */
function read(page: Page): { urls: string[]; resolved: number } {
  let resolved = 0;
  class CountedUrl extends URL {
    constructor(url: string | URL, base?: string | URL) {
      super(url, base);
      resolved++;
    }
  }
  vi.stubGlobal("URL", CountedUrl);
  vi.stubGlobal(
    "DOMParser",
    class {
      parseFromString = () => documentOf(page);
    },
  );
  const { resources } = readPage("", "https://shop.example/");
  return { urls: resources.map(({ url }) => url), resolved };
}

const LONG = `https://shop.example/${"b".repeat(8000)}/`;

it.each([
  ["one address, 100,000 times", { images: Array(100_000).fill("a.png") }, 2],
  ["100,000 addresses", { images: Array.from({ length: 100_000 }, (_, i) => `${i}.png`) }, 2001],
  ["90 spellings of one URL", { images: Array.from({ length: 90 }, (_, i) => `${"./".repeat(i)}a.png`) }, 2],
  ["a list of 100,000 images", { srcset: Array(100_000).fill("a.png 1x").join(", ") }, 2],
  ["100,000 addresses that are not URLs", { images: Array.from({ length: 100_000 }, (_, i) => `https://${i}:x/`) }, 1],
] as [string, Page, number][])("%s are at most 2,000 to resolve", (_, page, count) => {
  const { urls, resolved } = read({ ...page, base: LONG });
  expect(resolved).toBeLessThanOrEqual(2001);
  expect(urls.length).toBe(count);
});

it("an address with a base of more than 8 KiB is left out", () =>
  expect(
    read({ base: `https://shop.example/${"b".repeat(100_000)}/`, images: ["a.png", "https://cdn.example/b.png"] }),
  ).toEqual({
    urls: ["https://shop.example/", "https://shop.example/a.png", "https://cdn.example/b.png"],
    resolved: 2,
  }));

it("each URL once, by its first kind, and http and https alone", () =>
  expect(read({ images: ["a.png", "./a.png", "data:,x", "/b.png"], srcset: "b.png 1x, c.png 2x" }).urls).toEqual(
    ["", "a.png", "b.png", "c.png"].map((path) => `https://shop.example/${path}`),
  ));
