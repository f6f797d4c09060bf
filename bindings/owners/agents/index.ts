/** robots-wasm/agents: well-known crawlers with operator and purpose, the meaning of typed names, and what a file says to each. */
export type { AgentAccess } from "./access-of.ts";
export { type AddressList, parseAddressList } from "./address-list.ts";
export { headerAgents, knownAgents } from "./agent-rows.ts";
export { type AgentReport, reportAgents } from "./agents-report.ts";
export type { GroupAnswer } from "./answers.ts";
export { answersQuestions } from "./answers-questions.ts";
export type { Responsible } from "./audience-changes.ts";
export type { AudienceText, ChangeTone, Headline } from "./audience-texts.ts";
export { agentChain, findAgent } from "./chain.ts";
export {
  type AudienceRow,
  type CompareOptions,
  compareVersions,
  type VersionComparison,
} from "./compare-versions.ts";
export { type EnforcedRequest, type Enforcement, type EnforceOptions, enforce } from "./enforce.ts";
export type { FieldChange } from "./field-changes.ts";
export {
  type CrawlerRequest,
  type Identification,
  type IdentityFacts,
  type IdentityVerdict,
  type VerifiedCrawler,
  verifyCrawler,
} from "./identity.ts";
export { type CrawlerIdentity, crawlerIdentities, identityOf, type PublishedList } from "./identity-rows.ts";
export { type HabitTopic, habitsOf, type OperatorHabit, operatorHabits } from "./operator-habits.ts";
export { agentsFor } from "./purpose.ts";
export { reachOf, type SiteException, type SiteReach } from "./reach.ts";
export { type ResolveAgentOptions, type ResolvedAgent, resolveAgent } from "./resolve.ts";
export type { AgentConfidence, AgentRow, AgentStatus, CrawlDelaySupport, KnownAgent } from "./rows/known-agent.ts";
export { type PurposeText, purposes, purposeTexts } from "./rows/purpose-texts.ts";
export type { AgentPurpose } from "./rows/purposes.ts";
export { type VerdictShift, type VerdictShifts, verdictShifts } from "./verdict-shifts.ts";
