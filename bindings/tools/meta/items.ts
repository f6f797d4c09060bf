/**
 * The items of a comma-separated list (RFC 9110 §5.6.1): trimmed, empty ones skipped. One pass, however long the text.
 */
export class Items {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next item, or undefined at the end; with `wanted`, only if it begins so, else it stays the next. */
  next(wanted?: RegExp): string | undefined {
    while (this.#at < this.#text.length) {
      const comma = this.#text.indexOf(",", this.#at);
      const end = comma < 0 ? this.#text.length : comma;
      const item = this.#text.slice(this.#at, end).trim();
      if (item !== "" && wanted?.test(item) === false) return undefined;
      this.#at = end + 1;
      if (item !== "") return item;
    }
    return undefined;
  }
}

/** What stands before the first colon, in lower case, and after it, both trimmed; without a colon only the first. */
export function splitAtColon(item: string): { readonly name: string; readonly rest: string | undefined } {
  const colon = item.indexOf(":");
  if (colon < 0) return { name: item.toLowerCase(), rest: undefined };
  return { name: item.slice(0, colon).trim().toLowerCase(), rest: item.slice(colon + 1).trim() };
}
