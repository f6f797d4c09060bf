/** What other houses use of client beyond its public entry. */
export { refusalOf } from "./client.ts";
export { Route } from "./permission.ts";
