/** Whom a site loses by a change, in the order of what a shop loses first. */
import { answersQuestions } from "./answers-questions.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

export interface Audience {
  /** Stable, for programs. */
  readonly id: string;
  readonly title: string;
  /** Whether a loss is probably a mistake. Refusing the others is a choice that many owners make. */
  readonly isSales: boolean;
  readonly takes: (row: KnownAgent) => boolean;
}

const named = (...tokens: readonly string[]): Audience["takes"] => {
  const all = new Set(tokens);
  return ({ token }) => all.has(token);
};

/** A crawler belongs to the first that takes it. */
export const audiences: readonly Audience[] = [
  {
    id: "google",
    title: "Google Search",
    isSales: true,
    takes: named("Googlebot", "Googlebot-Image", "Googlebot-Video", "Googlebot-News"),
  },
  { id: "bing", title: "Bing", isSales: true, takes: named("bingbot") },
  {
    id: "ads",
    title: "Ads and shopping",
    isSales: true,
    takes: ({ token, purpose }) => purpose === "ads" || token === "Storebot-Google",
  },
  {
    id: "answers",
    title: "AI search and assistants",
    isSales: true,
    takes: ({ token }) => answersQuestions.has(token),
  },
  {
    id: "training",
    title: "AI training",
    isSales: false,
    takes: ({ purpose, alsoFor }) => purpose !== "permission" && [purpose, ...alsoFor].includes("training"),
  },
  { id: "permissions", title: "AI permissions", isSales: false, takes: ({ purpose }) => purpose === "permission" },
  { id: "archives", title: "Archives", isSales: false, takes: ({ purpose }) => purpose === "archive" },
  { id: "search", title: "Other search engines", isSales: false, takes: ({ purpose }) => purpose === "search" },
  { id: "others", title: "Others", isSales: false, takes: () => true },
];

export interface Crowd {
  readonly audience: Audience;
  readonly rows: readonly KnownAgent[];
}

/** The crawlers that are still sent, by audience. */
export function crowdsOf(rows: readonly KnownAgent[]): readonly Crowd[] {
  const active = rows.filter(({ status }) => status === "active");
  const audienceOf = new Map(active.map((row) => [row, audiences.find(({ takes }) => takes(row))!]));
  return audiences
    .map((audience) => ({ audience, rows: active.filter((row) => audienceOf.get(row) === audience) }))
    .filter(({ rows: own }) => own.length > 0);
}

/** A crowd of one, for a crawler that somebody asks about. */
export const crowdOf = (row: KnownAgent): Crowd => ({
  audience: { id: row.token, title: row.token, isSales: true, takes: (other) => other === row },
  rows: [row],
});
