/** Mutations of inputs: bytes, words, lines, pieces of other inputs, and URLs made from the file's own patterns. */
import { dictionary, lineParts } from "./dictionary.ts";
import { fromLatin1, type Input, type Kind, latin1 } from "./input.ts";
import type { Random } from "./random.ts";

const MAX_BYTES = 2048;
/** Longer than any line that google/robotstxt reads, and than any URL that goes into linear memory. */
const LONG = 17_000;

type Mutation = (text: string, random: Random, kind: Kind, other: string) => string;

const cut = (text: string, random: Random): [from: number, to: number] => {
  const from = random.below(text.length + 1);
  return [from, Math.min(text.length, from + 1 + random.below(random.chance(4) ? text.length + 1 : 8))];
};

const insertAt = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at);

const lineStart = (text: string, random: Random): number => {
  const end = text.indexOf("\n", random.below(text.length + 1));
  return end < 0 ? text.length : end + 1;
};

export function patternFrom(random: Random): string {
  const { pathPieces, escapes, nonAscii } = lineParts;
  const piece = (): string => random.pick(random.chance(5) ? (random.chance(3) ? nonAscii : escapes) : pathPieces);
  return (random.chance(6) ? "" : "/") + Array.from({ length: random.below(5) }, piece).join("");
}

function lineFrom(random: Random): string {
  const { keys, agents, values } = lineParts;
  if (random.chance(5)) return `${random.pick(keys)} ${random.pick(random.chance(2) ? values : agents)}\n`;
  if (random.chance(6)) return `User-agent: ${random.pick(agents)}\n`;
  return `${random.chance(3) ? "Allow" : "Disallow"}: ${patternFrom(random)}\n`;
}

/** Rules that share beginnings and stars, enough of them for an index of several levels with wide nodes. */
function manyFrom(random: Random): string {
  const [start, star] = [patternFrom(random), random.chance(2) ? "*" : "/"];
  const wide = 1 + random.below(64);
  return Array.from({ length: random.below(400) }, (_, i) => {
    const key = random.chance(3) ? "Allow" : "Disallow";
    return `${key}: ${start}${String.fromCharCode(48 + (i % wide))}${star}${(i * 7) % 31}${random.chance(8) ? "$" : ""}\n`;
  }).join("");
}

const bytes: readonly Mutation[] = [
  (text, random) => insertAt(text, random.below(text.length + 1), String.fromCharCode(random.below(256))),
  (text, random) => {
    const at = random.below(text.length);
    const flipped = String.fromCharCode(((text.charCodeAt(at) || 0) ^ (1 << random.below(8))) & 255);
    return text.slice(0, at) + flipped + text.slice(at + 1);
  },
  (text, random) => {
    const [from, to] = cut(text, random);
    return text.slice(0, from) + text.slice(to);
  },
  (text, random) => {
    const [from, to] = cut(text, random);
    return insertAt(text, random.below(text.length + 1), text.slice(from, to));
  },
];

const wordy: readonly Mutation[] = [
  (text, random, kind) => insertAt(text, random.below(text.length + 1), random.pick(dictionary[kind])),
  (text, random, kind) => {
    const [from, to] = cut(text, random);
    return text.slice(0, from) + random.pick(dictionary[kind]) + text.slice(to);
  },
  (text, random, _, other) => {
    const [from, to] = cut(other, random);
    return insertAt(text, random.below(text.length + 1), other.slice(from, to));
  },
  (text, random) => {
    const [from, to] = cut(text, random);
    const piece = text.slice(from, to);
    return insertAt(text, from, piece.repeat(random.below(random.chance(40) ? LONG / (piece.length + 1) : 12)));
  },
  (text, random) => {
    const at = random.below(text.length);
    const escaped = `%${text.charCodeAt(at).toString(16).padStart(2, "0")}`;
    return text === ""
      ? text
      : text.slice(0, at) + (random.chance(2) ? escaped.toUpperCase() : escaped) + text.slice(at + 1);
  },
  (text, random) => {
    const [from, to] = cut(text, random);
    const piece = text.slice(from, to);
    const changed = random.chance(2) ? piece.toUpperCase() : piece.toLowerCase();
    return changed.length === piece.length && /^[\0-\x7f]*$/.test(piece)
      ? text.slice(0, from) + changed + text.slice(to)
      : text;
  },
];

