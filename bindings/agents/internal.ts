/** What other rooms use of agents beyond its public entry. */
export { tokensOf } from "./chain.ts";
