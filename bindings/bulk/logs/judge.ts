/**
 * Judges the requests of crawlers. A request that the version of its time allows is allowed. Any other waits until an hour of the
 * log has passed, because lines may be late, and is then judged by the versions that its crawler may hold. So cutting a log into
 * files changes no verdict.
 */

import type { Explanation } from "../../core/deciding.ts";
import type { Identification } from "../../owners/agents/index.ts";
import type { Crawler } from "./crawlers.ts";
import { Delays } from "./delays.ts";
import { type Answered, answerByStatus, Fetches, LATE_MS, type Place, type RobotsAnswer } from "./fetches.ts";
import type { History, Version, VersionRules } from "./history.ts";
import type { Identities, Sender, Senders } from "./identities.ts";
import type { LogRequest } from "./request.ts";
import { type CrawlerTally, Tally } from "./tally.ts";
import { ownedText } from "./values.ts";
import { type Held, heldAt, heldVerdict, type RefusedVerdict, todayVerdict } from "./verdict.ts";

/** A request with the place of its line. */
export interface Event {
  readonly request: LogRequest;
  readonly file: string;
  readonly line: number;
}

/** A request that has a row, and what its verdict rests on. */
export interface Judged extends Event {
  readonly verdict: RefusedVerdict;
  readonly identification: Identification;
  /** What `explain` is asked: the target, with the host where it is known. */
  readonly url: string;
  /** The version that was served at the time; undefined where none is known. */
  readonly version: Version | undefined;
  /** The line in which the crawler fetched the version last, if it did. */
  readonly fetched: Place | undefined;
}

export interface JudgeOptions {
  /** The history of a host; undefined if it has none. */
  readonly historyOf: (host: string | undefined) => History | undefined;
  /** The host of requests whose log names none. */
  readonly site: string | undefined;
  readonly graceMs: number;
  /** Whether the only version is the file of today, which says nothing of the past. */
  readonly isToday?: boolean;
  readonly identities: Identities;
  /** Whether a crawler has rows and counts. The fetches of others count all the same. */
  readonly isWanted: (crawler: Crawler) => boolean;
}

/** What the version of the time says to the request; undefined where none is known, or the crawler need not obey it. */
export const explanationOf = ({ version, request, url }: Judged): Explanation | undefined =>
  version?.rulesFor(request.crawler).obeyed?.explain(url);

const JUDGED_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

/** Of the log's time, between judging requests that wait. */
const FLUSH_MS = LATE_MS / 4;

/** What is known of a crawler: each request needs it. */
interface Seat {
  /** Undefined for a crawler that is not wanted. */
  readonly counts: CrawlerTally | undefined;
  readonly senders: Senders;
  /** The version of its last request, and what that says. */
  version: Version | undefined;
  rules: VersionRules | undefined;
}

/** A host with a robots.txt. */
interface JudgedSite {
  readonly host: string | undefined;
  readonly history: History;
  readonly fetches: Fetches;
}

/** There may be millions, so each is one object, and they share what repeats. */
interface Waiting extends LogRequest, Omit<Event, "request"> {
  readonly seat: Seat;
  readonly site: JudgedSite;
  readonly identification: Identification;
}

