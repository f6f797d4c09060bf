/** Who sent the requests of a log: per crawler and address, as lists and answers of DNS say. */

import { DAY_MS } from "../../core/access/internal.ts";
import { type AddressList, type Identification, identityOf } from "../../owners/agents/index.ts";
import { identify } from "../../owners/agents/internal.ts";
import type { Crawler } from "./crawlers.ts";
import { isProxied, proxyAt } from "./proxies.ts";
import { ownedText } from "./values.ts";

/** An answer of DNS about an address. */
export interface DnsAnswer {
  /** Its names, and the addresses to which each leads. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly lookedUpAtMs: number;
}

/** What is known of addresses. */
export interface Known {
  readonly lists: Readonly<Record<string, AddressList>>;
  /** By address; undefined if it was not asked. */
  readonly dns: ReadonlyMap<string, DnsAnswer>;
}

const MAX_ADDRESSES = 65_536;

const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/** A crawler at an address. */
export interface Sender {
  readonly address: string;
  readonly identification: Identification;
  /** Whether its address is that of a proxy. */
  readonly isProxied: boolean;
  /** The day for which it holds, because lists and answers of DNS count by their age; undefined if there were no lists and no answers. */
  readonly day: number | undefined;
  /** Whether its address was counted. */
  isCounted: boolean;
}

/** The senders of one crawler, by address. */
export interface Senders {
  /** Returns one object for all requests of a day. */
  at(address: string, timeMs: number): Sender;
}

export class Identities {
  readonly #known: Known;
  readonly #caches: Map<string, Sender>[] = [];
  #cached = 0;

  constructor(known: Known) {
    this.#known = known;
  }

  of(crawler: Crawler): Senders {
    const cache = new Map<string, Sender>();
    this.#caches.push(cache);
    return {
      at: (address, timeMs) => {
        const known = cache.get(address);
        if (known !== undefined && (known.day === undefined || known.day === dayOf(timeMs))) return known;
        return this.#keep(cache, crawler, address, dayOf(timeMs), known);
      },
    };
  }

  /** Lists and answers that a crawler needs are fetched before its first request at an address is identified. */
  get #hasFacts(): boolean {
    return this.#known.dns.size > 0 || Object.keys(this.#known.lists).length > 0;
  }

  #keep(cache: Map<string, Sender>, crawler: Crawler, address: string, day: number, known: Sender | undefined): Sender {
    const identification = this.#identify(crawler, address, day * DAY_MS);
    const sender: Sender = {
      // Without spreads: reading fields of what they make takes 0.3 µs a request.
      address: known?.address ?? ownedText(address),
      identification,
      isProxied: isProxied(identification),
      day: this.#hasFacts ? day : undefined,
      isCounted: known?.isCounted ?? false,
    };
    if (known === undefined && this.#cached++ === MAX_ADDRESSES) {
      for (const one of this.#caches) one.clear();
      this.#cached = 1;
    }
    cache.set(sender.address, sender);
    return sender;
  }

  /** Whether DNS could tell who it is, and nothing else did. An old answer is asked for again. */
  needsDns(crawler: Crawler, address: string, timeMs: number): boolean {
    const answer = this.#known.dns.get(address);
    if (crawler.agent === undefined || (answer !== undefined && answer.lookedUpAtMs > Date.now() - DAY_MS))
      return false;
    if (!identityOf(crawler.agent)?.suffixes.length) return false;
    const identification = this.#identify(crawler, address, timeMs);
    return identification.identity !== "verified" && !isProxied(identification);
  }

  #identify({ agent, name }: Crawler, address: string, atMs: number): Identification {
    if (agent === undefined) return { identity: "unknown", reason: `${name} is not in the table of crawlers.` };
    const proxied = agent.purpose === "permission" ? undefined : proxyAt(address);
    if (proxied !== undefined) return proxied;
    const answer = this.#known.dns.get(address);
    const dns = answer === undefined ? {} : { names: answer.names, lookedUpAt: new Date(answer.lookedUpAtMs) };
    return identify(agent, address, { lists: this.#known.lists, at: new Date(atMs), ...dns });
  }
}
