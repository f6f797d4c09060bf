/** The items of a comma-separated list (RFC 9110 §5.6.1), trimmed, without empty ones. Reads the text once. */
export class CommaList {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the next item, or undefined at the end. With `wanted`, takes the item only if it matches. */
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

/** Splits at the first colon: the name in lower case, and the rest; both trimmed. Without a colon, the rest is undefined. */
export function splitAtColon(item: string): { readonly name: string; readonly rest: string | undefined } {
  const colon = item.indexOf(":");
  if (colon < 0) return { name: item.toLowerCase(), rest: undefined };
  return { name: item.slice(0, colon).trim().toLowerCase(), rest: item.slice(colon + 1).trim() };
}
