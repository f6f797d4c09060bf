/** What the file shows beside its lines: who won and who lost, or what is wrong. */
import type { Finding } from "../../bindings/owners/lint/index.ts";
import type { Mark } from "../editor.ts";
import { type Answered, isVerdict, type Why } from "../protocol.ts";

/** Lines that are tinted, and reasons that are written below a line. */
const MAX_LINES = 2000;
const MAX_REASONS = 40;

export function marksOf(why: Answered | undefined, findings: readonly Finding[] | undefined): readonly Mark[] {
  const mistakes = (findings ?? []).filter(({ severity }) => severity === "error").slice(0, MAX_REASONS);
  return [...(isVerdict(why) ? marksOfWhy(why) : []), ...mistakes.map(mistakeMark)];
}

const mistakeMark = ({ line, message }: Finding): Mark => ({
  line,
  kind: "mistake",
  reason: message.charAt(0).toUpperCase() + message.slice(1),
});

function marksOfWhy({ candidates, groups, allowed, name, named, chosenBy, reason }: Why): Mark[] {
  const [winner, ...losers] = reason === "rule" ? candidates : [];
  const marked = new Map<number, Mark>();
  for (const { from, to } of groups)
    for (let line = from; line <= to && marked.size < MAX_LINES; line++) marked.set(line, { line, kind: "group" });
  const [first] = groups;
  if (first !== undefined)
    marked.set(first.from, { line: first.from, kind: "group", reason: groupReason(name, named, chosenBy) });
  for (const { line, octets } of losers.slice(0, MAX_REASONS))
    marked.set(line, {
      line,
      kind: "loses",
      reason: `Matches ${octets} characters: ${loserReason(octets, winner!.octets)}`,
    });
  if (winner !== undefined)
    marked.set(winner.line, {
      line: winner.line,
      kind: allowed ? "allowed" : "refused",
      reason: `Decides: matches ${winner.octets} characters`,
    });
  return [...marked.values()];
}

const loserReason = (octets: number, winner: number): string =>
  octets < winner ? "too short to win" : "the other rule takes precedence";

function groupReason(name: string, named: string | undefined, chosenBy: Why["chosenBy"]): string {
  if (chosenBy === "star") return `${name} has no group of its own, so it obeys this one`;
  return named === undefined || named.toLowerCase() === name.toLowerCase()
    ? `${name} obeys this group, not the one for *`
    : `${name} has no group of its own: it obeys ${named}`;
}
