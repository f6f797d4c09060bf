/**
 * robots-wasm/client/node: a `fetch` for RobotsClient that connects to permitted addresses only. It needs Node and the package
 * undici.
 */
export { AddressRefused, isPublicAddress } from "../addresses.ts";
export { type NodeFetch, type NodeFetchOptions, nodeFetch } from "./fetch.ts";
