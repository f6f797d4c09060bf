/**
 * Templates of a robots.txt. Their tags are masked by text of equal length, so that places stay. Linear in the file. What the tags write
 * is unknown, so findings about masked places are dropped, and nothing is offered as a fix.
 */

import { isNameIn } from "../../base/arguments.ts";
import { bytesOfText, textOfBytes } from "../../base/byte-text.ts";
import { CR, HASH, LF, SPACE } from "../../base/characters.ts";
import { wrongValue } from "../../base/errors.ts";
import { concat } from "../../base/little-endian.ts";
import { bytesOf } from "../../base/utf8.ts";
import type { FindingCode } from "./codes.ts";
import type { Span } from "./lint-file.ts";

/** The language of a template's tags. */
export type TemplateName = "liquid" | "jinja" | "ejs" | "erb" | "php" | "go";

interface Template {
  /** How tags open, and how each of them closes. */
  readonly tags: Readonly<Record<string, string>>;
  /** How the names of such files end. */
  readonly endings: readonly string[];
  /** Tags whose content is not written, with the tag that ends it. */
  readonly silent?: Readonly<Record<string, string>>;
  /** Whether a tag may stay open at the end of the file. */
  readonly mayStayOpen?: boolean;
}

export const templates: Readonly<Record<TemplateName, Template>> = {
  liquid: { tags: { "{{": "}}", "{%": "%}" }, endings: ["liquid"], silent: { comment: "endcomment" } },
  jinja: { tags: { "{{": "}}", "{%": "%}", "{#": "#}" }, endings: ["j2", "jinja", "jinja2"] },
  ejs: { tags: { "<%": "%>" }, endings: ["ejs"] },
  erb: { tags: { "<%": "%>" }, endings: ["erb"] },
  php: { tags: { "<?": "?>" }, endings: ["php"], mayStayOpen: true },
  go: { tags: { "{{": "}}" }, endings: ["gotmpl", "tmpl"] },
};

/** The front matter of a site generator: between two lines of three dashes (Jekyll, Hugo) or pluses (Hugo, Zola), at the start. */
const FRONT_MATTER = /^(?:\uFEFF|\xEF\xBB\xBF)?(---|\+\+\+)[ \t]*\r?\n(?:[^\n]*\n){0,100}?\1[ \t]*(?=\r?\n|$)/;

