/** What other rooms use of client beyond its public entry. */
export { Route } from "./route.ts";
export { orAborted } from "./transport.ts";
