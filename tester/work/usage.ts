/** What the file says besides Allow and Disallow: uses, licences, delays, sitemaps, and where it contradicts itself. */

import { pluralise } from "../../bindings/base/numbers.ts";
import { RobotsTxt, usageOf } from "../../bindings/core/index.ts";
import {
  fieldAt,
  isOther,
  isPaceKey,
  isUserAgent,
  offsetsIn,
  RECORD_STRIDE,
  walkRuns,
} from "../../bindings/core/parsing.ts";
import { knownAgents } from "../../bindings/owners/agents/index.ts";
import { isPermission, permissionText } from "../answer.ts";
import type { Requests, UsageView, UseRow } from "../protocol.ts";
import { overviewOf } from "./crawlers.ts";
import { openAmong } from "./open-crawlers.ts";
import { readingsOf } from "./readings.ts";
import { sitemapLines } from "./sitemap-lines.ts";

const USES = ["search", "ai-input", "train-ai"] as const;
const SHOWN_NAMES = 3;

export function usageView({ file, url }: Requests["usage"]["ask"]): UsageView {
  const source = { kind: "file", text: file } as const;
  const robots = readingsOf(source).in("rfc9309");
  const { rows } = overviewOf({ source });
  const { uses, silent } = usesIn(file);
  return {
    uses,
    silent,
    licences: licencesIn(robots),
    delays: delaysIn(robots),
    sitemaps: sitemapLines(file, url),
    contradictions: contradictionsIn(uses, rows),
    ...openAmong(rows),
  };
}

/** What each use is told, by the line that says so, with the crawlers to which it applies. */
function usesIn(file: string): Pick<UsageView, "uses" | "silent"> {
  const readings = readingsOf({ kind: "file", text: file });
  const found = new Map<string, UseRow>();
  let silent = 0;
  for (const { token } of knownAgents) {
    const fields = readings.rulesFor(token).rules?.fields ?? [];
    const stated = USES.flatMap((use) => {
      const { allowed, line, field, value, reason } = usageOf(fields, "/", use);
      return allowed === undefined ? [] : [{ use, allowed, line, text: partOf(field, value, use), reason }];
    });
    if (stated.length === 0) silent++;
    for (const one of stated) add(found, one, token);
  }
  const order = (row: UseRow): number => USES.indexOf(row.use) * 1000 - row.count;
  return { uses: [...found.values()].sort((a, b) => order(a) - order(b)), silent };
}

/** Of a line about several uses, what it says about this one; the whole value if it names the use in another way. */
function partOf(field: string | undefined, value: string | undefined, use: UseRow["use"]): string {
  const own = value?.split(/[,;]/).find((part) => PART[use].test(part));
  return `${field}: ${(own ?? value ?? "").trim()}`;
}

const PART: Readonly<Record<UseRow["use"], RegExp>> = {
  search: /^\s*search\s*=/i,
  "ai-input": /^\s*ai-input\s*=/i,
  "train-ai": /^\s*(?:ai-train|train-ai)\s*=/i,
};

type Stated = Omit<UseRow, "count" | "names" | "conflict" | "line"> & {
  readonly line: number | undefined;
  readonly reason: string;
};

function add(found: Map<string, UseRow>, { reason, line, ...stated }: Stated, token: string): void {
  const key = `${stated.use} ${line} ${stated.allowed}`;
  const { count, names } = found.get(key) ?? { count: 0, names: [] };
  found.set(key, {
    ...stated,
    ...(line !== undefined && { line }),
    count: count + 1,
    names: names.length < SHOWN_NAMES ? [...names, token] : names,
    conflict: reason === "conflict",
  });
}

function licencesIn(robots: RobotsTxt): UsageView["licences"] {
  const lines = [...robots.fields, ...robots.groups.flatMap(({ fields }) => fields)].filter(
    ({ key }) => key === "license",
  );
  const everywhere = new Set(robots.fields.map(({ line }) => line));
  const note = (line: number): string =>
    everywhere.has(line) ? "Counts for every group without a licence of its own." : "Counts for its group alone.";
  return lines.map(({ line, value }) => ({ line, url: value, note: note(line) }));
}

/** The fields about pace, with the user-agent lines to which they belong. */
function delaysIn(robots: RobotsTxt): UsageView["delays"] {
  const { records } = RobotsTxt.partsOf(robots);
  const delays: UsageView["delays"][number][] = [];
  walkRuns(records, (start, runEnd, end) => {
    const agents = offsetsIn(records.table, start, Math.min(runEnd, start + 5 * RECORD_STRIDE), isUserAgent);
    const names = agents.map((at) => fieldAt(records, at).value).join(", ");
    for (const at of offsetsIn(records.table, runEnd, end, isOther)) {
      const { line, key, value } = fieldAt(records, at);
      if (isPaceKey(key)) delays.push({ line, text: `${key}: ${value}`, agents: names });
    }
    return false;
  });
  return delays;
}

type Rows = ReturnType<typeof overviewOf>["rows"];

function contradictionsIn(uses: readonly UseRow[], rows: Rows): UsageView["contradictions"] {
  const training = rows.filter(({ section, isActive }) => section === "training" && isActive);
  const open = training.filter(({ access }) => access !== "refused");
  const crawlers = open.filter((row) => !isPermission(row));
  const says = (use: UseRow["use"], allowed: boolean): boolean =>
    uses.some((row) => row.use === use && row.allowed === allowed);
  const found = uses
    .filter(({ conflict }) => conflict)
    .map(({ use, line }) => ({
      title: `The file says both yes and no to ${NAMES[use]}`,
      text: `The most restrictive statement counts: no${line === undefined ? "" : `, line ${line}`}.`,
      offersRules: false,
    }));
  if (says("train-ai", false) && open.length > 0)
    found.push({
      title: `The file says “no AI training”, yet ${crawlers.length === 0 ? "permits the use to some" : `${pluralise(crawlers.length, "training crawler")} may fetch pages`}`,
      text: [
        "A statement of use asks. Only Disallow tells a crawler to stay away.",
        crawlers.length === 0 ? "" : `Not refused: ${listed(crawlers)}.`,
        permissionText(open.filter(isPermission)),
      ].join(" "),
      offersRules: true,
    });
  if (says("train-ai", true) && open.length === 0)
    found.push({
      title: "The file permits AI training, yet refuses every training crawler",
      text: "A crawler that may not fetch a page cannot use it, whatever the statement says.",
      offersRules: false,
    });
  return found;
}

const NAMES: Readonly<Record<UseRow["use"], string>> = {
  search: "search results",
  "ai-input": "AI answers",
  "train-ai": "AI training",
};

function listed(rows: Rows): string {
  const names = rows.map(({ token }) => token);
  return names.length <= 10 ? names.join(", ") : `${names.slice(0, 10).join(", ")} and ${names.length - 10} more`;
}
