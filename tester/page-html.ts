/** The resources and robots tags of a page's HTML. The document is parsed and not shown: nothing of it loads or runs. */
import type { Resource } from "./protocol.ts";

export interface PageTags {
  readonly resources: readonly Omit<Resource, "verdict">[];
  /** Robots meta tags: the crawler that they name, and what they say. */
  readonly metas: readonly { readonly name: string; readonly content: string }[];
}

/** Addresses that are read: a page of 2 MiB can have 700,000, also of one resource. */
const MAX_ADDRESSES = 2000;
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
  const found: Found = new Map();
  for (const [selector, attribute, kind] of KINDS)
    for (const element of document.querySelectorAll(selector)) add(found, element.getAttribute(attribute)!, base, kind);
  for (const element of document.querySelectorAll("img[srcset], source[srcset]"))
    for (const one of element.getAttribute("srcset")!.split(/,\s+/))
      add(found, one.trim().split(/\s+/)[0]!, base, "image");
  // An image of the page may be that of its preview too.
  const previews: Found = new Map();
  for (const meta of document.querySelectorAll(PREVIEW)) add(previews, meta.getAttribute("content")!, base, "preview");
  const metas = [...document.querySelectorAll("meta[name][content]")]
    .map((meta) => ({ name: meta.getAttribute("name")!.trim(), content: meta.getAttribute("content")! }))
    .filter(({ name }) => META_NAMES.test(name));
  return { resources: [{ url, kind: "page" }, ...resourcesIn(found), ...resourcesIn(previews)], metas };
}

/** By address, as the page has it. */
type Found = Map<string, { readonly url: string | undefined; readonly kind: Resource["kind"] }>;

function add(found: Found, address: string, base: string, kind: Resource["kind"]): void {
  if (found.size < MAX_ADDRESSES && !found.has(address)) found.set(address, { url: absolute(address, base), kind });
}

/** The first of each URL. */
function resourcesIn(found: Found): Iterable<Omit<Resource, "verdict">> {
  const byUrl = new Map<string, Omit<Resource, "verdict">>();
  for (const { url = "", kind } of found.values())
    if (/^https?:/.test(url) && !byUrl.has(url)) byUrl.set(url, { url, kind });
  return byUrl.values();
}

function absolute(address: string, base: string): string | undefined {
  if (address.length + base.length > MAX_URL_CHARACTERS) return undefined;
  try {
    return new URL(address, base).href;
  } catch {
    return undefined;
  }
}
