/** Copies the rules of `*` into a group that loses them: a crawler that a group names ignores the others (RFC 9309 §2.2.1). */
import type { Group, Rule } from "../../bindings/index.ts";
import { linesOf } from "../line-diff.ts";
import type { Requests } from "../protocol.ts";
import { readingsOf } from "./file-readings.ts";

const keyOf = ({ directive, pattern }: Rule): string => `${directive} ${pattern}`;
const isStar = ({ agents }: Group): boolean => agents.includes("*");

/** @param line of a user-agent line, from 1 */
export function withStarRules({ file, line }: Requests["starRules"]["ask"]): string {
  // Google reads lines that others skip.
  const { groups } = readingsOf({ kind: "file", text: file }).in("google");
  const own = groups.findLast((group) => group.line <= line);
  if (own === undefined) return file;
  const lines = linesOf(file);
  const has = new Set(own.rules.map(keyOf));
  const added = groups
    .filter(isStar)
    .flatMap(({ rules }) => rules.filter((rule) => !has.has(keyOf(rule))))
    .map((rule) => lines[rule.line - 1]!);
  const end = own.rules.at(-1)?.line ?? own.line + own.agents.length - 1;
  return [...lines.slice(0, end), ...added, ...lines.slice(end)].join("\n");
}
