import { wrongType } from "../../base/errors.ts";

/**
 * Returns a path that a pattern of a rule matches, as crawlers would request it: a letter for each wildcard.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string.
 */
export function examplePath(pattern: string): string {
  if (typeof pattern !== "string") throw wrongType("pattern", "a string", pattern);
  const text = pattern.replace(/\$$/, "").replaceAll("*", "x");
  return text.startsWith("/") ? text : `/${text}`;
}
