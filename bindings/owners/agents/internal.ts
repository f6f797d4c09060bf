/** What other houses use of agents beyond its public entry. */
export { type Answer, answersFor, type Reader, readerOf } from "./answers.ts";
export {
  type CrawlerReading,
  dialectOf,
  notesOn,
  RobotsByDialect,
  readingOf,
  resolveTyped,
  type VerdictNotes,
} from "./asked.ts";
export { type AudienceChange, audienceChanges, gains, loses, type Responsible } from "./audience-changes.ts";
export { type AudienceText, audienceTexts, fieldText, type Headline, headlineOf, placeOf } from "./audience-texts.ts";
export { type Crowd, crowdOf, crowdsBetween } from "./audiences.ts";
export { tokensOf } from "./chain.ts";
export { type FieldChange, fieldChanges } from "./field-changes.ts";
export { identify } from "./identity.ts";
export { pagesOfSite } from "./pages-of-site.ts";
export { fetchedAnyway, ignoresGroups } from "./star.ts";
