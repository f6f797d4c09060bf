/** Searches a text for another one, in time linear in both. */

/** The end of the first occurrence of the part in the text from `from` on, or -1 (Knuth, Morris, Pratt). */
export function endOfFirst(part: string, text: string, from: number): number {
  const failure = [0];
  const advance = (matched: number, character: string): number => {
    while (matched > 0 && part[matched] !== character) matched = failure[matched - 1]!;
    return part[matched] === character ? matched + 1 : matched;
  };
  for (let i = 1; i < part.length; i++) failure[i] = advance(failure[i - 1]!, part[i]!);
  for (let at = from, matched = 0; at < text.length; at++) {
    matched = advance(matched, text[at]!);
    if (matched === part.length) return at + 1;
  }
  return -1;
}
