/** The purposes of crawlers, in the order of reports. Lint checks rows by them, and does not load the texts. */
export const purposeNames = [
  "search",
  "training",
  "user-request",
  "permission",
  "ads",
  "archive",
  "preview",
  "seo",
  "data",
  "other",
] as const;

/** What a crawler fetches pages for. */
export type AgentPurpose = (typeof purposeNames)[number];
