/** The name of an origin's entry in a store: policy, agent and origin, or, where stores might refuse its length, its SHA-256. */
import type { Settings } from "./options.ts";

/** A file's name holds 255 bytes, some of them escaped, a key of Cloudflare KV 512; hosts may be of any length. */
const MAX_KEY_CHARACTERS = 200;

export async function keyOf({ policy, agent }: Pick<Settings, "policy" | "agent">, origin: string): Promise<string> {
  const key = `${policy.name}:${String(agent)}:${origin}`;
  return key.length <= MAX_KEY_CHARACTERS ? key : sha256(new TextEncoder().encode(key));
}

/** In hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
