/** Sentences about robots.txt files whose rules are not those that they hold. */
import { formatNumber, pluralise } from "../../base/numbers.ts";
import { LEAST_READ_BYTES } from "../../core/parsing.ts";

/** Says that origins are refused. */
export const unreadableSummary = (files: number): string =>
  `${pluralise(files, "robots.txt cannot be read, so its URLs are refused", "robots.txt files cannot be read, so their URLs are refused")}`;

/** Says that rules may be missing. */
export const truncationSummary = (files: number): string =>
  `${pluralise(files, "robots.txt is", "robots.txt files are")} longer than ${formatNumber(LEAST_READ_BYTES)} bytes: rules after that are ignored (RFC 9309 §2.5)`;
