/** What can be written at a place: fields, crawlers, signals and sitemaps. */
import { type KnownAgent, knownAgents, purposes } from "../agents/index.ts";
import { checkedRows } from "../agents/rows/own-rows.ts";
import { correctKeys, knownFields, standardFields, writtenName } from "../lint/known-fields.ts";
import type { LineField } from "../lint/lint-file.ts";
import { crawlersIn, isUserAgentLine } from "./crawlers.ts";
import type { EditorDocument } from "./document.ts";
import { fieldHover } from "./hover-field.ts";
import { onLine, type Position, type Range } from "./place.ts";

export interface Completion {
  readonly label: string;
  readonly kind: "field" | "crawler" | "value";
  readonly detail: string;
  /** Replaces `range`. */
  readonly newText: string;
  readonly range: Range;
  /** Orders the list. */
  readonly sortText: string;
}

type Choice = Pick<Completion, "label" | "detail"> & Partial<Pick<Completion, "newText">>;

export function completionsAt(document: EditorDocument, position: Position): readonly Completion[] {
  const line = document.lineText(position.line);
  const before = line.slice(0, position.character);
  if (before.includes("#")) return [];
  if (!before.includes(":")) {
    const indent = line.length - line.trimStart().length;
    return completionsOf(
      "field",
      fieldChoices(),
      onLine(position.line, Math.min(indent, before.length), line.length),
      line,
    );
  }
  const field = document.fieldOn(position.line);
  if (field === undefined) return [];
  const start = before.length - (/[^\s,;]*$/.exec(before)?.[0].length ?? 0);
  const end = position.character + (/^[^\s,;#]*/.exec(line.slice(position.character))?.[0].length ?? 0);
  const kind = isUserAgentLine(field) ? "crawler" : "value";
  return completionsOf(kind, choicesFor(document, field), onLine(position.line, start, end));
}

function choicesFor(document: EditorDocument, field: LineField): readonly Choice[] {
  const key = document.nameOf(field);
  if (isUserAgentLine(field)) return crawlerChoices(document, field);
  if (key === "sitemap") return sitemapChoices(document);
  return Object.hasOwn(knownFields, key) ? (knownFields[key]!.values ?? []).map(plain) : [];
}

const plain = (label: string): Choice => ({ label, detail: "" });

/** A name that is already followed by a colon loses its value otherwise. */
function completionsOf(
  kind: Completion["kind"],
  choices: readonly Choice[],
  range: Range,
  line = "",
): readonly Completion[] {
  const colon = line.indexOf(":", range.start.character);
  const end = kind === "field" ? { ...range.end, character: colon < 0 ? line.length : colon + 1 } : range.end;
  return choices.map(({ label, detail, newText = label }, i) => ({
    label,
    kind,
    detail,
    newText,
    range: { start: range.start, end },
    sortText: String(i).padStart(4, "0"),
  }));
}

const fieldChoices = (): readonly Choice[] =>
  correctKeys.map((key) => {
    const label = writtenName(key);
    const newText = Object.hasOwn(standardFields, key) || Object.hasOwn(knownFields, key) ? `${label}: ` : label;
    return { label, newText, detail: fieldHover(key)?.replaceAll("`", "") ?? "" };
  });

/** Names of the other lines first, then crawlers by purpose, those that are not sent any more last. */
function crawlerChoices(document: EditorDocument, typed: LineField): readonly Choice[] {
  const others = crawlersIn(document).filter((one) => one !== typed);
  const inFile = new Set(others.map(({ value }) => document.spanText(value)));
  const rows: readonly KnownAgent[] = [...checkedRows(document.settings.agents), ...knownAgents];
  const order = Object.keys(purposes);
  const rank = ({ status, purpose }: KnownAgent): number =>
    (status === "active" ? 0 : order.length) + order.indexOf(purpose);
  const known = rows.filter(({ token }) => !inFile.has(token)).toSorted((a, b) => rank(a) - rank(b));
  return [
    ...Array.from(inFile, (label) => ({ label, detail: "in this file" })),
    ...(inFile.has("*") ? [] : [{ label: "*", detail: "all crawlers that no group names" }]),
    ...known.map((row) => ({ label: row.token, detail: detailOf(row) })),
  ];
}

const detailOf = ({ operator, purpose, status }: KnownAgent): string =>
  `${operator}, ${purpose}${status === "active" ? "" : `, ${status}`}`;

/** Where sites keep their sitemaps: on the host of the file, if its URL is known. */
function sitemapChoices({ settings, byDialect }: EditorDocument): readonly Choice[] {
  const { url } = settings;
  const usual = ["sitemap.xml", "sitemap_index.xml"].map((path) =>
    url ? new URL(`/${path}`, url).href : `https://example.com/${path}`,
  );
  const fromFile = byDialect.robots.sitemaps.slice(0, 1).map((one) => new URL("/sitemap.xml", one).href);
  return [...new Set([...fromFile, ...usual])].map(plain);
}
