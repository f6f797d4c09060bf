/** What other rooms use of the client's part for Node beyond its public entry. */
export { connectorOf } from "./fetch.ts";
