/** Fetches the robots.txt files of origins that `filter` finds nowhere else. */
import { pluralise } from "../../base/numbers.ts";
import { type Fetcher, type OriginRules, originRulesOf } from "../../bulk/filter/index.ts";
import { policyOf } from "../../core/access/internal.ts";
import { AgentRules } from "../../core/index.ts";
import type { Access } from "../../crawl/client/index.ts";
import { refusalOf } from "../../crawl/client/internal.ts";
import { checkedClient } from "../fetch-robots.ts";
import { networkOf } from "../network.ts";
import { warn } from "../output.ts";
import type { FilterOptions } from "./filter-options.ts";

export interface Fetching {
  readonly fetcher: Fetcher;
  /** Warns of what was not fetched. */
  readonly report: () => void;
}

/** Strangers may have written the list, so origins without a public address are not fetched. They are refused, and counted. */
export async function fetchingBy({
  plan: { agents, dialect, missing },
  userAgent,
  addresses,
}: FilterOptions): Promise<Fetching> {
  const refused = new RefusedHosts();
  const policy = policyOf(dialect);
  const network = missing === "fetch" ? await networkOf(addresses) : {};
  const client = checkedClient({ agent: agents, policy, ...network, ...(userAgent !== undefined && { userAgent }) });
  const fetcher = async (origin: string): Promise<OriginRules> => {
    const { rules, access } = await client.get(origin);
    refused.note(origin, access);
    // The client's rules read each line as a URL, which filter does for few lines and in all jobs alike.
    const found = originRulesOf(AgentRules.fromBytes(rules.toBytes()), access.verdict, access.status);
    return found.cause === "unreachable" ? { ...found, refusal: refusalOf(false, access) } : found;
  };
  return { fetcher, report: () => refused.report() };
}

/** Origins whose robots.txt was not fetched because of its address. */
class RefusedHosts {
  #count = 0;
  #first = "";

  note(origin: string, { error, errorCode }: Access): void {
    if (errorCode === "address" && this.#count++ === 0) this.#first = `${origin} (${error})`;
  }

  report(): void {
    if (this.#count === 0) return;
    const origins = pluralise(this.#count, "origin");
    warn(`${origins} not fetched, and refused: not public; the first is ${this.#first}; to fetch: --addresses any`);
  }
}
