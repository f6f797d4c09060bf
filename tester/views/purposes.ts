/** What a crawler fetches pages for, in a word or two. */
import type { AgentPurpose } from "../../bindings/owners/agents/index.ts";

export const purposes: Readonly<Record<AgentPurpose, string>> = {
  search: "search",
  training: "AI training",
  "user-request": "when a person asks",
  permission: "permits a use, never crawls",
  ads: "advertising",
  archive: "archive",
  preview: "link previews",
  seo: "SEO tool",
  data: "data for customers",
  other: "other products",
};
