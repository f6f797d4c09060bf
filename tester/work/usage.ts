/** What the file says besides Allow and Disallow: uses, licences, delays, sitemaps, and where it contradicts itself. */

import { paceLines, parse, type RobotsTxt, sitemapLines, usageOf } from "../../bindings/index.ts";
import { knownAgents } from "../../bindings/owners/agents/index.ts";
import { enumerated, pluralise } from "../../bindings/owners/editor/wording.ts";
import { isPermission, permissionText } from "../answer.ts";
import type { Requests, UsageView, UseRow } from "../protocol.ts";
import { overviewOf } from "./crawlers.ts";
import { readingsOf } from "./file-readings.ts";
import { openAmong } from "./open-crawlers.ts";

const USES = ["search", "ai-input", "train-ai"] as const;
const SHOWN_NAMES = 3;
const SHOWN_AGENTS = 5;

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
    sitemaps: sitemapsIn(file, url),
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
      return allowed === undefined ? [] : [{ use, allowed, line, text: `${field}: ${value}`, reason }];
    });
    if (stated.length === 0) silent++;
    for (const one of stated) add(found, one, token);
  }
  const order = (row: UseRow): number => USES.indexOf(row.use) * 1000 - row.count;
  return { uses: [...found.values()].sort((a, b) => order(a) - order(b)), silent };
}

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

const delaysIn = (robots: RobotsTxt): UsageView["delays"] =>
  paceLines(robots).map(({ line, key, value, agents }) => ({
    line,
    text: `${key}: ${value}`,
    agents: agents.slice(0, SHOWN_AGENTS).join(", "),
  }));

const MAX_SITEMAPS = 200;

function sitemapsIn(file: string, url: string | undefined): UsageView["sitemaps"] {
  const robots = parse(new TextEncoder().encode(file), url === undefined ? {} : { url });
  return sitemapLines(robots)
    .slice(0, MAX_SITEMAPS)
    .map(({ line, value, url: read }) => ({
      line,
      url: value,
      isRead: read !== undefined,
      ...(read !== value && { problem: problemOf(value, read) }),
    }));
}

function problemOf(value: string, read: string | undefined): string {
  if (read !== undefined) return `is not a whole address: some crawlers ignore it, others read ${read}`;
  return value === "" ? "has no address" : "is not a whole address";
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

const listed = (rows: Rows): string =>
  enumerated(
    rows.map(({ token }) => token),
    10,
  );
