/** The key of an origin's entry in a store: all that changes the rules, and the origin. Too long a key becomes its SHA-256. */

import { fnv1a } from "../../base/checksum.ts";
import { bytesOf, decodeUtf8 } from "../../base/utf8.ts";
import { type AccessPolicy, policies } from "../../core/access/index.ts";
import type { ClientSettings } from "./client-options.ts";

/** File names hold 255 bytes, some of them escaped, and keys of Cloudflare KV 512; a host can be of any length. */
const MAX_KEY_CHARACTERS = 200;

type KeySettings = Pick<ClientSettings, "policy" | "tokens" | "userAgent" | "addresses" | "keepFile"> & {
  readonly limits: { readonly maxBytes: number };
};

/** Parts are escaped, so that no two sets of settings share a key: `a,b` is one token or two. Servers may vary by User-Agent. */
export async function storeKey(
  { policy, tokens, userAgent, addresses, keepFile, limits }: KeySettings,
  origin: string,
): Promise<string> {
  const name = policies.includes(policy)
    ? escaped(policy.name)
    : `${escaped(policy.name)}~${policyFingerprint(policy)}`;
  const agents = tokens.map(escaped).join(",");
  const settings = [name, policy.dialect, agents, limits.maxBytes, escaped(userAgent)];
  const options = [...(addresses === undefined ? [] : [addresses]), ...(keepFile ? ["file"] : [])];
  const key = [...settings, ...options, origin].join(":");
  return key.length <= MAX_KEY_CHARACTERS ? key : sha256(bytesOf(key));
}

/** Two policies of one name, such as a changed copy that kept its name, read entries differently. */
const policyFingerprint = (policy: AccessPolicy): string => fnv1a(bytesOf(JSON.stringify(policy))).toString(36);

/** A lone surrogate, which encodeURIComponent refuses, counts as the replacement character, as it does to `parse`. */
const escaped = (text: string): string => encodeURIComponent(decodeUtf8(bytesOf(text)));

/** In hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
