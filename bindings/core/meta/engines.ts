/**
 * How engines combine directives, as data, as known on 2026-11-21. Nothing else in this room asks which engine a
 * policy is for.
 */
import type { AiUse, FlagName } from "./directives.ts";

/** The engine whose rules combine the directives. */
export type MetaProfileName = "google" | "bing" | "yandex" | "amazon";

export interface MetaProfile {
  /** The crawlers of the engine, in lower case: without a profile, theirs is this one. */
  readonly agents: RegExp;
  /** Which of two contradicting directives wins, such as `all, noindex`. */
  readonly conflicts: "restrictive" | "permissive";
  /** Directives that limit AI answers, and for some engines training. The first that is present decides. */
  readonly ai: readonly AiLimit[];
}

interface AiLimit {
  readonly name: FlagName;
  /** What answers of the engine may use of the page. */
  readonly answers: AiUse;
  /** What training may use of it. */
  readonly training: AiUse;
}

export const metaProfiles: Readonly<Record<MetaProfileName, MetaProfile>> = {
  // https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag: "the more restrictive rule applies";
  // nosnippet also applies to AI Overviews and AI Mode.
  google: {
    agents: /google/,
    conflicts: "restrictive",
    ai: [{ name: "nosnippet", answers: "none", training: "full" }],
  },
  // https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat:
  // with both, nocache applies.
  bing: {
    agents: /^(?:bingbot|bingpreview|msnbot|msnbot-media|adidxbot)$/,
    conflicts: "restrictive",
    ai: [
      { name: "nocache", answers: "snippet", training: "snippet" },
      { name: "noarchive", answers: "none", training: "none" },
    ],
  },
  // https://yandex.com/support/webmaster/en/controlling-robot/meta-robots: the positive value has priority.
  yandex: { agents: /^yandex/, conflicts: "permissive", ai: [] },
  // https://developer.amazon.com/amazonbot (2026-04): "noarchive" means that the page is not used to train models.
  amazon: {
    agents: /^(?:amazonbot|amzn-)/,
    conflicts: "restrictive",
    ai: [{ name: "noarchive", answers: "full", training: "none" }],
  },
};

/** The engine of a crawler; Google's for others, whose rule most follow: the more restrictive directive wins. */
export function profileOf(agents: readonly string[]): MetaProfileName {
  const names = Object.keys(metaProfiles) as MetaProfileName[];
  return names.find((name) => agents.some((agent) => metaProfiles[name].agents.test(agent))) ?? "google";
}
