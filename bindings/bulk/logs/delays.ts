/**
 * Gaps between the requests of one crawler and host, over all its addresses. Crawl-delay is not in RFC 9309, so it is reported
 * and never a violation. Most logs have whole seconds: a gap is short only if one second more were still too short.
 */
import type { Crawler } from "./crawlers.ts";
import { SECOND_MS } from "./values.ts";

export interface Gap {
  readonly delaySeconds: number;
  readonly isShort: boolean;
}

/** The requests of one crawler and host. */
interface DelaySite {
  readonly crawler: Crawler;
  /** Requests by second. */
  readonly seconds: Map<number, { requests: number; readonly delaySeconds: number }>;
  /** The last second that was counted. */
  last: number | undefined;
}

export class Delays {
  readonly #sites: Map<string, DelaySite> = new Map();
  readonly #onGap: (crawler: Crawler, gap: Gap) => void;

  constructor(onGap: (crawler: Crawler, gap: Gap) => void) {
    this.#onGap = onGap;
  }

  add(crawler: Crawler, host: string | undefined, timeMs: number, delaySeconds: number | undefined): void {
    if (delaySeconds === undefined) return;
    const name = `${crawler.name} ${host}`;
    const site = this.#sites.get(name) ?? { crawler, seconds: new Map(), last: undefined };
    this.#sites.set(name, site);
    const second = Math.floor(timeMs / SECOND_MS);
    const known = site.seconds.get(second);
    if (known === undefined) site.seconds.set(second, { requests: 1, delaySeconds });
    else known.requests++;
  }

  /** Counts the gaps up to a time. */
  flush(untilMs: number): void {
    for (const site of this.#sites.values()) {
      const ready = [...site.seconds.keys()].filter((second) => second * SECOND_MS <= untilMs).sort((a, b) => a - b);
      for (const second of ready) this.#count(site, second);
    }
  }

  #count(site: DelaySite, second: number): void {
    const { requests, delaySeconds } = site.seconds.get(second)!;
    site.seconds.delete(second);
    const gap = (seconds: number): Gap => ({ delaySeconds, isShort: seconds + 1 <= delaySeconds });
    if (site.last !== undefined) this.#onGap(site.crawler, gap(second - site.last));
    for (let i = 1; i < requests; i++) this.#onGap(site.crawler, gap(0));
    site.last = second;
  }
}
