/** Counts what `compile` has done so far, and what it skipped, by reason. */
import { pluralise } from "../../node/format-number.ts";

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

export class CompileStats {
  files = 0;
  records = 0;
  origins = 0;
  bytes = 0;
  readonly #skipped: Map<SkipReason, number> = new Map();

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
    return [this.progress(), ...rows.sort()].join("\n");
  }
}