const lines: readonly Mutation[] = [
  (text, random) => insertAt(text, lineStart(text, random), lineFrom(random)),
  (text, random) => insertAt(text, lineStart(text, random), lineFrom(random)),
  (text, random) =>
    insertAt(text, lineStart(text, random), Array.from({ length: random.below(30) }, () => lineFrom(random)).join("")),
  (text, random) => (random.chance(16) ? insertAt(text, lineStart(text, random), manyFrom(random)) : text),
  (text, random, _, other) => insertAt(text, lineStart(text, random), other.slice(lineStart(other, random))),
  (text, random) => {
    const all = text.split("\n");
    const [from, to] = [random.below(all.length), random.below(all.length)];
    [all[from], all[to]] = [all[to]!, all[from]!];
    return all.join("\n");
  },
];

const byKind: Readonly<Record<Kind, readonly Mutation[]>> = {
  robots: [...bytes, ...wordy, ...wordy, ...lines, ...lines],
  agent: [...bytes, ...wordy, ...wordy],
  url: [...bytes, ...wordy, ...wordy],
  header: [...bytes, ...wordy, ...wordy, ...wordy],
  program: [...bytes, ...bytes, ...bytes, ...wordy],
};

/** Now and then an input may be long; mostly not, so that many are tried. */
const bounded = (text: string, random: Random): string =>
  text.length <= MAX_BYTES || random.chance(24) ? text.slice(0, 2 * LONG) : text.slice(0, MAX_BYTES);

const patternsOf = (file: Uint8Array): readonly string[] =>
  Array.from(latin1(file).matchAll(/allow\w*:[ \t]*([^\r\n#]*)/gi), ([, pattern]) => pattern!);

/** A URL that one of the patterns has a chance to match. */
function urlFrom(patterns: readonly string[], random: Random): string {
  const pattern = patterns.length === 0 ? patternFrom(random) : random.pick(patterns);
  const filler = (): string => (random.chance(2) ? "" : patternFrom(random).replaceAll("*", "x"));
  const path = pattern.replace(/\$$/, "").replaceAll("*", filler) + (random.chance(2) ? "" : filler());
  return random.chance(3) ? `https://a.example${path}` : path;
}

function mutatePart(part: Uint8Array, kind: Kind, random: Random, other: Uint8Array): Uint8Array {
  const text = random.pick(byKind[kind])(latin1(part), random, kind, latin1(other));
  return fromLatin1(bounded(text, random));
}

const MAX_PARTS = 48;
const MAX_NEW_URLS = 40;

/** One to eight mutations, one after another; `kinds` tells the parts apart, its last holds for all further ones. */
export function mutate(input: Input, kinds: readonly Kind[], random: Random, other: Input): Input {
  const parts = [...input];
  for (let left = 1 + random.below(random.chance(3) ? 8 : 3); left > 0; left--) {
    if (random.chance(8) && parts.length < MAX_PARTS) parts.push(random.pick(other));
    if (random.chance(8) && parts.length > kinds.length)
      parts.splice(kinds.length + random.below(parts.length - kinds.length), 1);
    const at = random.chance(2) ? 0 : random.below(parts.length);
    const source = other[Math.min(at, other.length - 1)]!;
    parts[at] = mutatePart(parts[at]!, kinds[Math.min(at, kinds.length - 1)]!, random, source);
  }
  if (kinds[0] === "robots") addUrls(parts, random, other.at(-1)!);
  return parts;
}

/** Reading a file costs more than asking it, so it is asked dozens of URLs; most are made from its own patterns. */
function addUrls(parts: Uint8Array[], random: Random, other: Uint8Array): void {
  const patterns = patternsOf(parts[0]!);
  for (let left = random.below(MAX_NEW_URLS); left > 0 && parts.length < MAX_PARTS; left--) {
    const made = fromLatin1(bounded(urlFrom(patterns, random), random));
    parts.push(random.chance(3) ? mutatePart(made, "url", random, other) : made);
  }
}
