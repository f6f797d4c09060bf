/** Rows by token, and the tokens that stand in a text. */
import type { KnownAgent } from "./rows/known-agent.ts";

/** Tokens are compared without regard to the case of A to Z (RFC 9309 §2.2.1). */
const lower = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

const WORD = /[\w-]+/g;
const isWordCharacter = (character: string): boolean => /[\w-]/.test(character);

export class AgentIndex {
  readonly #byToken = new Map<string, KnownAgent>();
  /** By the first word of the token: `Sogou web spider` by `sogou`. The tokens are in lower case. */
  readonly #byFirstWord = new Map<string, (readonly [token: string, row: KnownAgent])[]>();

  /** Of rows with the same token the first counts. */
  constructor(rows: Iterable<KnownAgent>) {
    for (const row of rows) {
      const token = lower(row.token);
      if (this.#byToken.has(token)) continue;
      this.#byToken.set(token, row);
      const first = /[\w-]+/.exec(token)?.[0] ?? "";
      this.#byFirstWord.set(first, [...(this.#byFirstWord.get(first) ?? []), [token, row]]);
    }
  }

  find(token: string): KnownAgent | undefined {
    return this.#byToken.get(lower(token));
  }

  /** @returns the row whose token is the first in the text, as whole words; of several at one place, the longest */
  firstIn(text: string): KnownAgent | undefined {
    const searched = lower(text);
    for (const { 0: word, index } of searched.matchAll(WORD)) {
      const row = this.#longestAt(searched, word, index);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** @returns the row whose token the text begins with, as whole words; of several, the longest */
  atStartOf(text: string): KnownAgent | undefined {
    const searched = lower(text);
    return this.#longestAt(searched, /^[\w-]+/.exec(searched)?.[0] ?? "", 0);
  }

  #longestAt(text: string, word: string, at: number): KnownAgent | undefined {
    const found = (this.#byFirstWord.get(word) ?? []).filter(
      ([token]) => text.startsWith(token, at) && !isWordCharacter(text.charAt(at + token.length)),
    );
    return found.sort(([a], [b]) => b.length - a.length)[0]?.[1];
  }
}
