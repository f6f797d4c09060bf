/** robots-wasm/agents: well-known crawlers with operator and purpose, and what a robots.txt says to each. */
export { agentChain, findAgent } from "./chain.ts";
export { type AgentPurpose, type KnownAgent, purposes } from "./known-agent.ts";
export { knownAgents } from "./known-agents.ts";
export { type AgentAccess, type AgentReport, reportAgents } from "./report.ts";
