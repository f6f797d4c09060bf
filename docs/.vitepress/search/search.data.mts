/** The sections and questions of all pages as JSON. */
import { searchable } from "./sections.mts";

declare const data: string;

export { data };

export default {
  watch: ["../../**/*.md"],
  load: (): string => JSON.stringify(searchable()),
};
