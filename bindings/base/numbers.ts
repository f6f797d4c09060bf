/** Numbers and lists for people. */

export const formatNumber = (value: number): string => value.toLocaleString("en-US");

/** `1 line`, `2,000 lines`. @param plural only for nouns that need more than an s. */
export const pluralise = (value: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(value)} ${value === 1 ? noun : plural}`;

/** "a, b and c"; of more than `most`, "a, b and 7 more". */
export function enumerated(texts: readonly string[], most: number = Infinity): string {
  if (texts.length > most) return `${texts.slice(0, most).join(", ")} and ${formatNumber(texts.length - most)} more`;
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** "A", "A and B", "A and 3 others" */
export const firstAndOthers = (texts: readonly string[]): string =>
  texts.length < 3 ? enumerated(texts) : `${texts[0]} and ${formatNumber(texts.length - 1)} others`;
