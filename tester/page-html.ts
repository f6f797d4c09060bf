/** The resources and robots tags of a page's HTML. The document is parsed and not shown: nothing of it loads or runs. */
import type { Resource } from "./protocol.ts";

export interface PageTags {
  readonly resources: readonly Omit<Resource, "verdict">[];
  /** Robots meta tags: the crawler that they name, and what they say. */
  readonly metas: readonly { readonly name: string; readonly content: string }[];
}

/** Resources that are checked. */
const MAX_RESOURCES = 2000;
/** Servers refuse longer addresses. A long base would be parsed again for each resource. */
const MAX_URL_CHARACTERS = 8192;

const KINDS: readonly (readonly [selector: string, attribute: string, kind: Resource["kind"]])[] = [
  ["script[src]", "src", "script"],
  ["link[rel~=stylesheet][href]", "href", "style"],
  ["link[rel~=modulepreload][href]", "href", "script"],
  ["link[rel~=preload][as=font][href]", "href", "font"],
  ["link[rel~=preload][href]", "href", "other"],
  ["img[src], input[type=image][src]", "src", "image"],
  ["iframe[src], frame[src]", "src", "frame"],
];

/** The images of a link preview: Open Graph's, and X's. */
const PREVIEW = ["og:image", "og:image:url", "og:image:secure_url", "twitter:image"]
  .map((name) => `meta[property="${name}" i][content], meta[name="${name}" i][content]`)
  .join();

/** Crawlers whose meta tags search engines read. */
const META_NAMES = /^(?:robots|google|googlebot(?:-\w+)?|bingbot|msnbot|yandex|baiduspider|slurp|otherbot)$/i;

/** @param url the address of the page: relative addresses are resolved against it */
export function readPage(html: string, url: string): PageTags {
  const document = new DOMParser().parseFromString(html, "text/html");
  const base = absolute(document.querySelector("base[href]")?.getAttribute("href") ?? "", url) ?? url;
  const found = new Map<string, Omit<Resource, "verdict">>();
  for (const [selector, attribute, kind] of KINDS)
    for (const element of document.querySelectorAll(selector)) add(found, element.getAttribute(attribute)!, base, kind);
  for (const element of document.querySelectorAll("img[srcset], source[srcset]"))
    for (const one of element.getAttribute("srcset")!.split(/,\s+/))
      add(found, one.trim().split(/\s+/)[0]!, base, "image");
  // An image of the page may be that of its preview too.
  const previews = new Map<string, Omit<Resource, "verdict">>();
  for (const meta of document.querySelectorAll(PREVIEW)) add(previews, meta.getAttribute("content")!, base, "preview");
  const metas = [...document.querySelectorAll("meta[name][content]")]
    .map((meta) => ({ name: meta.getAttribute("name")!.trim(), content: meta.getAttribute("content")! }))
    .filter(({ name }) => META_NAMES.test(name));
  return { resources: [{ url, kind: "page" }, ...found.values(), ...previews.values()], metas };
}

function add(
  found: Map<string, Omit<Resource, "verdict">>,
  address: string,
  base: string,
  kind: Resource["kind"],
): void {
  const url = absolute(address, base);
  if (url === undefined || !/^https?:/.test(url) || found.has(url) || found.size >= MAX_RESOURCES) return;
  found.set(url, { url, kind });
}

function absolute(address: string, base: string): string | undefined {
  if (address.length + base.length > MAX_URL_CHARACTERS) return undefined;
  try {
    return new URL(address, base).href;
  } catch {
    return undefined;
  }
}
