/** What a purpose means to a site owner. */
import type { AgentPurpose } from "robots-wasm/agents";

export interface PurposeText {
  readonly title: string;
  /** What happens to the site if crawlers of this purpose are blocked. */
  readonly ifBlocked: string;
}

export const purposeTexts: Readonly<Record<AgentPurpose, PurposeText>> = {
  search: { title: "Search", ifBlocked: "your pages disappear from that search engine, or are shown without text" },
  training: { title: "AI training", ifBlocked: "your pages are left out of new training data; search stays as it is" },
  permission: {
    title: "AI permissions",
    ifBlocked: "the operator does not use your pages for AI; nothing else changes, because these names never crawl",
  },
  "user-request": {
    title: "Fetchers for users",
    ifBlocked: "an assistant cannot open your page when a person asks for it; some ignore the rule",
  },
  preview: { title: "Link previews", ifBlocked: "shared links to your site have no picture and no title" },
  ads: { title: "Advertising", ifBlocked: "ads on your site or for it may stop, or match your pages badly" },
  seo: { title: "SEO tools", ifBlocked: "you and your competitors see less about your site in that tool" },
  archive: { title: "Archives", ifBlocked: "new copies of your pages are missing from that archive" },
  data: { title: "Data collectors", ifBlocked: "their customers do not get your pages" },
  other: { title: "Other", ifBlocked: "it depends on the product" },
};
