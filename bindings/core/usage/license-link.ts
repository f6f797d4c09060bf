/** Licences in Link headers (RSL 1.0, RFC 8288): `<https://…>; rel="license"; type="application/rsl+xml"`, and in `link` elements. Linear. */
import { checkedRecords, textOfUrl } from "../../base/arguments.ts";
import { shownText } from "../../base/errors.ts";
import { fetchableUrl, urlOf } from "../../base/url.ts";
import { headerLines } from "../meta/header-lines.ts";
import type { HeaderSource } from "../meta/index.ts";

/** A licence that a page links to. */
export interface LicenseLink {
  /** Absolute. A relative reference is resolved against the URL of the page. */
  readonly url: string;
}

const RSL_TYPE = "application/rsl+xml";
/** Longer headers are ignored. */
const MAX_LINK_LENGTH = 65_536;

// A parameter of RFC 8288 §3: a token, then perhaps a token or a quoted string.
const PARAMETER = /[ \t]*;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?)?/y;

/**
 * Returns the RSL licences of a page's Link headers: links with the relation `license` and the type `application/rsl+xml`.
 * Each URL once. Only http, https and ftp URLs. No header makes it throw.
 * @param header one value, field lines, `Headers`, or nothing.
 * @param url the URL of the page; without it, relative references are left out.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for a header of the wrong type.
 */
export function licenseLinks(header: HeaderSource, url?: string | URL): readonly LicenseLink[] {
  const text = headerLines(header, "link").join(", ");
  return licencesAmong(linksOf(text.length > MAX_LINK_LENGTH ? "" : text), url);
}

function licencesAmong(links: readonly Link[], url: string | URL | undefined): readonly LicenseLink[] {
  const base = url === undefined ? undefined : urlOf(textOfUrl(url));
  const found = links
    .filter(({ relations, type }) => relations.includes("license") && type === RSL_TYPE)
    .map(({ target }) => fetchableUrl(target, base) ?? "");
  return [...new Set(found)].filter((target) => target !== "").map((target) => ({ url: target }));
}

/** A `link` element of the page, with decoded character references. */
export interface LinkElement {
  readonly rel?: string;
  readonly type?: string;
  readonly href?: string;
}

/**
 * Returns the RSL licences of a page's `link` elements, as licenseLinks does for headers: RSL 1.0 reads both. Each URL once.
 * @param elements the `link` elements of the page, from the caller's HTML parser. No content of them makes it throw.
 * @param url the URL of the page; without it, relative references are left out.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `elements` is an array.
 */
export function licenseElements(elements: readonly LinkElement[], url?: string | URL): readonly LicenseLink[] {
  const links = checkedRecords("elements", elements, []).map(({ rel, type, href }): Link => {
    const [relations, kind, target] = [rel, type, href].map((value) => shownText(value ?? "").trim());
    return { target: target!, relations: relations!.toLowerCase().split(/\s+/), type: kind!.toLowerCase() };
  });
  return licencesAmong(links, url);
}

interface Link {
  readonly target: string;
  readonly relations: readonly string[];
  readonly type: string;
}

/** Stops at the first part that is not a link. */
function linksOf(text: string): Link[] {
  const links: Link[] = [];
  for (let at = 0; at < text.length; ) {
    const start = /[^\s,]/.exec(text.slice(at))?.index;
    const end = text.indexOf(">", at);
    if (start === undefined || text[at + start] !== "<" || end < 0) break;
    const { parameters, next } = parametersAt(text, end + 1);
    const relations = (parameters.get("rel") ?? "").toLowerCase().split(/\s+/);
    links.push({
      target: text.slice(at + start + 1, end),
      relations,
      type: (parameters.get("type") ?? "").toLowerCase(),
    });
    at = next;
  }
  return links;
}

/** The parameters of a link; the first of several with one name counts (RFC 8288 §3.3). */
function parametersAt(text: string, from: number): { readonly parameters: Map<string, string>; readonly next: number } {
  const parameters = new Map<string, string>();
  let next = from;
  PARAMETER.lastIndex = next;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    next = PARAMETER.lastIndex;
    const [, name, quoted, plain = ""] = match;
    const key = name?.toLowerCase();
    if (key !== undefined && !parameters.has(key)) parameters.set(key, quoted?.replaceAll(/\\(.)/g, "$1") ?? plain);
  }
  return { parameters, next };
}
