/** What other houses use of bulk/logs. */
export { type Client, type Crawler, Crawlers } from "./crawlers.ts";
export { formatNames } from "./detect.ts";
export type { Answered, Place } from "./fetches.ts";
export { History, timeOfName, Version } from "./history.ts";
export { type DnsAnswer, Identities } from "./identities.ts";
export { type Event, explanationOf, Judge, type Judged } from "./judge.ts";
export { isReadOnce, LogFile, type LogOptions } from "./log-file.ts";
export { mergeLogs } from "./merge-logs.ts";
export { hostOf } from "./request.ts";
export { crawlerRow, hoursToVersions, type LogForm, logColumns, requestRow, shareOf } from "./rows.ts";
export type { CrawlerTally, Excuse, Tally } from "./tally.ts";
export { SECOND_MS } from "./values.ts";
export { type RefusedVerdict, TODAY } from "./verdict.ts";
