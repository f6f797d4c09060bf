/**
 * What a file says beside its rules, in all dialects: its groups and their fields as the oracle has them, typed fields in
 * their ranges or absent, sitemaps that can be fetched, the same after saving.
 */

import { urlOf } from "../../../bindings/base/url.ts";
import { type Dialect, dialects } from "../../../bindings/core/dialects.ts";
import { parseRequestRate, parseVisitTime } from "../../../bindings/core/linting.ts";
import { parseCrawlDelay } from "../../../bindings/core/parsing.ts";
import { AgentRules, cleanUrl, parse, type RobotsTxt, requestRateAt, usageOf } from "../../../bindings/index.ts";
import { agentOf, type Input, utf8 } from "../input.ts";
import { type Chosen, paceOf, readingOf } from "../reference.ts";
import { fieldSeeds } from "../seeds.ts";
import { expectSame, expectTrue, type Target } from "../target.ts";

const DAY_SECONDS = 86_400;
/** Each is a small compilation for each line of preferences. */
const MAX_URLS = 3;
const FILE_URL = "https://a.example/robots.txt";

type Window = { readonly fromMinute: number; readonly toMinute: number } | undefined;

const isMinute = (minute: number): boolean => Number.isInteger(minute) && minute >= 0 && minute <= 1440;
const isWindow = (window: Window): boolean =>
  window === undefined || (isMinute(window.fromMinute) && isMinute(window.toMinute));

function checkTimes({ crawlDelay, requestRates, requestRate, visitTime }: AgentRules): void {
  const isDelay = crawlDelay === undefined || (crawlDelay >= 0 && crawlDelay <= DAY_SECONDS);
  expectTrue("crawl delay", isDelay, crawlDelay);
  const isRate = requestRates.every(
    ({ requests, seconds, window }) =>
      Number.isInteger(requests) &&
      requests > 0 &&
      seconds > 0 &&
      seconds <= requests * DAY_SECONDS &&
      isWindow(window),
  );
  expectTrue("request rates", isRate, requestRates);
  expectTrue("request rate", requestRate === undefined || requestRate.window === undefined, requestRate);
  const atNoon = requestRateAt(requestRates, new Date(43_200_000));
  expectTrue("request rate at noon", atNoon === undefined || requestRates.includes(atNoon), atNoon);
  expectTrue("visit time", isWindow(visitTime), visitTime);
}

/** Cleaning twice is cleaning once, and nothing but the query is touched. */
function checkCleanUrl(robots: RobotsTxt, url: string): void {
  const cleaned = cleanUrl(url, robots.cleanParams);
  expectSame("clean URL, again", cleaned, cleanUrl(cleaned, robots.cleanParams));
  const [before, after] = [url, cleaned].map((one) => one.split(/[?#]/)[0]);
  expectSame("clean URL, path", before, after);
  expectSame("clean URL, fragment", url.split("#").slice(1).join("#"), cleaned.split("#").slice(1).join("#"));
}

function checkUsage({ fields, contentSignals, contentUsage }: AgentRules, url: string): void {
  const preferences = [...contentSignals, ...contentUsage];
  const isStated = preferences.every(({ path }) => path.startsWith("/"));
  expectTrue("preferences", isStated, preferences);
  for (const use of ["train-ai", "ai-input", "search"] as const) {
    const { allowed, reason, line } = usageOf(fields, url, use);
    expectSame("usage", allowed === undefined, reason === "not-stated");
    expectTrue("usage, line", line === undefined || preferences.some((one) => one.line === line), line);
  }
}

function checkAddresses({ sitemaps, host, noindex, cleanParams }: RobotsTxt): void {
  const isSitemap = (url: string): boolean => /^(https?|ftp):$/.test(urlOf(url)?.protocol ?? "");
  expectTrue("sitemaps", sitemaps.every(isSitemap) && new Set(sitemaps).size === sitemaps.length, sitemaps);
  const isHost = host === undefined || urlOf(/^https?:/.test(host) ? host : `http://${host}`) !== undefined;
  expectTrue("host", isHost, host);
  expectTrue(
    "noindex",
    noindex.every(({ pattern }) => /^[/*]/.test(pattern)),
    noindex,
  );
  expectTrue(
    "clean params",
    cleanParams.every(({ path, params }) => /^[/*]/.test(path) && !params.includes("")),
    cleanParams,
  );
}

function checkGroups(dialect: Dialect, robots: RobotsTxt, rules: AgentRules, [file, agent]: Input): void {
  const { groups, chosen } = readingOf(file!, agentOf(agent!), dialect);
  const outline = (one: { agents: readonly string[]; rules: readonly { line: number }[] }): unknown => [
    one.agents.length,
    one.rules.map(({ line }) => line),
  ];
  expectSame(`${dialect.name}, groups`, groups.map(outline), robots.groups.map(outline));
  const lines = robots.groups.map(({ fields }) => fields.map(({ line }) => line));
  expectSame(
    `${dialect.name}, fields of groups`,
    groups.map(({ fields }) => fields),
    lines,
  );
  const own = rules.fields.map(({ line }) => line);
  expectSame(`${dialect.name}, fields of the agent`, chosen?.groups.flatMap(({ fields }) => fields) ?? [], own);
  checkPace(dialect, chosen, rules);
  const saved = AgentRules.fromBytes(rules.toBytes());
  expectSame(`${dialect.name}, saved fields`, rules.fields, saved.fields);
}

const minutesIn = ({ fromMinute, toMinute }: NonNullable<Window>): number =>
  toMinute > fromMinute ? toMinute - fromMinute : 1440 - fromMinute + toMinute;

/** The longest delay, the slowest rate, the shortest hours; of equals the first, because sorting keeps their order. */
function checkPace(dialect: Dialect, chosen: Chosen | undefined, rules: AgentRules): void {
  const delays = paceOf(chosen, "crawl-delay", parseCrawlDelay).toSorted((a, b) => b - a);
  expectSame(`${dialect.name}, crawl delay`, delays[0], rules.crawlDelay);
  const rates = paceOf(chosen, "request-rate", parseRequestRate);
  expectSame(`${dialect.name}, request rates`, rates, rules.requestRates);
  const always = rates.filter(({ window }) => window === undefined);
  const slowest = always.toSorted((a, b) => b.seconds / b.requests - a.seconds / a.requests);
  expectSame(`${dialect.name}, request rate`, slowest[0], rules.requestRate);
  const hours = paceOf(chosen, "visit-time", parseVisitTime).toSorted((a, b) => minutesIn(a) - minutesIn(b));
  expectSame(`${dialect.name}, visit time`, hours[0], rules.visitTime);
}

export const fieldsTarget: Target = {
  name: "fields",
  kinds: ["robots", "agent", "url"],
  seeds: fieldSeeds,
  check: (input) => {
    const [file, agent, ...urls] = input;
    for (const dialect of dialects) {
      const robots = parse(file!, { dialect: dialect.name, url: FILE_URL });
      const rules = robots.agent(agentOf(agent!));
      checkGroups(dialect, robots, rules, input);
      checkTimes(rules);
      checkAddresses(robots);
      for (const url of urls.slice(0, MAX_URLS).map(utf8)) {
        checkCleanUrl(robots, url);
        checkUsage(rules, url);
      }
    }
    return { cases: dialects.length, features: [] };
  },
};
