/** The part of a site that a crawler may fetch, in words: the home page first, then what matches the most, then how many rules. */

import { enumerated, formatNumber, pluralise } from "../bindings/owners/editor/wording.ts";
import type { Reach } from "./protocol.ts";

export const short = (pattern: string): string => (pattern.length > 40 ? `${pattern.slice(0, 39)}…` : pattern);

/** "34 rules"; where the search for exceptions was ended, a number that is surely exceeded, the same for all readings. */
export function countText({ count, mayHaveMore }: Reach): string {
  if (!mayHaveMore) return pluralise(count, "rule");
  return count < 100 ? "many rules" : `more than ${formatNumber(count - (count % 100))} rules`;
}

export const sameReach = (a: Reach, b: Reach): boolean =>
  a.base === b.base &&
  a.hasHome === b.hasHome &&
  countText(a) === countText(b) &&
  (a.mayHaveMore || a.except.join("\n") === b.except.join("\n"));

/** What a pattern covers: "everything that begins with /p", where no exception of it is known. */
function coverText(pattern: string, { back }: Reach): string {
  const prefix = pattern.replace(/\*+$/, "");
  if (prefix.includes("*")) return short(pattern);
  if (prefix.endsWith("$")) return `the address ${short(prefix.slice(0, -1))}`;
  const isWhole = !back.some((one) => one.includes("*") || one.startsWith(prefix));
  return `${isWhole ? "everything" : "most of what"} ${isWhole ? "that begins" : "begins"} with ${short(prefix)}`;
}

const HOME = "your home page";

/** The exceptions to what holds for the rest. */
export function exceptionText(reach: Reach): string {
  const { except, count, hasHome, mayHaveMore } = reach;
  const [first = "", second] = hasHome ? except.slice(1) : except;
  const others = { ...reach, count: count - (hasHome ? 1 : 0) };
  if (others.count === 0 && !mayHaveMore) return HOME;
  const rest =
    others.count === 1 && !mayHaveMore
      ? `${/^\S*\*\S*$/.test(coverText(first, reach)) ? "addresses that match " : ""}${coverText(first, reach)}`
      : `addresses that match ${countText(others)}${second === undefined && first === "" ? "" : `, such as ${coverText(first, reach)}`}`;
  return hasHome ? `${HOME} and ${rest}` : rest;
}

/** "may crawl your site, except addresses that match 34 rules, such as everything that begins with /p" */
export function reachText(reach: Reach): string {
  const { base, count, mayHaveMore } = reach;
  if (base && count === 0)
    return mayHaveMore ? "may crawl your site, perhaps not all of it" : "may crawl your whole site";
  if (base) return `may crawl your site, except ${exceptionText(reach)}`;
  if (count === 0) return mayHaveMore ? "may fetch nothing, or little" : "may fetch nothing";
  return `may fetch only ${exceptionText(reach).replace(/^everything that/, "what")}`;
}

const SHOWN = 3;

/** "/cart and /search are refused. /cart/help is allowed." */
export function reachDetail({ base, except, count, back, mayHaveMore }: Reach): string {
  if (count === 0 && mayHaveMore) return "The file has too many patterns to say more.";
  if (count === 0) return base ? "Nothing is refused." : "Every path is refused.";
  const first = named(except, count, base ? "refused" : "allowed", mayHaveMore);
  return back.length === 0 ? first : `${first} ${named(back, back.length, base ? "allowed" : "refused", false)}`;
}

function named(patterns: readonly string[], count: number, verdict: string, hasMore: boolean): string {
  const shown = patterns.slice(0, SHOWN).map(short);
  const rest = count - shown.length;
  const list = hasMore
    ? `${shown.join(", ")} and others`
    : rest > 0
      ? `${shown.join(", ")} and ${formatNumber(rest)} more`
      : enumerated(shown);
  return `${list} ${count === 1 ? "is" : "are"} ${verdict}.`;
}
