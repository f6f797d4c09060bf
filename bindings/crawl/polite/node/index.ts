/** robots-wasm/polite/node: a dispatcher for undici that obeys robots.txt. Needs Node and the package undici. */
export type { RobotsRefused } from "../refusal.ts";
export { type PoliteAgentOptions, politeAgent } from "./polite-agent.ts";
