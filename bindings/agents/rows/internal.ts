/** What a row of the table of crawlers holds, without the table: lint checks rows of callers and does not load ours. */
export {
  type AgentConfidence,
  type AgentPurpose,
  type AgentRow,
  type AgentStatus,
  type CrawlDelaySupport,
  type KnownAgent,
  productToken,
  purposes,
  usualHabits,
} from "./known-agent.ts";
export { checkedRow, checkedRows } from "./own-rows.ts";
