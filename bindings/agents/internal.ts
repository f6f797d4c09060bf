/** What other rooms use of agents beyond its public entry. */
export type { SiteRules } from "./access-of.ts";
export { type Answer, answersFor, type Reader, readerOf, siteRulesFor } from "./answers.ts";
export { fetchedAnyway, ignoresGroups } from "./star.ts";
