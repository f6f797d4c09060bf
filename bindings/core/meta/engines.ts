/**
 * How engines combine directives, as data, as known on 2026-11-21. Nothing else in this room asks which engine a
 * policy is for.
 */
import type { AiUse, FlagName } from "./directives.ts";

/** The engine whose rules combine the directives. */
export type MetaProfileName = "google" | "bing" | "yandex";

export interface MetaProfile {
  /** Which of two contradicting directives wins, such as `all, noindex`. */
  readonly conflicts: "restrictive" | "permissive";
  /** Directives that limit AI answers, and for some engines training. The first that is present decides. */
  readonly ai: readonly AiLimit[];
}

interface AiLimit {
  readonly name: FlagName;
  readonly use: AiUse;
  /** Whether the limit covers training, too. */
  readonly training: boolean;
}

export const metaProfiles: Readonly<Record<MetaProfileName, MetaProfile>> = {
  // https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag: "the more restrictive rule applies";
  // nosnippet also applies to AI Overviews and AI Mode.
  google: { conflicts: "restrictive", ai: [{ name: "nosnippet", use: "none", training: false }] },
  // https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat:
  // with both, nocache applies.
  bing: {
    conflicts: "restrictive",
    ai: [
      { name: "nocache", use: "snippet", training: true },
      { name: "noarchive", use: "none", training: true },
    ],
  },
  // https://yandex.com/support/webmaster/en/controlling-robot/meta-robots: the positive value has priority.
  yandex: { conflicts: "permissive", ai: [] },
};
