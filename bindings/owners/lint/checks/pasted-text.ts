/**
 * What people paste into a pattern: character references and tags of a page, and placeholders of a route, such as `/:id` and
 * `/{slug}`. Crawlers compare them as they are written. Linear in the pattern.
 */
import { shorten } from "../../../base/shorten.ts";
import type { AddFinding } from "../findings.ts";
import { everything } from "../group-facts.ts";
import type { LintFile, Span } from "../lint-file.ts";

/** Tags of a page from which the rule was copied. Others are placeholders, such as `<folder>`. */
const tag = /(?:<!--|-->|<\/?(?:a|b|br|code|div|em|i|li|p|pre|span|strong|ul)\b[^<>]{0,100}>)/i;
const everyTag = new RegExp(tag, "gi");
/** A path between tags. A closing tag before it ends an empty value, which means the opposite, and a tag inside may separate two paths. */
const betweenTags = new RegExp(`^(?:(?!</|<!|-->)${tag.source}\\s*)*([^<>\\s]+)(?:\\s*${tag.source})*$`, "i");

const entities: Readonly<Record<string, string>> = { amp: "&", apos: "'", gt: "%3E", lt: "%3C", quot: "%22" };
const entity = /&(?:amp|apos|gt|lt|quot|nbsp|[lr][sd]quo|[mn]dash|hellip);/gi;

/** A whole folder or file name: `:id` (Express), `{slug}` (OpenAPI), `{{ slug }}` (Jinja), `${slug}`, `<int:id>` (Flask), `[...slug]` (Next.js). */
const placeholder =
  /(?:^|\/)(\$?\{\{?[^{}/]{1,50}\}\}?|<[^<>/]{1,50}>|\[\[?(?:\.{3})?[A-Za-z_][\w-]{0,50}\]\]?|:[a-z]\w{0,50})(?=$|[/*?&.$])/;

/** Whether a part of the pattern is not what its author wants to match. */
export const isPasted = (text: string): boolean => /[<{[:]/.test(text) && (tag.test(text) || placeholder.test(text));

export function checkPasted(text: string, source: LintFile, value: Span, report: AddFinding): void {
  if (!/[<&{[:]/.test(text)) return;
  const isTagged = tag.test(text);
  const [, name] = placeholder.exec(text.replaceAll(everyTag, "")) ?? [];
  if (name !== undefined)
    report("placeholder-in-pattern", value, { message: `crawlers compare ${shorten(name)} as it is written` });
  if (!isTagged && text.search(entity) < 0) return;
  const path = decoded(isTagged ? (betweenTags.exec(text)?.[1] ?? "") : text);
  const isClear = /^[/*]/.test(path) && path.search(entity) < 0 && !everything(source).test(path);
  const message = `the pattern contains an HTML ${isTagged ? "tag" : "character reference"}`;
  report("html-entity", value, { message, ...(isClear && { replacement: path }) });
}

const decoded = (text: string): string =>
  text.replaceAll(entity, (written) => entities[written.slice(1, -1).toLowerCase()] ?? written);
