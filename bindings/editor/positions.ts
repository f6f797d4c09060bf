/** Positions in messages: editors count columns in UTF-16 code units or in octets of UTF-8, as was negotiated. */
import type { Position } from "vscode-languageserver";

/** The column in UTF-16 code units of a column in octets. A column within a character is where the character starts. */
export function columnOfOctets(line: string, octets: number): number {
  let [at, seen] = [0, 0];
  for (const character of line) {
    const code = character.codePointAt(0)!;
    seen += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (seen > octets) break;
    at += character.length;
  }
  return at;
}

const isPosition = (value: object): value is Position =>
  "line" in value && "character" in value && typeof value.line === "number" && typeof value.character === "number";

/** A copy in which each position is replaced. */
export function withPositions<T>(value: T, replace: (position: Position) => Position): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withPositions(one, replace)) as T;
  if (isPosition(value)) return replace(value) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPositions(one, replace)])) as T;
}
