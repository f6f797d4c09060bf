/** The rules of docs/logs.md, read literally: each request looks at the whole log. Slow, and without a state. */
export interface Visit {
  readonly at: number;
  readonly target: string;
  readonly status: number;
  readonly bytes: number;
  readonly bot: string;
  readonly address: string;
}

export interface ModelVersion {
  readonly at: number;
  readonly refuses: readonly string[];
  readonly bytes: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The crawlers whose fetches count, besides its own. */
const falls: Readonly<Record<string, string>> = { "Googlebot-Image": "Googlebot" };

/** GPTBot has a list: see the test. */
export const identityOf = ({ bot, address }: Visit): "verified" | "false" | "unknown" =>
  bot !== "GPTBot" ? "unknown" : address.startsWith("192.0.2.") ? "verified" : "false";

const last = (visits: readonly Visit[]): number => Math.max(-Infinity, ...visits.map(({ at }) => at));
const within = (status: number, from: number, to: number): boolean => status >= from && status <= to;

/** @returns undefined for a request that is allowed */
export function modelVerdict(one: Visit, log: readonly Visit[], versions: readonly ModelVersion[]): string | undefined {
  if (identityOf(one) === "false") return "spoofed";
  const refused = (version: ModelVersion): boolean => version.refuses.some((path) => one.target.startsWith(path));
  const servedAt = (at: number): ModelVersion | undefined =>
    versions.filter((version) => version.at <= at).sort((a, b) => b.at - a.at)[0];
  /** Whether the answer is the version of its time, or of the second before. */
  const isLarger = ({ at, bytes }: Visit): boolean => {
    const served = [servedAt(at), servedAt(at - 1000)].filter((version) => version !== undefined);
    return served.length > 0 && served.every((version) => bytes >= version.bytes + 1024);
  };
  const fetches = log.filter(({ target }) => target === "/robots.txt");
  const ofName = fetches.filter((fetch) => {
    const isName = [one.bot, falls[one.bot]].includes(fetch.bot);
    const isKnown = identityOf(one) === "verified" ? identityOf(fetch) === "verified" : identityOf(fetch) !== "false";
    return isName && isKnown;
  });
  const ofSender = ofName.filter(({ address }) => identityOf(one) === "verified" || address === one.address);
  const isDone = (fetch: Visit): boolean => fetch.at < one.at;
  const isBegun = (fetch: Visit): boolean => fetch.at <= one.at;
  const is200 = (fetch: Visit): boolean => fetch.status === 200 && fetch.bytes > 0 && !isLarger(fetch);

  const readAt = last(ofName.filter(isDone).filter(is200));
  const seenAt = Math.max(readAt, last(ofName.filter(isDone).filter(({ status }) => status === 304)));
  const missingAt = last(fetches.filter(isBegun).filter(({ status }) => [404, 410].includes(status)));
  const deniedAt = last(ofSender.filter(isBegun).filter(({ status }) => [401, 403, 451].includes(status)));
  const failedAt = last(
    ofName
      .filter(isBegun)
      .filter(({ status }) => status === 444 || (within(status, 500, 599) && ![501, 505].includes(status))),
  );
  const unknownAt = Math.max(
    last(ofSender.filter(isBegun).filter(({ status }) => within(status, 300, 399) && status !== 304)),
    last(
      ofName
        .filter(isBegun)
        .filter((fetch) =>
          fetch.status === 200 ? isLarger(fetch) : within(fetch.status, 201, 299) && fetch.status !== 206,
        ),
    ),
  );

  const allowedAt = Math.max(missingAt, deniedAt);
  const now = servedAt(one.at);
  if (allowedAt > -Infinity && allowedAt >= seenAt && one.at - allowedAt <= DAY) return undefined;
  if (now === undefined) return "unknown-version";
  if (!refused(now)) return undefined;
  const isOutage = failedAt > -Infinity && failedAt >= Math.max(seenAt, allowedAt, unknownAt);
  const hasCopy = one.at - seenAt <= 30 * DAY;
  if (isOutage && !hasCopy) return "after-error";
  const since = isOutage ? seenAt - 1000 : Math.max(seenAt - 1000, one.at - DAY);
  const held = versions.filter((version) => {
    const until = Math.min(...versions.map(({ at }) => at).filter((at) => at > version.at), Infinity);
    return version.at <= one.at && until > since;
  });
  if (!held.every(refused)) return "grace";
  return unknownAt > readAt || !(servedAt(since) !== undefined) ? "unknown-version" : "violation";
}
