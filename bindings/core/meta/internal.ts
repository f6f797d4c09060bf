/** What other houses use of meta beyond its public entry. */
export { parseDate } from "./dates.ts";
