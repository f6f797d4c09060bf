/** How operators say that their crawlers can be recognised: lists of addresses, and names in DNS. */
import { checkedObject } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import type { KnownAgent } from "./rows/known-agent.ts";
import { identities } from "./table.ts";

/** A list of addresses that an operator publishes. */
export interface PublishedList {
  /** The name of the file under which `robots-wasm logs --ranges` looks for it. */
  readonly file: string;
  readonly url: string;
}

/** How requests of some crawlers can be recognised. */
export interface CrawlerIdentity {
  readonly operator: string;
  /** The product tokens that share these lists and names. */
  readonly tokens: readonly string[];
  readonly lists: readonly PublishedList[];
  /** The name of an address in DNS ends in one of them, and leads back to the address. */
  readonly suffixes: readonly string[];
  /** `page`: a copy of the operator's page was read. `listed`: two public tools name it, so DNS never proves a request `false`. */
  readonly confidence: "page" | "listed";
  /** The page that says so, or the list. */
  readonly source: string;
  /** The day on which the row was compared with its source, as YYYY-MM-DD. */
  readonly checked: string;
  readonly note?: string;
}

/** The identities of crawlers. A crawler without a row cannot be recognised by its address. */
export const crawlerIdentities: readonly CrawlerIdentity[] = JSON.parse(identities);

/** By token in lower case, once somebody asks. Looking through all tokens takes 10 µs. */
let byToken: ReadonlyMap<string, CrawlerIdentity> | undefined;

/**
 * Returns how the requests of a crawler can be recognised, or undefined if nothing is known. Case does not matter.
 * @param agent a product token, or a row such as `findAgent` returns. @throws TypeError (ERR_INVALID_ARG_TYPE) for another value.
 */
export function identityOf(agent: string | Pick<KnownAgent, "token">): CrawlerIdentity | undefined {
  const token = typeof agent === "string" ? agent : checkedObject("agent", agent).token;
  if (typeof token !== "string") throw wrongType("agent.token", "a product token", token);
  byToken ??= new Map(crawlerIdentities.flatMap((row) => row.tokens.map((one) => [one.toLowerCase(), row] as const)));
  return byToken.get(token.toLowerCase());
}
