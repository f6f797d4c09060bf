/** Reads everything that a page states about uses of its content: headers and meta tags, each statement with its source. */

import { checkedList } from "../../base/arguments.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { parseContentUsage, type UsageStatement, type Use } from "../../core/parsing.ts";
import { type Directive, parseRobotsMeta, parseXRobotsTag } from "../meta/index.ts";
import { agentOf, EVERYBODY } from "../meta/internal.ts";

import { tdmReservation } from "./tdm.ts";

/** A meta tag of the page, with decoded character references. */
export interface MetaTag {
  readonly name: string;
  readonly content: string;
}

/** The sources of a page. All are optional. */
export interface PageSources {
  /** The headers of its response: `Headers`, or any object with `get(name)`. */
  readonly headers?: { get(name: string): string | null | undefined };
  /** Its meta tags; only those about robots and text and data mining are read. */
  readonly meta?: readonly MetaTag[];
  /** The product tokens of the crawler. Default: only what is stated for all crawlers. */
  readonly agent?: string | readonly string[];
}

const pageSources: KnownOptions<PageSources> = { headers: 1, meta: 1, agent: 1 };

/** The labels of draft-ietf-aipref-vocab-08. */
const labels: Readonly<Record<string, Use>> = { "train-ai": "train-ai", "ai-use": "ai-input", search: "search" };

/** Directives that refuse training, see docs/meta.md. */
const REFUSING: ReadonlySet<string> = new Set(["noai", "noimageai"]);

/**
 * Returns what the headers and meta tags of a page state about uses of its content: Content-Usage, tdm-reservation, and
 * `noai` and `noimageai` of X-Robots-Tag and robots meta tags. Pass the result to `usageOf` as `statements`. No content of
 * the page makes it throw, and unknown values state nothing.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for sources of the wrong type.
 */
export function pageStatements(sources: PageSources): readonly UsageStatement[] {
  const { headers, meta = [], agent = [] } = checkedOptions("sources", sources, pageSources);
  const agents = new Set([EVERYBODY, ...[agent].flat().map(agentOf)]);
  const tags = checkedList("meta", meta);
  return [
    ...contentUsage(headers?.get("content-usage") ?? ""),
    ...tdm("header", headers?.get("tdm-reservation")),
    ...tdm("meta", tags.find(({ name }) => name.trim().toLowerCase() === "tdm-reservation")?.content),
    ...refusals(parseXRobotsTag(headers).directives, agents),
    ...tags
      .filter(({ name }) => name.trim() !== "" && agents.has(agentOf(name)))
      .flatMap(({ name, content }) => refusals(parseRobotsMeta(content, { name }).directives, agents)),
  ];
}

/** As a header, the dictionary has no path. */
function contentUsage(value: string): UsageStatement[] {
  if (value.trim().startsWith("/")) return [];
  return Object.entries(parseContentUsage(value)?.uses ?? {}).flatMap(([label, allowed]) =>
    Object.hasOwn(labels, label)
      ? { use: labels[label]!, allowed, source: "header", field: "content-usage", value }
      : [],
  );
}

function tdm(source: "header" | "meta", value: string | null | undefined): UsageStatement[] {
  const reservation = tdmReservation(value);
  if (reservation === undefined) return [];
  return [{ use: "train-ai", allowed: !reservation.reserved, source, field: "tdm-reservation", value: value!.trim() }];
}

const refusals = (directives: readonly Directive[], agents: ReadonlySet<string>): UsageStatement[] =>
  directives
    .filter(({ name, agent }) => REFUSING.has(name) && agents.has(agent))
    .map(({ name, source, text }) => ({ use: "train-ai", allowed: false, source, field: name, value: text }));
