// Web Bot Auth: signs requests with an Ed25519 key, so that sites know which crawler asks. It needs WebCrypto and no package.
// HTTP Message Signatures (RFC 9421), as draft-ietf-webbotauth-httpsig-protocol uses them.

/**
 * @typedef {object} Options
 * @property {JsonWebKey} key the private key: `{ kty: "OKP", crv: "Ed25519", d, x }`
 * @property {string} agent the URL under which your keys are published, such as "https://bot.example"
 * @property {"draft" | "legacy"} [form] "draft": a dictionary, and its member is signed. "legacy": a string, which Cloudflare's
 *   verifier asks for. Default "draft".
 * @property {number} [lifetimeSeconds] how long a signature is valid; the draft advises a day at most. Default 300.
 * @property {() => number} [now] milliseconds since 1970. Default `Date.now`
 * @property {() => string} [nonce] a new value for each request. Default: 64 random bytes in base64
 * @property {string} [label] the name of the signature. Default "sig1"
 * @property {string} [member] the name of the member of Signature-Agent. Default: the label
 */

const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
const base64Url = (bytes) => base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const bytesOf = (text) => new TextEncoder().encode(text);
const randomNonce = () => base64(crypto.getRandomValues(new Uint8Array(64)));

/** The key's name: the SHA-256 thumbprint of its public part (RFC 7638, RFC 8037 §2). */
export async function thumbprint({ crv, kty, x }) {
  return base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(JSON.stringify({ crv, kty, x })))));
}

/** Host and port, in lower case and without the scheme's own port (RFC 9421 §2.2.3): `URL` spells it so. */
const authorityOf = (url) => new URL(url).host;

/** @param {Options} options @returns {Promise<(url: string | URL) => Promise<Record<string, string>>>} the headers for a URL */
export async function signer(options) {
  const { key, agent, form = "draft", label = "sig1", member = label } = options;
  const { lifetimeSeconds = 300, now = Date.now, nonce = randomNonce } = options;
  if (form !== "draft" && form !== "legacy") throw new RangeError(`form: expected draft or legacy; got ${form}`);
  const secret = await crypto.subtle.importKey("jwk", { ...key, key_ops: ["sign"] }, "Ed25519", false, ["sign"]);
  const keyid = await thumbprint(key);
  const isDraft = form === "draft";
  const component = isDraft ? `"signature-agent";key="${member}"` : '"signature-agent"';
  return async (url) => {
    const created = Math.floor(now() / 1000);
    const times = `created=${created};keyid="${keyid}";alg="ed25519";expires=${created + lifetimeSeconds}`;
    const parameters = `("@authority" ${component});${times};nonce="${nonce()}";tag="web-bot-auth"`;
    // RFC 9421 §2.5: one line for each component, then the parameters.
    const base = `"@authority": ${authorityOf(url)}\n${component}: "${agent}"\n"@signature-params": ${parameters}`;
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", secret, bytesOf(base)));
    return {
      "signature-agent": isDraft ? `${member}="${agent}"` : `"${agent}"`,
      "signature-input": `${label}=${parameters}`,
      signature: `${label}=:${base64(signature)}:`,
    };
  };
}

/**
 * A fetch that signs every request. Redirects are returned, not followed: each request has its own signature, and the client
 * follows them itself.
 * @param {Options} options
 * @param {typeof globalThis.fetch} [fetch]
 */
export async function signedFetch(options, fetch = globalThis.fetch) {
  const headersFor = await signer(options);
  return async (url, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(await headersFor(url))) headers.set(name, value);
    return fetch(url, { ...init, headers, redirect: "manual" });
  };
}

/** The body of /.well-known/http-message-signatures-directory, of type application/http-message-signatures-directory+json. */
export const directoryOf = ({ crv, kty, x }) => JSON.stringify({ keys: [{ kty, crv, x, use: "sig" }] });
