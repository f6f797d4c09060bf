/**
 * robots-wasm/client/node: a `fetch` for RobotsClient that keeps to permitted addresses. Needs Node and the package undici; ftp: needs
 * basic-ftp as well.
 */
export { isPublicAddress } from "./addresses.ts";
export { type NodeFetchOptions, nodeFetch } from "./fetch.ts";
export { AddressRefused } from "./lookup.ts";
