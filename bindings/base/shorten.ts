/** Cuts texts for messages. A text that is cut ends in "…", so that nobody takes it for the whole. */

/** The first `length` characters; a longer text is cut and ends in "…". Keeps surrogate pairs whole. */
export function shorten(text: string, length = 40): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
