/** Divides origins among shards, the same way in archives and in engines that partition URLs. */
import { wrongValue } from "../../base/errors.ts";
import { hostOf } from "./archive.ts";
import { hostHash } from "./origin-key.ts";

/**
 * A stable hash of the origin of a URL, from 0 to 2^32 - 1: FNV-1a with 32 bits over host and port as in `new URL(url).host`.
 * The scheme is left out, because one robots.txt may serve http and https.
 * @throws TypeError (ERR_INVALID_URL) unless given an http or https URL.
 */
export const originHash = (url: string | URL): number => hostHash(hostOf(url));

/**
 * The shard of `robots-wasm compile --shards` that holds the origin of a URL: `originHash(url) % shards`.
 * @throws TypeError (ERR_INVALID_URL) unless given an http or https URL; RangeError (ERR_INVALID_ARG_VALUE) unless `shards`
 *   is a positive integer.
 */
export function originShard(url: string | URL, shards: number): number {
  if (Number.isInteger(shards) && shards > 0) return originHash(url) % shards;
  throw wrongValue("shards", "a positive integer", shards);
}
