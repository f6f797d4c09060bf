/** robots-wasm/polite: a `fetch` that obeys robots.txt, takes turns, and decides and paces every redirect. */
export type { PageRobots } from "./page-robots.ts";
export { type PoliteFetch, type PoliteOptions, politeFetch, robotsOf } from "./polite-fetch.ts";
export type { RobotsRefused } from "./refusal.ts";
export type { PageEvent, PolitePace } from "./visitor.ts";
