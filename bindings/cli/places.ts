/** Refuses outputs that would cover an input or another output of the same run, before a byte is written. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { folderOf, placeOf, STDIN } from "../bulk/files/output-file.ts";
import { usageError } from "./errors.ts";

/** A path, or a descriptor of a standard stream. */
type Place = string | number;

/** Files are compared by device and inode, so links and other names are the same file. @throws a usage error */
export function checkPlaces(outputs: readonly Place[], inputs: readonly Place[]): void {
  const seen = new Map<string, Place>();
  for (const output of outputs) {
    const place = placeOf(output);
    if (place === undefined) continue;
    if (seen.has(place))
      throw usageError(`expected each output to go to a file of its own; got ${nameOf(output)} for two files`);
    seen.set(place, output);
  }
  // There may be nothing at an input.
  const existing = inputs.filter((input) => typeof input === "number" || existsSync(input));
  for (const input of existing) checkInput(input, placeOf(input), seen, outputs);
}

function checkInput(
  input: Place,
  place: string | undefined,
  seen: Map<string, Place>,
  outputs: readonly Place[],
): void {
  if (place === undefined) return;
  const covering =
    seen.get(place) ?? outputs.find((output) => typeof output === "string" && folderOf(output) === place);
  if (covering === undefined) return;
  const which = `expected outputs to cover no input of the same run; got ${nameOf(covering)}`;
  throw usageError(seen.has(place) ? `${which} for both` : `${which}, which is in the folder ${nameOf(input)}`);
}

/** A folder of robots.txt files, and those of its schemes, which belong to it. */
export const foldersOf = (folder: string): readonly string[] => [
  folder,
  ...["https", "http"].map((scheme) => join(folder, scheme)).filter((path) => existsSync(path)),
];

const nameOf = (place: Place): string =>
  typeof place === "string" ? place : place === STDIN ? "standard input" : "standard output";
