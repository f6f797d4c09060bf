/**
 * All ways to split a line into the values of a pattern. A client may write the text that ends a value into it, such as ` [` into its
 * name, so a line may be split in several ways. Values in quotes end at the first quote, because servers escape quotes in them.
 */
import { BACKSLASH, SPACE } from "../../base/characters.ts";
import { QUOTE } from "./characters.ts";
import type { Line } from "./line.ts";
import type { Meaning, Pattern, Step } from "./pattern-steps.ts";
import { isAddressText } from "./request.ts";
import { countBefore } from "./sorted.ts";
import { anyTime } from "./values.ts";

export const NONE = 0;
export const ONE = 1;
export const SEVERAL = 2;

/** The longest of the values that servers make. */
const MADE_BYTES = 64;
/** Ends of values that are tried in a line. A line with more counts as one that can be split in several ways. */
const MAX_TRIES = 16_384;

const isWord = ({ bytes }: Line, from: number, end: number): boolean => {
  for (let at = from; at < end; at++) if (bytes[at] === SPACE) return false;
  return end > from;
};

const isAddress = ({ text }: Line, from: number, end: number): boolean => isAddressText(text.slice(from, end));
const isNumber = ({ text }: Line, from: number, end: number): boolean => /^(?:-?\d+|-)$/.test(text.slice(from, end));
const isTime = ({ text }: Line, from: number, end: number): boolean => !Number.isNaN(anyTime(text.slice(from, end)));

/** Whether a value can have a meaning. Others may be any text. */
const isValue: Partial<Readonly<Record<Meaning, (line: Line, from: number, end: number) => boolean>>> = {
  ...{ address: isAddress, peer: isAddress, time: isTime, status: isNumber, bytes: isNumber },
  ...{ method: isWord, word: isWord },
};

/** The places in the line at which a value may end that starts at `from`. @param all where the text stands that ends a value of a client */
function triedEnds(
  line: Line,
  steps: readonly Step[],
  i: number,
  from: number,
  all: readonly number[],
): readonly number[] {
  const { end, isQuoted, isFree } = steps[i]!;
  const isLast = i === steps.length - 1;
  if (isQuoted) return endsOfQuoted(line, from, isLast ? QUOTES : end);
  if (isLast) return [endOfLast(line, from, steps[i]!)];
  return isFree ? all.slice(countBefore(all, (at) => at < from)) : textsAt(line, end, from, from + MADE_BYTES);
}

/** The splits at which the value is one that the step can have. */
function fitting(line: Line, { meaning }: Step, from: number, tried: readonly number[]): readonly number[] {
  const fits = isValue[meaning];
  return fits === undefined ? tried : tried.filter((at) => fits(line, from, at));
}

const QUOTES = Uint8Array.of(QUOTE);

function endsOfQuoted(line: Line, from: number, end: Uint8Array): number[] {
  const at = endOfQuoted(line, from);
  return at >= 0 && line.has(end, at) ? [at] : [];
}

function endOfQuoted({ bytes, end }: Line, from: number): number {
  for (let at = from; at < end; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at++;
  }
  return -1;
}

/** Where the last value of a pattern ends if nothing else ends it. Servers write no space into their own. */
export function endOfLast({ bytes, end }: Line, from: number, { isFree }: Step): number {
  let at = from;
  while (at < end && (isFree || bytes[at] !== SPACE)) at++;
  return at;
}

/** Where a text stands in the line. */
function textsAt(line: Line, text: Uint8Array, from: number, end: number): number[] {
  const found: number[] = [];
  for (let at = from; at < Math.min(end, line.end); at++)
    if (line.bytes[at] === text[0] && line.has(text, at)) found.push(at);
  return found;
}

/** Behind the last place at which each value can end: the texts that end the values after it follow. Of the last value, any end counts. */
function lastEnds({ text, end }: Line, steps: readonly Step[]): number[] {
  const limits = [end];
  for (const step of steps.slice(1, -1).reverse())
    limits.push(text.lastIndexOf(Buffer.from(step.end).toString("latin1"), limits.at(-1)! - 1));
  return [...limits.reverse(), end];
}

/** The places in a line at which a value starts, by the places at which it may end. */
type Ways = Map<number, readonly number[]>;

/**
 * Counts the ways to split a line.
 * @param places are set if there is one way: where each value starts and ends. Ways with the same values that count are one.
 */
export function split(
  line: Line,
  { start, steps }: Pattern,
  places: Int32Array,
): typeof NONE | typeof ONE | typeof SEVERAL {
  if (!line.has(start, line.at)) return NONE;
  const ways: Ways[] = [];
  let starts: ReadonlySet<number> = new Set([line.at + start.length]);
  let tries = 0;
  const limits = lastEnds(line, steps);
  for (const [i, step] of steps.entries()) {
    const all = step.isFree ? textsAt(line, step.end, line.at, limits[i]!) : [];
    const ends: Ways = new Map();
    for (const from of starts) {
      const tried = triedEnds(line, steps, i, from, all);
      tries += tried.length + 1;
      if (tries > MAX_TRIES) return SEVERAL;
      ends.set(from, fitting(line, step, from, tried));
    }
    ways.push(ends);
    starts = new Set([...ends.values()].flatMap((found) => found.map((at) => at + step.end.length)));
  }
  return starts.size === 0 ? NONE : placed(steps, ways, places);
}

/** Leaves out the ways that do not lead to the end, from the last step to the first. */
function placed(steps: readonly Step[], ways: readonly Ways[], places: Int32Array): typeof ONE | typeof SEVERAL {
  let isSeveral = false;
  let next: ReadonlySet<number> | undefined;
  for (let i = steps.length - 1; i >= 0; i--) {
    const { end, meaning } = steps[i]!;
    const leads = (at: number): boolean => next === undefined || next.has(at + end.length);
    const pairs = [...ways[i]!].flatMap(([from, ends]) => ends.filter(leads).map((at) => [from, at] as const));
    const counts = meaning !== "other" && meaning !== "word";
    if (counts && (differ(pairs, 0) || differ(pairs, 1))) isSeveral = true;
    places.set(pairs[0]!, 2 * i);
    next = new Set(pairs.map(([from]) => from));
  }
  return isSeveral ? SEVERAL : ONE;
}

const differ = (pairs: readonly (readonly [number, number])[], part: 0 | 1): boolean =>
  pairs.some((pair) => pair[part] !== pairs[0]![part]);
