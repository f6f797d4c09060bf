/** A path that a pattern matches, as crawlers would request it: a letter for each wildcard. */
export function examplePath(pattern: string): string {
  const text = pattern.replace(/\$$/, "").replaceAll("*", "x");
  return text.startsWith("/") ? text : `/${text}`;
}
