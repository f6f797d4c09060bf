/** The first three names, and how many more there are. */
import { enumerated } from "../../base/numbers.ts";
import { shorten } from "../../base/shorten.ts";

export const listed = (names: readonly string[]): string =>
  enumerated(
    names.map((name) => shorten(name)),
    3,
  );
