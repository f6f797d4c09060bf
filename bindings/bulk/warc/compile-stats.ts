/** Counts what `compile` has done so far, and what it skipped, by reason. */

import { formatNumber, pluralise } from "../../base/numbers.ts";
import { inputError } from "../files/input-error.ts";
import { truncationSummary, unreadableSummary } from "../folder/file-summaries.ts";

const plurals = {
  file: "files",
  entry: "entries",
  record: "records",
  response: "responses",
  redirect: "redirects",
  revisit: "revisits",
  revalidation: "revalidations",
} as const;

/** What was skipped, and why: `response: no valid WARC-Date`. */
export type SkipReason = `${keyof typeof plurals}: ${string}`;

/** These have no robots.txt, so nothing is lost with them. */
export const NOT_HTTP = "record: not of an http or https URL";

/** Longer examples are cut. */
const EXAMPLE_CHARACTERS = 200;

/** How often something happened, and where it happened first. */
interface Count {
  count: number;
  readonly example: string;
}

const counted = (known: Count | undefined, example: string, times = 1): Count => ({
  count: (known?.count ?? 0) + times,
  example: known?.example ?? example.slice(0, EXAMPLE_CHARACTERS),
});

/** What threads send: all that is counted while WARC files are read. */
export interface ReadCounts {
  readonly records: number;
  readonly captures: number;
  readonly truncated: number;
  readonly warcBytes: number;
  readonly damaged: readonly string[];
  readonly skipped: readonly (readonly [SkipReason, { readonly count: number; readonly example: string }])[];
}

export class CompileStats {
  files = 0;
  /** The bytes of WARC files that were read, as they are stored. */
  warcBytes = 0;
  records = 0;
  /** Records that were, or may have been, captures of a robots.txt. */
  captures = 0;
  origins = 0;
  /** The captures that were written to a partial, which has no origins yet. */
  kept: number | undefined;
  bytes = 0;
  /** Files longer than the parsing limit. */
  truncated = 0;
  /** WARC files that cannot be read to their end, each with its place and reason: what they would refuse is not in the archive. */
  readonly damaged: string[] = [];
  #unreadable: Count | undefined;
  #refused: Count | undefined;
  readonly #skipped: Map<SkipReason, Count> = new Map();

  addUnreadable(path: string): void {
    this.#unreadable = counted(this.#unreadable, path);
  }

  /** An origin that is refused, because a capture of its robots.txt was skipped. */
  addRefused(origin: string): void {
    this.#refused = counted(this.#refused, origin);
  }

  /** @param example a URL or a place in a file */
  skip(reason: SkipReason, example: string): void {
    this.#skipped.set(reason, counted(this.#skipped.get(reason), example));
  }

  get readCounts(): ReadCounts {
    const { records, captures, truncated, warcBytes, damaged } = this;
    return { records, captures, truncated, warcBytes, damaged, skipped: [...this.#skipped] };
  }

  /** Adds what another thread counted. */
  addRead({ records, captures, truncated, warcBytes, damaged, skipped }: ReadCounts): void {
    this.damaged.push(...damaged);
    this.records += records;
    this.captures += captures;
    this.truncated += truncated;
    this.warcBytes += warcBytes;
    for (const [reason, { count, example }] of skipped)
      this.#skipped.set(reason, counted(this.#skipped.get(reason), example, count));
  }

  get skipped(): ReadonlyMap<SkipReason, { readonly count: number; readonly example: string }> {
    return this.#skipped;
  }

  progress(): string {
    const { files, records, origins, kept, bytes } = this;
    const written = kept === undefined ? pluralise(origins, "origin") : pluralise(kept, "capture");
    return `read ${pluralise(files, "file")} and ${pluralise(records, "record")}; wrote ${written}, ${pluralise(bytes, "byte")}`;
  }

  /** What `--stats` writes. */
  counts(): Readonly<Record<string, unknown>> {
    const { files, warcBytes, records, captures, origins, bytes, truncated, damaged } = this;
    return {
      ...{ files, warcBytes, records, captures, origins, bytes, truncated, damaged },
      unreadable: this.#unreadable ?? { count: 0 },
      refused: this.#refused ?? { count: 0 },
      skipped: Array.from(this.#skipped, ([reason, one]) => ({ reason, ...one })),
    };
  }

  /** @throws an input error if there is no origin: the archive would allow everything */
  checkOrigins(): void {
    if (this.origins === 0)
      throw inputError(
        "the input",
        "expected at least one robots.txt; got none; to write an archive without origins, pass --allow-empty",
      );
  }

  /** @throws an input error that names the most frequent reason if too much was skipped: rules may be missing */
  checkSkipped(maxShare: number): void {
    const lost = [...this.#skipped].filter(([reason]) => reason !== NOT_HTTP);
    const skipped = lost.reduce((sum, [, { count }]) => sum + count, 0);
    const all = this.files + this.captures;
    if (skipped <= maxShare * all) return;
    const [reason, { count, example }] = lost.reduce((most, one) => (one[1].count > most[1].count ? one : most));
    const limit = `at most ${formatNumber(100 * maxShare)}% of the files and captures of robots.txt to be skipped`;
    const got = `${formatNumber(skipped)} of ${formatNumber(all)}; ${skippedText(reason, count)}, such as ${example}`;
    throw inputError("the input", `expected ${limit}; got ${got}`);
  }

  /** One line; one each if files were truncated, unreadable or refused; and one for each reason to skip: `skipped 3 responses: no valid WARC-Date, such as https://example.com/robots.txt`. */
  summary(): string {
    const rows = Array.from(this.#skipped, ([reason, { count, example }]) => {
      return `${skippedText(reason, count)}, such as ${example}`;
    });
    const refused = this.#refused && `${refusedSummary(this.#refused.count)}: ${this.#refused.example}`;
    const truncated = this.truncated > 0 ? truncationSummary(this.truncated) : undefined;
    const unreadable = this.#unreadable && `${unreadableSummary(this.#unreadable.count)}: ${this.#unreadable.example}`;
    const [lost] = this.damaged;
    const damaged = lost && `skipped ${pluralise(this.damaged.length, "file")} from the damage on: ${lost}`;
    const notes = [damaged, truncated, unreadable, refused].filter((row) => row !== undefined);
    return [this.progress(), ...notes, ...rows.sort()].join("\n");
  }
}

function skippedText(reason: SkipReason, count: number): string {
  const [noun, why] = reason.split(": ") as [keyof typeof plurals, string];
  return `skipped ${pluralise(count, noun, plurals[noun])}: ${why}`;
}

const refusedSummary = (origins: number): string =>
  pluralise(
    origins,
    "origin is refused, because the last capture of its robots.txt cannot be used",
    "origins are refused, because the last captures of their robots.txt cannot be used",
  );
