export interface Options {
  /** The private key: `{ kty: "OKP", crv: "Ed25519", d, x }`. */
  readonly key: JsonWebKey;
  /** The URL under which your keys are published. */
  readonly agent: string;
  readonly form?: "draft" | "legacy";
  readonly lifetimeSeconds?: number;
  readonly now?: () => number;
  readonly nonce?: () => string;
  readonly label?: string;
  readonly member?: string;
}
export type SignedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;
export function thumbprint(key: JsonWebKey): Promise<string>;
export function signer(options: Options): Promise<(url: string | URL) => Promise<Record<string, string>>>;
export function signedFetch(options: Options, fetch?: SignedFetch): Promise<SignedFetch>;
export function directoryOf(key: JsonWebKey): string;
