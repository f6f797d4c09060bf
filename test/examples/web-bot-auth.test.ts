/** examples/web-bot-auth signs as the draft's test vectors say. Ed25519 is deterministic: the same bytes give the same signature. */
import { describe, expect, it } from "vitest";
import { RobotsClient } from "../../bindings/crawl/client/index.ts";
import { directoryOf, signedFetch, signer, thumbprint } from "../../examples/web-bot-auth/sign.js";

/** RFC 9421 Appendix B.1.4, a public test key. */
const key = {
  kty: "OKP",
  crv: "Ed25519",
  d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
  x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
};
const keyid = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
const agent = "https://signature-agent.test";
const created = 1_735_689_600;

it("names a key by its thumbprint", async () => expect(await thumbprint(key)).toBe(keyid));

describe("a request is signed as in the test vectors", () => {
  it("draft: Signature-Agent is a dictionary, and its member is signed", async () => {
    const nonce = "n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";
    const expires = 4_889_289_600;
    const headersFor = await signer({
      ...{ key, agent, label: "sig2", member: "agent2" },
      ...{ now: () => created * 1000, lifetimeSeconds: expires - created, nonce: () => nonce },
    });
    expect(await headersFor("https://example.com/path/to/resource")).toEqual({
      "signature-agent": `agent2="${agent}"`,
      "signature-input": `sig2=("@authority" "signature-agent";key="agent2");created=${created};keyid="${keyid}";alg="ed25519";expires=${expires};nonce="${nonce}";tag="web-bot-auth"`,
      signature: "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:",
    });
  });

  it("legacy: Signature-Agent is a string, as Cloudflare's verifier asks for", async () => {
    const nonce = "e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";
    const expires = 1_735_693_200;
    const headersFor = await signer({
      ...{ key, agent, label: "sig2", form: "legacy" as const },
      ...{ now: () => created * 1000, lifetimeSeconds: expires - created, nonce: () => nonce },
    });
    expect(await headersFor("https://example.com/path/to/resource")).toEqual({
      "signature-agent": `"${agent}"`,
      "signature-input": `sig2=("@authority" "signature-agent");created=${created};keyid="${keyid}";alg="ed25519";expires=${expires};nonce="${nonce}";tag="web-bot-auth"`,
      signature: "sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:",
    });
  });

  it("refuses other forms", async () =>
    await expect(signer({ key, agent, form: "both" as never })).rejects.toThrow("form: expected draft or legacy"));
});

/** Verifies with the public key alone, as a site does. */
async function isSigned(url: string, headers: Headers): Promise<boolean> {
  const { d: _, ...publicKey } = key;
  const verifier = await crypto.subtle.importKey("jwk", publicKey, "Ed25519", false, ["verify"]);
  const parameters = headers.get("signature-input")!.replace(/^sig1=/, "");
  const base = `"@authority": ${new URL(url).host}\n"signature-agent";key="sig1": "${agent}"\n"@signature-params": ${parameters}`;
  const signature = Buffer.from(headers.get("signature")!.slice("sig1=:".length, -1), "base64");
  return crypto.subtle.verify("Ed25519", verifier, signature, new TextEncoder().encode(base));
}

it("the client signs every request, also those that redirects lead to, each with a nonce of its own", async () => {
  const asked: { url: string; headers: Headers }[] = [];
  const fetch = await signedFetch({ key, agent }, async (url, init) => {
    asked.push({ url: String(url), headers: new Headers(init?.headers) });
    return asked.length === 1
      ? new Response(null, { status: 301, headers: { location: "https://other.example/robots.txt" } })
      : new Response("User-agent: *\nDisallow: /cart\n");
  });
  const client = new RobotsClient({ agent: "ExampleBot", fetch });
  expect(await client.isAllowed("https://shop.example/cart")).toBe(false);
  expect(asked.map(({ url }) => url)).toEqual(["https://shop.example/robots.txt", "https://other.example/robots.txt"]);
  for (const { url, headers } of asked) {
    expect(headers.get("user-agent")).toBe("ExampleBot");
    expect(await isSigned(url, headers)).toBe(true);
    expect(await isSigned("https://else.example/", headers)).toBe(false);
  }
  expect(new Set(asked.map(({ headers }) => headers.get("signature-input"))).size).toBe(2);
});

it("publishes the public part of a key only", () => {
  expect(JSON.parse(directoryOf(key))).toEqual({ keys: [{ kty: "OKP", crv: "Ed25519", x: key.x, use: "sig" }] });
});
