/** The columns of rows, in order. docs/survey.md says what they mean. */
import { type Column, type ColumnType, columnsIn } from "../rows/index.ts";
import type { AgentPart } from "./agent-rows.ts";
import type { AnswerPart, CrawlerPart, SitePart } from "./crawler-rows.ts";
import type { SurveyForm } from "./plan.ts";
import type { SiteRow } from "./site-row.ts";

const sitePart = {
  site: "text",
  source: "text",
  status: "text",
  http_status: "integer",
  snapshot: "text",
  rank: "integer",
} as const satisfies Record<keyof SitePart, ColumnType>;

const crawlerPart = {
  crawler: "text",
  operator: "text",
  purpose: "text",
} as const satisfies Record<keyof CrawlerPart, ColumnType>;

const answerPart = {
  access: "text",
  named: "boolean",
  user_agent: "text",
  directive: "text",
  pattern: "text",
  line: "integer",
  crawl_delay: "number",
  train_ai: "text",
  ai_input: "text",
  search: "text",
  error: "text",
} as const satisfies Record<keyof AnswerPart, ColumnType>;

const agentPart = {
  user_agent: "text",
  ...crawlerPart,
  access: "text",
  rules: "integer",
  crawl_delay: "number",
  error: "text",
} as const satisfies Record<keyof AgentPart, ColumnType>;

const siteColumns = {
  ...sitePart,
  redirects: "list",
  fetched_at: "time",
  bytes: "integer",
  truncated: "boolean",
  html: "boolean",
  dialect: "text",
  groups: "integer",
  agents: "integer",
  rules: "integer",
  sitemaps: "integer",
  crawl_delay: "number",
  delays: "integer",
  train_ai: "text",
  ai_input: "text",
  search: "text",
  licenses: "list",
  managed: "list",
  errors: "integer",
  warnings: "integer",
  notes: "integer",
  findings: "json",
  allowed: "integer",
  partly: "integer",
  refused: "integer",
  error: "text",
} as const satisfies Record<keyof SiteRow, ColumnType>;

const columns: Readonly<Record<SurveyForm, readonly Column[]>> = {
  crawler: columnsIn(sitePart, crawlerPart, answerPart),
  site: columnsIn(siteColumns),
  agent: columnsIn(sitePart, agentPart),
};

export const columnsOf = (form: SurveyForm): readonly Column[] => columns[form];
