/** What other rooms use of tools/meta beyond its public entry. */
export { agentOf, EVERYBODY } from "./agents.ts";
export { hasGet, headerLines } from "./header-lines.ts";
