/** The versions of a robots.txt, and the times from which they were served. */

import type { AgentRules } from "../../core/index.ts";
import { enforce } from "../../owners/agents/index.ts";
import { ignoresGroups, RobotsByDialect } from "../../owners/agents/internal.ts";
import type { Crawler } from "./crawlers.ts";
import { countBefore } from "./sorted.ts";
import { SECOND_MS } from "./values.ts";

/** What a version says to a crawler. */
export interface VersionRules {
  /** What it has to obey; undefined if it may fetch everything. */
  readonly obeyed: AgentRules | undefined;
  /** The Crawl-delay, in seconds. */
  readonly delaySeconds: number | undefined;
}

export class Version {
  /** The path of its file, as the user can pass it to `explain`. */
  readonly file: string;
  /** The time from which it was served; -Infinity if it was always served. */
  readonly fromMs: number;
  readonly body: Uint8Array;
  readonly #byDialect: RobotsByDialect;
  readonly #rules: Map<Crawler, VersionRules> = new Map();

  constructor(file: string, fromMs: number, body: Uint8Array) {
    this.file = file;
    this.fromMs = fromMs;
    this.body = body;
    this.#byDialect = new RobotsByDialect(body);
  }

  /** Whether a crawler may not fetch a URL. */
  refuses(crawler: Crawler, url: string): boolean {
    return this.rulesFor(crawler).obeyed?.isAllowed(url) === false;
  }

  /** Whether a server that enforces this version would refuse a request: `enforce` reads by RFC 9309, for the crawler that is named. */
  isEnforced({ name: userAgent }: Crawler, url: string): boolean {
    return !enforce(this.#byDialect.in("rfc9309"), { userAgent, url }).allowed;
  }

  rulesFor(crawler: Crawler): VersionRules {
    let read = this.#rules.get(crawler);
    if (read === undefined) {
      const rules = this.#byDialect.in(crawler.dialect).agent(crawler.tokens);
      read = { obeyed: ignoresGroups(crawler.agent, rules) ? undefined : rules, delaySeconds: rules.crawlDelay };
      this.#rules.set(crawler, read);
    }
    return read;
  }
}

/** The versions of one host, in the order of their times. */
export class History {
  readonly versions: readonly Version[];

  constructor(versions: readonly Version[]) {
    this.versions = [...versions].sort((a, b) => a.fromMs - b.fromMs);
  }

  /** The version that was served at a time, and the one before if it changed in that second: logs have whole seconds. */
  servedAt(timeMs: number): readonly Version[] {
    return this.versions.slice(Math.max(this.indexAt(timeMs - SECOND_MS), 0), this.indexAt(timeMs) + 1);
  }

  /** The index of the version that was served at a time; -1 before the first. */
  indexAt(timeMs: number): number {
    return countBefore(this.versions, ({ fromMs }) => fromMs <= timeMs) - 1;
  }
}

/** The time in a name such as `2026-11-10T120000Z.txt`; undefined for other names. */
export const timeOfName = (name: string): number | undefined => {
  const [, day, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.txt$/.exec(name) ?? [];
  const text = `${day}T${hours}:${minutes}:${seconds}.000Z`;
  const time = Date.parse(text);
  // 30 February would be 2 March.
  return Number.isNaN(time) || new Date(time).toISOString() !== text ? undefined : time;
};
