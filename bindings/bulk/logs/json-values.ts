/** The values that a JSON line has at paths of keys: skimmed, or parsed where skimming gives up. */
import type { ByteCache } from "./byte-cache.ts";
import { type Line, lineOf } from "./line.ts";
import { Skimmer } from "./skim.ts";
import { digitsIn } from "./values.ts";

export type Make = (text: string) => string | undefined;

/** Keys that lead to a value. */
export interface Path {
  /** Among the paths of the reader. */
  readonly number: number;
  readonly keys: readonly string[];
  readonly make: Make | undefined;
  /** What was made, for the texts that lines repeat. */
  readonly made: ByteCache<string | undefined> | undefined;
}

/** The values of a line. */
export interface JsonValues {
  /** Of a list, the first element; undefined without a value. */
  at(path: Path): unknown;
}

export function firstValue(paths: readonly Path[], values: JsonValues): unknown {
  for (const path of paths) {
    const value = values.at(path);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The values of a line that was skimmed. They have no escapes. */
export class SkimmedValues implements JsonValues {
  readonly #skimmer: Skimmer;
  #line: Line = lineOf("");

  constructor(paths: readonly string[]) {
    this.#skimmer = new Skimmer(paths);
  }

  /** @returns false if the line has to be parsed */
  read(line: Line): boolean {
    this.#line = line;
    return this.#skimmer.skim(line);
  }

  startOf({ number }: Path): number {
    return this.#skimmer.starts[number]!;
  }

  at({ number, made }: Path): unknown {
    const { starts, ends, isText } = this.#skimmer;
    const [from, end] = [starts[number]!, ends[number]!];
    if (from < 0) return undefined;
    if (isText[number] === 0) return this.#number(from, end);
    return made === undefined ? this.#line.text.slice(from, end) : made.get(this.#line, from, end);
  }

  #number(from: number, end: number): number {
    const { bytes, text } = this.#line;
    const digits = digitsIn(bytes, from, end);
    return digits < 0 ? Number(text.slice(from, end)) : digits;
  }
}

type Json = Readonly<Record<string, unknown>>;

export class ParsedValues implements JsonValues {
  readonly #object: Json;

  constructor(object: Json) {
    this.#object = object;
  }

  at({ keys, make }: Path): unknown {
    const value = valueIn(this.#object, keys);
    return typeof value === "string" && make !== undefined ? make(value) : value;
  }
}

function valueIn(object: Json, keys: readonly string[]): unknown {
  let value: unknown = object;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Json)[key];
  }
  return Array.isArray(value) ? value[0] : value;
}

export function objectOf(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(/[\x80-\xff]/.test(line) ? Buffer.from(line, "latin1").toString("utf8") : line);
    return typeof value === "object" && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

const JSON_TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g;

/** Whether an object in a line has a key twice. Readers differ on which one counts, and servers that escape values never write it. */
export function hasKeyTwice(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(JSON_TOKEN)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    if (colon === undefined) continue;
    const keys = open.at(-1)!;
    const key: string = JSON.parse(text!);
    if (keys.has(key)) return true;
    keys.add(key);
  }
  return false;
}
