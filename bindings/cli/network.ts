/** How commands reach the network: over undici, which says to which addresses it connects, and the client decides. */
import type { ClientOptions, Fetch } from "../crawl/client/index.ts";
import { checkedChoice } from "./options.ts";
import { environmentProxy } from "./proxies.ts";

/** The option that every command has which fetches. */
export const addressesOption = { addresses: { type: "string" } } as const;

export const addressesHelp: string =
  "  --addresses WHICH  public: connect to public addresses only; any: follow redirects from public sites into private networks too;\n" +
  "                     default: what you name may be private, but such redirects are refused";

const choices = ["public", "any"] as const;

export type Addresses = (typeof choices)[number] | undefined;

export const checkedAddresses = (value: string | undefined): Addresses =>
  value === undefined ? undefined : checkedChoice("--addresses", value, choices);

/** What a client of the command line is made with. */
export type Network = { readonly fetch: Fetch<Response> } & Pick<ClientOptions, "addresses">;

/**
 * Loaded only by calls that fetch.
 * @param proxy those of the environment; null for none, where others decide what is fetched
 */
export async function networkOf(
  addresses: Addresses,
  proxy: ReturnType<typeof environmentProxy> | null = environmentProxy(),
): Promise<Network> {
  const { nodeFetch } = await import("../crawl/client/node/index.ts");
  const ftp = () => import("./ftp.ts");
  const fetch = nodeFetch({ addresses: addresses === "public" ? "public" : "any", ftp, ...(proxy && { proxy }) });
  return { fetch, ...(addresses !== undefined && { addresses }) };
}
