/** The index of all pages as JSON. */
import { indexOf } from "./search.mts";
import { entries } from "./sections.mts";

declare const data: string;

export { data };

export default {
  watch: ["../../**/*.md"],
  load: (): string => JSON.stringify(indexOf(entries())),
};
