/** What crawlers fetch pages for, in words. The command line, the tester, the documentation and the audiences of a change say the same. */
import { type AgentPurpose, purposeNames } from "./purposes.ts";

/** A purpose in words. */
export interface PurposeText {
  /** A heading over its crawlers, such as "AI training". */
  readonly title: string;
  /** What its crawlers do, as the rest of a sentence: "indexes pages for a search engine or for AI answers". */
  readonly does: string;
  /** What happens to a site that blocks them, as a clause. */
  readonly ifBlocked: string;
}

/** Every purpose in words, in the order of reports. */
export const purposeTexts: Readonly<Record<AgentPurpose, PurposeText>> = {
  search: {
    title: "Search engines",
    does: "indexes pages for a search engine or for AI answers",
    ifBlocked: "your pages disappear from that search engine, or are shown without text",
  },
  training: {
    title: "AI training",
    does: "collects pages to train AI models",
    ifBlocked: "your pages are left out of new training data; search stays as it is",
  },
  "user-request": {
    title: "Assistants and readers",
    does: "fetches a page because a user asked for it",
    ifBlocked: "an assistant cannot open your page when a person asks for it; some ignore the rule",
  },
  permission: {
    title: "AI permissions",
    does: "never crawls: the token only permits or refuses a use of pages that another crawler fetches",
    ifBlocked: "the operator does not use your pages for AI; nothing else changes, because these names never crawl",
  },
  ads: {
    title: "Advertising",
    does: "checks pages for advertising",
    ifBlocked: "ads on your site or for it may stop, or match your pages badly",
  },
  archive: {
    title: "Archives",
    does: "keeps copies of pages, for everyone or for research",
    ifBlocked: "new copies of your pages are missing from that archive",
  },
  preview: {
    title: "Link previews",
    does: "fetches shared links to show a preview",
    ifBlocked: "shared links to your site have no picture and no title",
  },
  seo: {
    title: "SEO tools",
    does: "analyses sites and links for their owners and competitors",
    ifBlocked: "you and your competitors see less about your site in that tool",
  },
  data: {
    title: "Data collectors",
    does: "collects data or mentions for customers",
    ifBlocked: "their customers do not get your pages",
  },
  other: {
    title: "Others",
    does: "serves other products of its operator",
    ifBlocked: "it depends on the product",
  },
};

/** Every purpose with its meaning (`does` of `purposeTexts`), in the order of reports. */
export const purposes: Readonly<Record<AgentPurpose, string>> = Object.fromEntries(
  purposeNames.map((purpose) => [purpose, purposeTexts[purpose].does]),
) as Record<AgentPurpose, string>;