export class Judge {
  readonly tally: Tally = new Tally();
  readonly #options: JudgeOptions;
  readonly #seats: Map<Crawler, Seat> = new Map();
  readonly #sites: Map<string | undefined, JudgedSite> = new Map();
  readonly #delays: Delays;
  #waiting: Waiting[] = [];
  #newestMs = -Infinity;
  #flushAtMs = -Infinity;

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#delays = new Delays((crawler, gap) => this.tally.of(crawler).addGap(gap));
  }

  /** Yields the requests that have a row, one at a time: an hour of a log may have millions. */
  *judged(events: Iterable<Event>): Generator<Judged, void> {
    for (const event of events) {
      const { timeMs } = event.request;
      if (timeMs >= this.#flushAtMs) {
        // Before the answers of hours more are known: of many answers, old ones are forgotten.
        yield* this.#flush(timeMs - LATE_MS);
        this.#flushAtMs = timeMs + FLUSH_MS;
      }
      this.#add(event);
    }
  }

  /** Yields the requests that still wait. */
  rest(): Generator<Judged, void> {
    return this.#flush(Infinity);
  }

  #add(event: Event): void {
    const { request } = event;
    const { host, timeMs } = request;
    this.tally.requests++;
    if (timeMs > this.#newestMs) this.#newestMs = timeMs;
    else if (timeMs < this.#newestMs - LATE_MS) this.tally.late++;
    const site = this.#sites.get(host) ?? this.#newSite(host);
    const seat = this.#seats.get(request.crawler) ?? this.#newSeat(request.crawler);
    const { counts } = seat;
    const sender = seat.senders.at(request.address, timeMs);
    counts?.addRequest(request, sender);
    if (site === undefined) this.tally.addOtherHost(host);
    else if (request.target === undefined) counts?.count("withoutTarget");
    else if (asksRobotsTxt(request.target)) this.#addFetch(event, sender, site);
    else if (counts !== undefined) this.#decide(event, seat, counts, site, sender);
  }

  /** Undefined for a host without a robots.txt, of which strangers could name any number. */
  #newSite(name: string | undefined): JudgedSite | undefined {
    const history = this.#options.historyOf(name);
    if (history === undefined) return undefined;
    const host = name === undefined ? undefined : ownedText(name);
    const site: JudgedSite = { host, history, fetches: new Fetches() };
    this.#sites.set(host, site);
    return site;
  }

  #newSeat(crawler: Crawler): Seat {
    const counts = this.#options.isWanted(crawler) ? this.tally.of(crawler) : undefined;
    const senders = this.#options.identities.of(crawler);
    const seat: Seat = { counts, senders, version: undefined, rules: undefined };
    this.#seats.set(crawler, seat);
    return seat;
  }

  /** Of exactly /robots.txt: with a query, or as the URL of another host, a client can make any answer. */
  #addFetch({ request, file, line }: Event, sender: Sender, { history, fetches }: JudgedSite): void {
    const { crawler, timeMs, status, bytes, method, target, isOfHost } = request;
    const { identity } = sender.identification;
    if (method !== "GET" || target !== ROBOTS_TXT || !isOfHost) return;
    const answer = answerToRequest(request, history);
    if (identity === "false" && answer !== "missing") return;
    const place: Answered = { file, line, timeMs, status, bytes, address: sender.address };
    fetches.add(crawler.copyTokens[0]!, answer, place, identity === "verified");
    if (identity !== "false") this.tally.addFetch(crawler, request, answer, history);
  }

  #decide(event: Event, seat: Seat, counts: CrawlerTally, site: JudgedSite, sender: Sender): void {
    const { crawler, host, timeMs, method, target } = event.request;
    if (!JUDGED_METHODS.has(method)) {
      counts.count("otherMethods");
      return;
    }
    const { history } = site;
    const version = history.versions[history.indexAt(timeMs)];
    const isFalse = sender.identification.identity === "false";
    if (!isFalse) {
      counts.counts.judged++;
      if (version === undefined) counts.count("beforeFirst");
      const rules = rulesIn(seat, crawler, version);
      this.#delays.add(crawler, host, timeMs, rules?.delaySeconds);
      if (rules !== undefined && needsNoHost(target!) && rules.obeyed?.isAllowed(target!) !== false) return;
    }
    this.#waiting.push(waitingOf(event, seat, site, sender));
  }

  /** Judges what waits up to a time. */
  *#flush(untilMs: number): Generator<Judged, void> {
    this.#delays.flush(untilMs);
    const ready = this.#waiting.filter(({ timeMs }) => timeMs <= untilMs);
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter(({ timeMs }) => timeMs > untilMs);
    // Sorting keeps the order of lines of one time.
    ready.sort((a, b) => a.timeMs - b.timeMs);
    for (const one of ready) {
      const judged = this.#judge(one);
      if (judged !== undefined) yield judged;
    }
  }

  /** Undefined for a request that is allowed. */
  #judge(request: Waiting): Judged | undefined {
    const { file, line, seat, identification, crawler, timeMs, target, address } = request;
    const { history, fetches } = request.site;
    const url = urlToExplain(request.host ?? this.#options.site, target!);
    const isVerified = identification.identity === "verified";
    const state = fetches.stateAt(crawler.copyTokens, timeMs, isVerified, address);
    const held = heldAt(history, state, timeMs, this.#options.graceMs);
    const asked = needsNoHost(target!) ? target! : url;
    const { isToday = false } = this.#options;
    const verdict = requestVerdict(crawler, identification, isToday ? todayVerdict : heldVerdict, held, asked);
    const counts = seat.counts!;
    if (verdict === "allowed") {
      if (!isToday && held.isUnavailable && held.versions.at(-1)?.refuses(crawler, url))
        counts.addUnavailable({ answer: state.unavailable!, address });
      return undefined;
    }
    counts.addVerdict(verdict, request);
    if (verdict === "unknown-version" && state.unknown !== undefined) counts.unknownText ??= state.unknown;
    const version = held.versions.at(-1);
    if (version?.isEnforced(crawler, url.startsWith("/") ? `https://host${url}` : url)) this.tally.enforced++;
    return { request, file, line, verdict, identification, url, version, fetched: state.seen };
  }
}