/** Actions of Hugo's templates, which end in `.txt` alone. */
const GO_ACTION = /\{\{-?[ \t]*(?:\.|\$|\/\*|(?:range|with|if|end|else|define|template|partial|block)\b)/;

/** The template that the text of a robots.txt is, by its front matter or its tags; undefined for other files. */
export function templateOfText(text: string): TemplateName | undefined {
  if (FRONT_MATTER.test(text) || text.includes("{%")) return "liquid";
  return GO_ACTION.test(text) ? "go" : undefined;
}

/** @throws RangeError (ERR_INVALID_ARG_VALUE) for another name */
export function checkedTemplate(name: TemplateName | undefined): Template | undefined {
  if (name === undefined) return undefined;
  if (isNameIn(templates, name)) return templates[name];
  throw wrongValue("template", `one of ${Object.keys(templates).join(", ")}`, name);
}

/** The template that the name of a file says, such as liquid for `robots.txt.liquid`; undefined for other names. */
export function templateOfName(fileName: string): TemplateName | undefined {
  const ending = /\.txt\.(\w+)$/i.exec(fileName)?.[1]?.toLowerCase();
  const names = Object.keys(templates) as TemplateName[];
  return names.find((name) => templates[name].endings.includes(ending ?? ""));
}

interface MaskedFile {
  /** UTF-8. Lines and columns are those of the file; offsets may differ. */
  readonly bytes: Uint8Array;
  /** Whether a finding at this place is about what is written in the file. */
  readonly tells: (code: FindingCode, span: Span) => boolean;
}

const LETTER = 120;

export function masked(body: string | Uint8Array, template: Template): MaskedFile {
  const content = withoutFrontMatter(bytesOf(body));
  const { bytes, isTag } = withoutTags(content, tagsIn(textOfBytes(content), template));
  const hasWrittenLines = blankTagLines(bytes, isTag);
  const tells = (code: FindingCode, { start, end }: Span): boolean =>
    !(hasWrittenLines && needsOtherLines.has(code)) && !isTag.subarray(start, Math.max(end, start + 1)).includes(1);
  return { bytes, tells };
}

/** Comments in place of the front matter, which writes nothing. */
function withoutFrontMatter(bytes: Uint8Array): Uint8Array {
  const [front] = FRONT_MATTER.exec(textOfBytes(bytes)) ?? [];
  if (front === undefined) return bytes;
  const text = front.replaceAll(/[^\r\n]+/g, (line) => "#".repeat(line.length));
  return concat([bytesOfText(text), bytes.subarray(front.length)]);
}

/** Findings that depend on other lines. A tag that stands alone may write any line. */
const needsOtherLines: ReadonlySet<FindingCode> = new Set([
  ...([
    "rule-outside-group",
    "group-without-rules",
    "joined-groups",
    "only-allows",
    "repeated-agent",
    "several-star-groups",
  ] as const),
  ...([
    "blank-line-in-group",
    "star-rules-lost",
    "star-signal-lost",
    "everyone-refused",
    "everything-refused",
  ] as const),
  ...(["order-dependent", "repeated-rule", "shadowed-rule", "overruled-for-agent", "redundant-rule"] as const),
  ...(["unreachable-rule", "rendering-blocked", "repeated-field", "usage-between-agents"] as const),
  ...(["usage-outside-group", "conflicting-signals", "signal-on-refused", "several-sitemaps"] as const),
]);

/** Where tags stand, as [start, end) in order. A closing that is searched in vain is not searched again. */
function tagsIn(text: string, { tags, silent = {}, mayStayOpen = false }: Template): [number, number][] {
  const opening = new RegExp(Object.keys(tags).map(escaped).join("|"), "g");
  const unclosed = new Set<string>();
  const found: [number, number][] = [];
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const [open] = match;
    if (unclosed.has(open)) continue;
    const close = tags[open]!;
    const at = text.indexOf(close, match.index + open.length);
    if (at < 0 && !mayStayOpen) unclosed.add(open);
    if (at < 0 && !mayStayOpen) continue;
    const end = at < 0 ? text.length : at + close.length;
    const word = /^[-\s]*(\w+)[-\s]*$/.exec(
      text.slice(match.index + open.length, Math.min(end, match.index + 100) - close.length),
    )?.[1];
    const last = word !== undefined && Object.hasOwn(silent, word) ? text.indexOf(silent[word]!, end) : -1;
    const lastEnd = last < 0 ? -1 : text.indexOf(close, last);
    opening.lastIndex = lastEnd < 0 ? end : lastEnd + close.length;
    found.push([match.index, opening.lastIndex]);
  }
  return found;
}

const escaped = (text: string): string => text.replaceAll(/[{}?%#]/g, "\\$&");

const isLineEnd = (byte: number): boolean => byte === LF || byte === CR;

/** The UTF-16 code units that a byte of UTF-8 begins. */
const unitsOf = (byte: number): number => (byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xf0 ? 1 : 2);

/** Letters in place of tags: one for each UTF-16 code unit, so that columns stay. */
function withoutTags(bytes: Uint8Array, tags: readonly (readonly [number, number])[]) {
  const text = new Uint8Array(bytes.length);
  const isTag = new Uint8Array(bytes.length);
  let [at, to] = [0, 0];
  for (const [start, end] of [...tags, [bytes.length, bytes.length] as const]) {
    text.set(bytes.subarray(at, start), to);
    to += start - at;
    for (at = start; at < end; at++) {
      const byte = bytes[at]!;
      const units = unitsOf(byte);
      text.fill(isLineEnd(byte) ? byte : LETTER, to, to + units);
      isTag.fill(Number(!isLineEnd(byte)), to, to + units);
      to += units;
    }
  }
  return { bytes: text.subarray(0, to), isTag: isTag.subarray(0, to) };
}

/** Makes comments of lines that have tags alone: they are lines of the template. Returns whether there are any. */
function blankTagLines(bytes: Uint8Array, isTag: Uint8Array): boolean {
  let hasAny = false;
  for (let start = 0; start < bytes.length; ) {
    let [end, tagged, others] = [start, false, false];
    for (; end < bytes.length && bytes[end] !== LF && bytes[end] !== CR; end++) {
      if (isTag[end] === 1) tagged = true;
      else if (bytes[end] !== SPACE && bytes[end] !== 9) others = true;
    }
    if (tagged && !others) {
      bytes.fill(SPACE, start, end);
      bytes[start] = HASH;
      hasAny = true;
    }
    start = end + 1;
  }
  return hasAny;
}
