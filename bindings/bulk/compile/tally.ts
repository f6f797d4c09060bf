/** What `compile` has done so far, and what it left out, by reason. */
import { counted, number } from "../../node/format-number.ts";

export class Tally {
  files = 0;
  records = 0;
  origins = 0;
  bytes = 0;
  readonly #skipped: Map<string, number> = new Map();

  /** @param reason in the plural, as `files whose name is no host`. */
  skip(reason: string): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  get skipped(): ReadonlyMap<string, number> {
    return this.#skipped;
  }

  progress(): string {
    return `${counted(this.files, "file")}, ${counted(this.records, "record")} read; ${counted(this.origins, "origin")}, ${number(this.bytes)} bytes written`;
  }

  /** A line, and one for each reason. */
  summary(): string {
    const rows = Array.from(this.#skipped, ([reason, count]) => `left out: ${number(count)} ${reason}`);
    return [this.progress(), ...rows.sort()].join("\n");
  }
}
