/** Shrinks an input for as long as it fails in the same way: parts, then lines, then ever smaller pieces, then bytes made plain. */
import { fromLatin1, type Input, type Kind, latin1, sizeOf } from "./input.ts";
import { Disagreement, type Target } from "./target.ts";

/** Tries in all; each runs the target once. */
const MAX_TRIES = 20_000;

/** What went wrong, in words that do not depend on the input; undefined if nothing did. */
export function failureOf(target: Target, input: Input): string | undefined {
  try {
    target.check(input);
    target.probe?.(input);
    return undefined;
  } catch (error) {
    return error instanceof Disagreement ? error.what : `throws ${(error as Error)?.name}`;
  }
}

type Shrink = (text: string) => Generator<string>;

function* withoutLines(text: string): Generator<string> {
  const lines = text.split("\n");
  for (let count = lines.length >> 1; count >= 1; count >>= 1)
    for (let from = 0; from < lines.length; from += count)
      yield [...lines.slice(0, from), ...lines.slice(from + count)].join("\n");
}

function* withoutPieces(text: string): Generator<string> {
  for (let length = text.length; length >= 1; length >>= 1)
    for (let from = 0; from < text.length; from += length) yield text.slice(0, from) + text.slice(from + length);
}

function* plainer(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "a" && text[at] !== "\n") yield `${text.slice(0, at)}a${text.slice(at + 1)}`;
    const lower = text[at]!.toLowerCase();
    if (lower !== text[at] && lower < "\x80") yield text.slice(0, at) + lower + text.slice(at + 1);
  }
}

const shrinks: readonly Shrink[] = [withoutLines, withoutPieces, plainer];

export function minimize(target: Target, input: Input, kinds: readonly Kind[]): Input {
  const failure = failureOf(target, input);
  if (failure === undefined) return input;
  let tries = 0;
  const stillFails = (smaller: Input): boolean => tries++ < MAX_TRIES && failureOf(target, smaller) === failure;
  let best = withoutParts(input, kinds, stillFails);
  for (let size = Number.POSITIVE_INFINITY; sizeOf(best) < size && tries < MAX_TRIES; ) {
    size = sizeOf(best);
    for (let at = 0; at < best.length; at++)
      for (const shrink of shrinks) best = shrunkAt(best, at, shrink, stillFails);
  }
  return best;
}

function withoutParts(input: Input, kinds: readonly Kind[], stillFails: (input: Input) => boolean): Input {
  let best = input;
  for (let at = best.length - 1; at >= kinds.length - 1 && best.length > kinds.length; at--) {
    const fewer = best.filter((_, i) => i !== at);
    if (stillFails(fewer)) best = fewer;
  }
  return best;
}

/** Takes the first smaller text that still fails and begins anew, until none does. */
function shrunkAt(input: Input, at: number, shrink: Shrink, stillFails: (input: Input) => boolean): Input {
  let best = input;
  for (let shrunk = true; shrunk; ) {
    shrunk = false;
    for (const text of shrink(latin1(best[at]!))) {
      const smaller = best.map((part, i) => (i === at ? fromLatin1(text) : part));
      if (!stillFails(smaller)) continue;
      best = smaller;
      shrunk = true;
      break;
    }
  }
  return best;
}
