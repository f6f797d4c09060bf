/** Lists of names in messages. */
import { shorten } from "../../base/shorten.ts";

/** "a, b and c" */
export const enumerated = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/** The first three names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => shorten(name));
  return names.length > 3 ? `${shown.join(", ")} and ${names.length - 3} more` : shown.join(", ");
}
