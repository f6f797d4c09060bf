/** Whom a site loses by a change, in the order of what a shop loses first. */
import { parse } from "../../core/deciding.ts";
import { dialectNamed, ruleText, tokenNamedBy } from "../../core/parsing.ts";
import { knownAgents } from "./agent-rows.ts";
import { answersQuestions } from "./answers-questions.ts";
import { products } from "./companies.ts";
import type { KnownAgent } from "./rows/known-agent.ts";
import { checkedRow } from "./rows/own-rows.ts";
import { purposeTexts } from "./rows/purpose-texts.ts";
import type { AgentPurpose } from "./rows/purposes.ts";

export interface Audience {
  /** Stable, for programs. */
  readonly id: string;
  readonly title: string;
  /** Whether a loss is probably a mistake. Refusing the others is a choice that many owners make. */
  readonly isSales: boolean;
  readonly takes: (row: KnownAgent) => boolean;
}

const isOf = ({ token }: KnownAgent, product: string): boolean => products[product]!.includes(token);

/** A crawler belongs to the first that takes it. */
export const audiences: readonly Audience[] = [
  { id: "google", title: "Google Search", isSales: true, takes: (row) => isOf(row, "Google Search") },
  { id: "bing", title: "Bing", isSales: true, takes: (row) => row.purpose === "search" && isOf(row, "Bing") },
  {
    id: "ads",
    title: "Ads and shopping",
    isSales: true,
    takes: (row) => row.purpose === "ads" || isOf(row, "Google Shopping"),
  },
  {
    id: "answers",
    title: "AI search and assistants",
    isSales: true,
    takes: ({ token }) => answersQuestions.has(token),
  },
  {
    id: "training",
    title: purposeTexts.training.title,
    isSales: false,
    takes: ({ purpose, alsoFor }) => purpose !== "permission" && [purpose, ...alsoFor].includes("training"),
  },
  ofPurpose("permissions", "permission"),
  ofPurpose("archives", "archive"),
  { ...ofPurpose("search", "search"), title: "Other search engines" },
  { id: "others", title: purposeTexts.other.title, isSales: false, takes: () => true },
];

function ofPurpose(id: string, wanted: AgentPurpose): Audience {
  return { id, title: purposeTexts[wanted].title, isSales: false, takes: ({ purpose }) => purpose === wanted };
}

export interface Crowd {
  readonly audience: Audience;
  readonly rows: readonly KnownAgent[];
  /** Whether more belong to it than are compared. */
  readonly isCut?: boolean;
}

/** The known crawlers that are still sent, by audience. */
function knownCrowds(): readonly Crowd[] {
  const active = knownAgents.filter(({ status }) => status === "active");
  const audienceOf = new Map(active.map((row) => [row, audiences.find(({ takes }) => takes(row))!]));
  return audiences
    .map((audience) => ({ audience, rows: active.filter((row) => audienceOf.get(row) === audience) }))
    .filter(({ rows: own }) => own.length > 0);
}

/** Each of them may have rules of its own, whose comparison takes time. */
const MAX_NAMES = 50;

const named: Audience = { id: "named", title: "Other names in the file", isSales: false, takes: () => true };

type Body = string | Uint8Array;

/** All known crawlers by audience, then those that no table has: user-agent lines name them, and their groups differ. */
export function crowdsBetween(before: Body, after: Body): readonly Crowd[] {
  const crowds = knownCrowds();
  const [old, now] = [groupsByName(before), groupsByName(after)];
  const known = new Set(["", "*", ...crowds.flatMap(({ rows }) => rows.map(({ token }) => token.toLowerCase()))]);
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !known.has(name.toLowerCase()));
  const changed = names.filter((name) => old.get(name)?.join() !== now.get(name)?.join());
  const rows = changed.slice(0, MAX_NAMES).map((token) => checkedRow("agent", { token }));
  return rows.length === 0 ? crowds : [...crowds, { audience: named, rows, isCut: rows.length < changed.length }];
}

/** What the groups of each name hold, without line numbers. */
function groupsByName(body: Body): ReadonlyMap<string, readonly string[]> {
  const dialect = dialectNamed("rfc9309");
  const found = new Map<string, string[]>();
  for (const { agents, rules, fields } of parse(body).groups) {
    const lines = [...rules.map(ruleText), ...fields.map(({ key, value }) => `${key}: ${value}`)].join("\n");
    for (const name of new Set(agents.map((agent) => tokenNamedBy(agent, dialect)))) {
      const groups = found.get(name) ?? [];
      groups.push(lines);
      found.set(name, groups);
    }
  }
  return found;
}

/** A crowd of one, for a crawler that somebody asks about. */
export const crowdOf = (row: KnownAgent): Crowd => ({
  audience: { id: row.token, title: row.token, isSales: true, takes: (other) => other === row },
  rows: [row],
});
