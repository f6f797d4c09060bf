/** Numbers with their nouns. */

export const formatNumber = (value: number): string => value.toLocaleString("en-US");

/** `1 line`, `2,000 lines`. @param plural only for nouns that need more than an s. */
export const pluralise = (value: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(value)} ${value === 1 ? noun : plural}`;
