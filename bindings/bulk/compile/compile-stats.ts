/** Counts what `compile` has done so far, and what it skipped, by reason. */
import { MIN_MAX_BYTES } from "../../core/robots/text.ts";
import { formatNumber, pluralise } from "../../node/format-number.ts";

const plurals = {
  file: "files",
  entry: "entries",
  record: "records",
  response: "responses",
  redirect: "redirects",
  revalidation: "revalidations",
} as const;

/** What was skipped, and why: `response: no valid WARC-Date`. */
export type SkipReason = `${keyof typeof plurals}: ${string}`;

/** Says that origins are refused. */
export const unreadableSummary = (files: number): string =>
  `${pluralise(files, "robots.txt cannot be read, so its URLs are refused", "robots.txt files cannot be read, so their URLs are refused")}`;

/** Says that rules may be missing. */
export const truncationSummary = (files: number): string =>
  `${pluralise(files, "robots.txt is", "robots.txt files are")} longer than ${formatNumber(MIN_MAX_BYTES)} bytes: rules after that are ignored (RFC 9309 §2.5)`;

export class CompileStats {
  files = 0;
  records = 0;
  origins = 0;
  bytes = 0;
  /** Files longer than the parsing limit. */
  truncated = 0;
  #unreadable = 0;
  #firstUnreadable = "";
  readonly #skipped: Map<SkipReason, number> = new Map();

  addUnreadable(path: string): void {
    if (this.#unreadable++ === 0) this.#firstUnreadable = path;
  }

  skip(reason: SkipReason): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  get skipped(): ReadonlyMap<SkipReason, number> {
    return this.#skipped;
  }

  progress(): string {
    const { files, records, origins, bytes } = this;
    return `read ${pluralise(files, "file")} and ${pluralise(records, "record")}; wrote ${pluralise(origins, "origin")}, ${pluralise(bytes, "byte")}`;
  }

  /** One line, and one for each reason: `skipped 3 responses: no valid WARC-Date`. */
  summary(): string {
    const rows = Array.from(this.#skipped, ([reason, count]) => {
      const [noun, why] = reason.split(": ") as [keyof typeof plurals, string];
      return `skipped ${pluralise(count, noun, plurals[noun])}: ${why}`;
    });
    const truncated = this.truncated > 0 ? [truncationSummary(this.truncated)] : [];
    const unreadable = this.#unreadable > 0 ? [`${unreadableSummary(this.#unreadable)}: ${this.#firstUnreadable}`] : [];
    return [this.progress(), ...truncated, ...unreadable, ...rows.sort()].join("\n");
  }
}
