/** The columns of rows, in order, and what rows hold by them. docs/survey.md says what they mean. */
import { type Column, columnsIn, type Values } from "../rows/columns.ts";
import type { UsageSignals } from "./signals.ts";
import type { SurveyForm } from "./survey-plan.ts";

const sitePart = {
  site: "text",
  source: "text",
  status: "text",
  http_status: "integer",
  snapshot: "text",
  rank: "integer",
} as const;
export type SitePart = Values<typeof sitePart>;

const crawlerPart = {
  crawler: "text",
  operator: "text",
  purpose: "text",
} as const;
export type CrawlerPart = Values<typeof crawlerPart>;

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
} as const;
export type AnswerPart = Values<typeof answerPart>;

const agentPart = {
  user_agent: "text",
  crawler: "text",
  operator: "text",
  purpose: "text",
  access: "text",
  rules: "integer",
  crawl_delay: "number",
  error: "text",
} as const;
export type AgentPart = Values<typeof agentPart>;

const siteFacts = {
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
} as const;
export type SiteRow = SitePart & Values<typeof siteFacts> & UsageSignals;

const columns: Readonly<Record<SurveyForm, readonly Column[]>> = {
  crawler: columnsIn(sitePart, crawlerPart, answerPart),
  site: columnsIn({ ...sitePart, ...siteFacts }),
  agent: columnsIn(sitePart, agentPart),
};

export const columnsOf = (form: SurveyForm): readonly Column[] => columns[form];
