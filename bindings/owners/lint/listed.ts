/** Lists of names in messages. */
import { shorten } from "../../base/shorten.ts";

/** The first three names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => shorten(name));
  return names.length > 3 ? `${shown.join(", ")} and ${names.length - 3} more` : shown.join(", ");
}
