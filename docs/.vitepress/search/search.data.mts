/** The sections of all pages as JSON. */
import { entries } from "./sections.mts";

declare const data: string;

export { data };

export default {
  watch: ["../../**/*.md"],
  load: (): string => JSON.stringify(entries()),
};
