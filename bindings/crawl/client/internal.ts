/** What other houses use of client beyond its public entry. */
export { Route } from "./permission.ts";
