/** What the tester page uses of the command line: the types that its server sends. */
export type { LiveRobots } from "./fetch-robots.ts";
