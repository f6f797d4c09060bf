/** The versions of the documents that this package implements. */
export const drafts = {
  /** Content-Usage in robots.txt and as a header. */
  aiprefAttach: "draft-ietf-aipref-attach-05",
  /** The labels train-ai, ai-use and search. */
  aiprefVocab: "draft-ietf-aipref-vocab-08",
  /** Content-Signal with `use=`, by its announcement. */
  contentSignals: "2026-08-31",
  /** Robots-Tag. */
  robotsTag: "draft-illyes-repext-03",
  /** License lines and links: Really Simple Licensing. */
  rsl: "1.0",
  /** tdm-reservation and tdm-policy: the report of the W3C community group, by its date. */
  tdmrep: "2024-05-10",
} as const;
