/** What other houses use of client beyond its public entry. */
export { accessUnder } from "./access-under.ts";
export { refusalOf } from "./client.ts";
export { Route } from "./permission.ts";
