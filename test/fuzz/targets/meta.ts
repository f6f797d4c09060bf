/**
 * Robots meta tags and X-Robots-Tag: nothing throws, everything is bounded, lists without dates read as a naive reader reads
 * them, field lines add up, and more directives never allow more.
 */
import { type Directive, parseRobotsMeta, parseXRobotsTag, resolveRobots } from "../../../bindings/core/meta/index.ts";
import { looseText } from "../input.ts";
import { headerSeeds } from "../seeds.ts";
import { expectSame, expectTrue, type Target } from "../target.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const flags =
  "all index follow archive snippet noindex nofollow none nosnippet notranslate noimageindex indexifembedded noarchive nocache nositelinkssearchbox noodp noydir".split(
    " ",
  );
const MAX_NAIVE = 900;

const worded = ({ name, value }: Directive): string => (value === undefined ? name : `${name}=${String(value)}`);

/** A list without dates: split at commas, then at the first colon. Undefined for one that needs more than that. */
function naive(content: string): string[] | undefined {
  if (/unavailable_after/i.test(content.normalize("NFKC"))) return undefined;
  const items = content.split(",").map((item) => /^([^:]*)(?::(.*))?$/s.exec(item)!);
  const said = items.flatMap(([, key, rest]) => {
    const name = key!.trim().toLowerCase();
    const value = (rest ?? "").trim().toLowerCase();
    if (flags.includes(name)) return [name];
    if (name === "max-image-preview" && /^(none|standard|large)$/.test(value)) return [`${name}=${value}`];
    if (/^max-(snippet|video-preview)$/.test(name) && /^(-1|\d{1,15})$/.test(value))
      return [`${name}=${Number(value)}`];
    return [];
  });
  return said.length > MAX_NAIVE ? undefined : [...new Set(said)];
}

function checkBounds(where: string, { directives, warnings }: ReturnType<typeof parseRobotsMeta>): void {
  const texts = [...directives, ...warnings].map(({ text }) => text.length);
  const isBounded = directives.length <= 1000 && warnings.length <= 101 && texts.every((length) => length <= 100);
  expectTrue(`${where}, bounds`, isBounded, [directives.length, warnings.length, Math.max(0, ...texts)]);
  for (const { value } of directives) if (value instanceof Date) checkDate(`${where}, date`, value);
}

/** A date that was read is read the same from the ways in which HTTP and ISO 8601 write it. */
function checkDate(where: string, date: Date): void {
  expectTrue(where, Number.isFinite(date.getTime()), date);
  if (date.getUTCFullYear() < 1000 || date.getUTCFullYear() > 9999) return;
  for (const written of [date.toUTCString(), date.toISOString()]) {
    const [again] = parseRobotsMeta(`unavailable_after: ${written}`, { now: NOW_MS }).directives;
    const seconds = [date, again?.value].map((one) => Math.floor(Number(one) / 1000));
    expectSame(`${where}, written`, seconds[0], seconds[1]);
  }
}

/** More directives never allow more, and a page that has expired is not indexed. */
function checkPolicy(fewer: readonly Directive[], more: readonly Directive[], agent: string): void {
  const options = { agent: agent.trim() === "" ? "x" : agent, now: NOW_MS };
  const [before, after] = [resolveRobots(fewer, options), resolveRobots([...fewer, ...more], options)];
  const grants = ["index", "follow", "snippet", "archive", "translate", "imageIndex", "sitelinksSearchBox"] as const;
  for (const grant of grants) expectTrue(`${grant} after more`, before[grant] || !after[grant], after.reasons);
  const limits = ["maxSnippet", "maxVideoPreview"] as const;
  for (const limit of limits)
    expectTrue(`${limit} after more`, before[limit] === undefined || after[limit]! <= before[limit], after.reasons);
  expectTrue("expired", !after.expired || !after.index, after);
  const again = resolveRobots([...more, ...fewer].reverse(), options);
  for (const grant of [...grants, ...limits, "indexIfEmbedded"] as const)
    expectSame(`${grant} in another order`, after[grant], again[grant]);
}

export const metaTarget: Target = {
  name: "meta",
  kinds: ["header", "agent", "header"],
  seeds: () => headerSeeds,
  check: ([content, agent, ...headers]) => {
    const [text, token] = [looseText(content!), looseText(agent!)];
    const meta = parseRobotsMeta(text, { now: NOW_MS });
    checkBounds("meta", meta);
    const wanted = naive(text);
    if (wanted !== undefined) expectSame("meta, naive", wanted, meta.directives.map(worded));
    const lines = headers.map(looseText);
    const apart = lines.map((line) => parseXRobotsTag(line, { now: NOW_MS }));
    const together = parseXRobotsTag(lines, { now: NOW_MS });
    for (const one of [...apart, together, parseXRobotsTag(lines.join(", "), { now: NOW_MS })])
      checkBounds("header", one);
    checkBounds("strict", parseXRobotsTag(lines, { strict: true, now: NOW_MS }));
    const scoped = (one: Directive): string => `${one.agent} ${worded(one)}`;
    const sum = new Set(apart.flatMap(({ directives }) => directives.map(scoped)));
    if (sum.size < MAX_NAIVE) expectSame("header, field lines", [...sum], together.directives.map(scoped));
    checkPolicy(meta.directives, together.directives, token);
    const codes = [...meta.warnings, ...together.warnings].map(({ code }) => code);
    return { cases: 1 + headers.length, features: [...codes, ...meta.directives.map(({ name }) => name)] };
  },
};
