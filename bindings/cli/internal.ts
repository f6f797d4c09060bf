/** What the tester page uses of the command line: the types that its server sends. */
export type { LivePage } from "./fetch-page.ts";
export type { LiveRobots } from "./fetch-robots.ts";
