/** Positions in messages: editors count columns in UTF-16 code units or in octets of UTF-8, as was negotiated. */
import type { Position } from "vscode-languageserver";

/** The columns of a line in octets, by column in code units. A column within a character is where the character ends. */
export function octetColumns(line: string): readonly number[] {
  const columns = [0];
  let octets = 0;
  for (const character of line) {
    const code = character.codePointAt(0)!;
    octets += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let unit = 0; unit < character.length; unit++) columns.push(octets);
  }
  return columns;
}

const isPosition = (value: object): value is Position =>
  "line" in value && "character" in value && typeof value.line === "number" && typeof value.character === "number";

export function withPositions<T>(value: T, replace: (position: Position) => Position): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withPositions(one, replace)) as T;
  if (isPosition(value)) return replace(value) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPositions(one, replace)])) as T;
}
