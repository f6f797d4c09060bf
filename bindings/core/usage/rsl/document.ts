/** A licence document (RSL 1.0, rslstandard.org/rsl) as data. */

/** What a licence permits or prohibits. A `prohibits` element with other elements in it also has the value `all`. */
export interface RslTerms {
  /** `usage` (such as ai-train), `user` (such as non-commercial) or `geo` (countries), in lower case. */
  readonly type: string;
  /** As written, in lower case. */
  readonly values: readonly string[];
}

/** What a use costs. */
export interface RslPayment {
  /** purchase, subscription, training, crawl, use, contribution, attribution or free, in lower case. Missing: `free`; empty: none. */
  readonly types: readonly string[];
  /** URLs of standard and custom terms, as written. */
  readonly standard: readonly string[];
  readonly custom: readonly string[];
  readonly amount?: { readonly value: string; readonly currency?: string };
}

/** One licence: what it permits, prohibits and costs. */
export interface RslLicense {
  readonly permits: readonly RslTerms[];
  readonly prohibits: readonly RslTerms[];
  readonly payments: readonly RslPayment[];
  /** True if the licence has elements or text that are not understood. It permits nothing then. */
  readonly unknown?: boolean;
}

/** The licences of some content. The owner offers each of them. */
export interface RslContent {
  /** A path pattern as in robots.txt, or an absolute URL with such a path, as written. */
  readonly url: string;
  /** The licence server, as written. */
  readonly server?: string;
  /** Whether the content is encrypted. */
  readonly encrypted: boolean;
  readonly lastModified?: string;
  readonly licenses: readonly RslLicense[];
}

/** A licence document, as parseRsl reads it. */
export interface RslDocument {
  readonly contents: readonly RslContent[];
}
