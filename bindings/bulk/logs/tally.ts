/** What a log says of each crawler, as counts. */
import type { Identification, IdentityVerdict } from "../../owners/agents/index.ts";
import type { Crawler } from "./crawlers.ts";
import type { Gap } from "./delays.ts";
import type { Answered, RobotsAnswer } from "./fetches.ts";
import type { History, Version } from "./history.ts";
import type { Sender } from "./identities.ts";
import { Load } from "./load.ts";
import type { LogRequest } from "./request.ts";
import { ownedText } from "./values.ts";
import { type RefusedVerdict, TODAY } from "./verdict.ts";

/** Addresses that are told apart for one crawler. */
const MAX_CLIENTS = 10_000;
const MAX_HOSTS = 1000;

/** `beforeFirst`: judged, from before the first version. */
type JudgedKind = "judged" | "beforeFirst" | "otherMethods" | "withoutTarget" | "afterUnavailable";

/** What a row counts: the answers to /robots.txt, as the columns name them. */
type AnswerKind = "seen" | "other" | "unavailable" | "unreachable";

const kindByAnswer: Readonly<Record<RobotsAnswer, AnswerKind>> = {
  ...{ seen: "seen", unknown: "other", redirected: "other", nothing: "other" },
  ...{ missing: "unavailable", denied: "unavailable", unreachable: "unreachable" },
};

/** A refused request that a 4xx for robots.txt makes lawful. */
export interface Excuse {
  readonly answer: Answered;
  readonly address: string;
}

export class CrawlerTally {
  readonly crawler: Crawler;
  requests = 0;
  readonly load: Load = new Load();
  readonly identities: Record<IdentityVerdict, number> = { verified: 0, false: 0, unknown: 0 };
  readonly counts: Record<JudgedKind, number> = {
    ...{ judged: 0, beforeFirst: 0, otherMethods: 0, withoutTarget: 0, afterUnavailable: 0 },
  };
  readonly verdicts: Record<RefusedVerdict, number> = {
    ...{ violation: 0, grace: 0, "after-error": 0, "unknown-version": 0, "user-fetch": 0, spoofed: 0, [TODAY]: 0 },
  };
  /** Violations that were answered by 2xx or 304. */
  served = 0;
  readonly robots: Record<AnswerKind, number> = { seen: 0, other: 0, unavailable: 0, unreachable: 0 };
  /** When it first fetched each version, or a later one. */
  readonly firstFetches: Map<Version, number> = new Map();
  /** Requests from addresses of proxies. */
  proxied = 0;
  gaps = 0;
  shortGaps = 0;
  delaySeconds: number | undefined;
  firstMs: number = Infinity;
  lastMs: number = -Infinity;
  readonly #addresses: Set<string> = new Set();
  signatureAgent: string | undefined;
  /** Of the requests after 4xx, the first one. */
  excuse: Excuse | undefined;
  /** The answer because of which its first request of `unknown-version` has an unknown text. */
  unknownText: Answered | undefined;
  /** Why its first unknown sender is unknown. */
  unknownBecause: string | undefined;

  constructor(crawler: Crawler) {
    this.crawler = crawler;
  }

  /** At most 10,000 are counted. */
  get addresses(): number {
    return this.#addresses.size;
  }

  /** Requests that robots.txt refuses, and that nothing excuses. */
  get refused(): number {
    return this.verdicts.violation + this.verdicts[TODAY];
  }

  addRequest(request: LogRequest, sender: Sender): void {
    const { timeMs, address, signatureAgent } = request;
    const { identification } = sender;
    this.load.add(request);
    this.requests++;
    this.identities[identification.identity]++;
    if (sender.isProxied) this.proxied++;
    if (timeMs < this.firstMs) this.firstMs = timeMs;
    if (timeMs > this.lastMs) this.lastMs = timeMs;
    if (!sender.isCounted) this.#addSender(address, identification);
    sender.isCounted = true;
    this.signatureAgent ??= signatureAgent;
  }

  #addSender(address: string, { identity, reason }: Identification): void {
    if (identity === "unknown") this.unknownBecause ??= reason;
    if (this.#addresses.size < MAX_CLIENTS) this.#addresses.add(ownedText(address));
  }

  /** @param versions up to the one that was fetched */
  addCopy(versions: readonly Version[], timeMs: number): void {
    for (const version of versions)
      if (timeMs < (this.firstFetches.get(version) ?? Infinity)) this.firstFetches.set(version, timeMs);
  }

  count(kind: JudgedKind): void {
    this.counts[kind]++;
  }

  addUnavailable(excuse: Excuse): void {
    this.counts.afterUnavailable++;
    this.excuse ??= excuse;
  }

  addVerdict(verdict: RefusedVerdict, { status }: LogRequest): void {
    this.verdicts[verdict]++;
    if (verdict === "violation" && ((status >= 200 && status < 300) || status === 304)) this.served++;
  }

  addGap({ delaySeconds, isShort }: Gap): void {
    this.gaps++;
    if (isShort) this.shortGaps++;
    this.delaySeconds = Math.max(this.delaySeconds ?? 0, delaySeconds);
  }
}

export class Tally {
  readonly #crawlers: Map<Crawler, CrawlerTally> = new Map();
  /** Requests to hosts without a robots.txt, by host. */
  readonly otherHosts: Map<string, number> = new Map();
  /** Sizes of 200 answers to /robots.txt. More of them than versions mean that the history has holes. */
  readonly sizes: Set<number> = new Set();
  /** The versions that were served to crawlers. */
  readonly versions: Set<Version> = new Set();
  /** Logs that cannot be read, or not to their end. */
  readonly damaged: Set<string> = new Set();
  lines = 0;
  unreadable = 0;
  /** Lines that can be read in several ways. */
  ambiguous = 0;
  /** Lines that were longer than 4 MiB. */
  overlong = 0;
  /** Of all crawlers, wanted or not. */
  requests = 0;
  /** Requests that were more than an hour behind the newest. */
  late = 0;
  /** Of those with a row, whatever excuses them: what a server that enforces robots.txt would have refused. */
  enforced = 0;

  of(crawler: Crawler): CrawlerTally {
    let tally = this.#crawlers.get(crawler);
    if (tally === undefined) {
      tally = new CrawlerTally(crawler);
      this.#crawlers.set(crawler, tally);
    }
    return tally;
  }

  /** Most refused requests first, then most requests. */
  get crawlers(): readonly CrawlerTally[] {
    return [...this.#crawlers.values()].sort(
      (a, b) => b.refused - a.refused || b.requests - a.requests || (a.crawler.name < b.crawler.name ? -1 : 1),
    );
  }

  addOtherHost(host = "-"): void {
    const name = this.otherHosts.has(host) || this.otherHosts.size < MAX_HOSTS ? host : "-";
    this.otherHosts.set(name, (this.otherHosts.get(name) ?? 0) + 1);
  }

  addFetch(crawler: Crawler, { timeMs, status, bytes }: LogRequest, answer: RobotsAnswer, history: History): void {
    const tally = this.of(crawler);
    tally.robots[kindByAnswer[answer]]++;
    if (answer === "seen" && status === 200 && bytes !== undefined && this.sizes.size < MAX_HOSTS)
      this.sizes.add(bytes);
    const versions = history.versions.slice(0, history.indexAt(timeMs) + 1);
    if (versions.length > 0) this.versions.add(versions.at(-1)!);
    if (answer === "seen") tally.addCopy(versions, timeMs);
  }
}
