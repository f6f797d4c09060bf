/** Why the module decided the lines of a block as it did: a view of what `bulk_causes` writes (docs/embedding.md). */
import { type ToldDecision, toldDecision } from "../../core/deciding.ts";
import type { BulkModule } from "./module.ts";

const HEAD_BYTES = 12;
/** Rows start at multiples of it. */
const ALIGNMENT = 4;
/** By where a decision comes from: the rules of an archive, or one verdict for the whole origin. */
export const statuses = [undefined, "missing", "unavailable", "unreachable"] as const;
const MISSING = 1;
/** Rules that the host has given. Of all other sources, the host knows more than the module. */
const HOST_RULES = 5;

export interface Cause extends ToldDecision {
  /** Why one verdict holds for the whole origin. */
  readonly status?: (typeof statuses)[number];
  readonly isArchived: boolean;
}

export class Causes {
  /** Of each line, where its row starts; -1 if the module does not know. */
  readonly #rowOf: Int32Array;
  readonly #rows: Buffer;
  /** Milliseconds since 1970, or -1. */
  readonly #fetchedAt: Float64Array;

  constructor(module: BulkModule, lines: number) {
    const bytes = module.causes();
    this.#rowOf = new Int32Array(bytes.buffer, 0, lines);
    this.#rows = Buffer.from(bytes.buffer, 4 * lines);
    this.#fetchedAt = new Float64Array(module.fetchedAt().buffer);
  }

  /** Greater than each row. */
  get rows(): number {
    return this.#rows.length / ALIGNMENT;
  }

  /** Lines of an origin that one rule decides have one number; -1 if the module does not know. */
  rowOf(line: number): number {
    return this.#rowOf[line]! >> 2;
  }

  /** undefined if the host knows more. */
  causeIn(number: number): Cause | undefined {
    const rows = this.#rows;
    const row = ALIGNMENT * number;
    const [programFlags, source] = [rows[row + 8]!, rows[row + 9]!];
    if (source >= statuses.length && source !== HOST_RULES) return undefined;
    const text = rows.toString("utf8", row + HEAD_BYTES, row + HEAD_BYTES + rows.readUInt16LE(row + 10));
    const { reason, rule, isNamed } = toldDecision(
      rows.readInt32LE(row),
      programFlags,
      rows.readUInt32LE(row + 4),
      text,
    );
    const isArchived = source !== HOST_RULES && source !== MISSING;
    // A spread would take a third of the time of filter --json.
    return { reason, rule, isNamed, status: statuses[source], isArchived };
  }

  fetchedAt(line: number): Date | undefined {
    const ms = this.#fetchedAt[line]!;
    return ms < 0 ? undefined : new Date(ms);
  }
}
