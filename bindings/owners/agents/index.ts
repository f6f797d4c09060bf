/** robots-wasm/agents: well-known crawlers with operator and purpose, the meaning of typed names, and what a file says to each. */
export type { AgentAccess } from "./access-of.ts";
export { type AddressList, parseAddressList } from "./address-list.ts";
export { headerAgents, knownAgents } from "./agent-rows.ts";
export type { GroupAnswer } from "./answers.ts";
export { agentChain, findAgent } from "./chain.ts";
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
export { type AgentReport, reportAgents } from "./report.ts";
export { type ResolveAgentOptions, type ResolvedAgent, resolveAgent } from "./resolve.ts";
export type { AgentConfidence, AgentRow, AgentStatus, CrawlDelaySupport, KnownAgent } from "./rows/known-agent.ts";
export { type PurposeText, purposes, purposeTexts } from "./rows/purpose-texts.ts";
export type { AgentPurpose } from "./rows/purposes.ts";
