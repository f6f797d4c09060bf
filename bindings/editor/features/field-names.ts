/** How the names of fields are usually written. */

/** Fields whose documents write each word with a capital; all others have one capital. */
const EACH_WORD: ReadonlySet<string> = new Set(["content-signal", "content-usage"]);

/** @param key in lower case */
export const writtenName = (key: string): string =>
  EACH_WORD.has(key)
    ? key.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase())
    : key.charAt(0).toUpperCase() + key.slice(1);