/** What a version says; undefined without one. Most requests meet the version of the one before. */
function rulesIn(seat: Seat, crawler: Crawler, version: Version | undefined): VersionRules | undefined {
  if (seat.version !== version) {
    seat.version = version;
    seat.rules = version?.rulesFor(crawler);
  }
  return seat.rules;
}

/** Without the block of the log, from which its texts were cut. A spread would take longer than all else here. */
const waitingOf = ({ request, file, line }: Event, seat: Seat, site: JudgedSite, sender: Sender): Waiting => ({
  crawler: request.crawler,
  timeMs: request.timeMs,
  address: sender.address,
  host: site.host,
  method: ownedText(request.method),
  target: ownedText(request.target!),
  isOfHost: request.isOfHost,
  status: request.status,
  bytes: request.bytes,
  signatureAgent: request.signatureAgent && ownedText(request.signatureAgent),
  file,
  line,
  seat,
  site,
  identification: sender.identification,
});

const ROBOTS_TXT = "/robots.txt";

/** Such a request is never refused (RFC 9309 §2.2.2). */
const asksRobotsTxt = (target: string): boolean => target === ROBOTS_TXT || target.startsWith(`${ROBOTS_TXT}?`);

/** Answers are compressed, so a smaller one proves nothing. A larger one is not the version; some logs count the header fields too. */
const HEADER_BYTES = 1024;

function answerToRequest({ crawler, status, bytes, timeMs }: LogRequest, history: History): RobotsAnswer {
  const answer = answerByStatus(status, crawler.dialect);
  if (status !== 200 || bytes === undefined) return answer;
  const sizes = history.servedAt(timeMs).map(({ body }) => body.length);
  if (sizes.length === 0) return answer;
  if (bytes >= Math.max(...sizes) + HEADER_BYTES) return "unknown";
  // The client left before it got anything.
  return bytes === 0 && Math.min(...sizes) > 0 ? "nothing" : answer;
}

/** Whether a target means the same without its host: deciding it takes a fifth of the time of a URL. */
const needsNoHost = (target: string): boolean => !target.startsWith("//");

/** With the host where the log has it. Some dialects read `//x` as a host, so such a target needs one. */
const urlToExplain = (host: string | undefined, target: string): string =>
  host !== undefined ? `https://${host}${target}` : target.startsWith("//") ? `https://host${target}` : target;

function requestVerdict(
  crawler: Crawler,
  { identity }: Identification,
  verdictBy: typeof heldVerdict,
  held: Held,
  url: string,
): RefusedVerdict | "allowed" {
  if (identity === "false") return "spoofed";
  const verdict = verdictBy(crawler, held, url);
  const isRefused = verdict !== "allowed" && verdict !== "unknown-version";
  return isRefused && !crawler.isBound ? "user-fetch" : verdict;
}
