/** An archive made by `robots-wasm compile`, whole or in shards, as a library: a look-up reads the pages that are not cached. */
import * as fs from "node:fs";
import { Archive, originShard } from "../../crawl/archive/index.ts";
import { archiveError, readingFrom } from "../../crawl/archive/internal.ts";
import { type CompileTarget, type Origin, type OriginRules, type OriginSource, originRulesOf } from "./origin-rules.ts";

export class ArchiveLibrary implements OriginSource {
  readonly #archives: readonly Archive[];

  /**
   * @param files open descriptors: of one archive, or of all shards of an archive in their order
   * @throws RangeError for a damaged archive, or one compiled for another target.
   */
  constructor(files: readonly number[], { agents, dialect, leniency }: CompileTarget) {
    const expected = { agents, dialect, leniency };
    this.#archives = files.map((file) => new Archive(readingFrom(fs, file), expected, 1 / files.length));
    if (files.length > 1) this.#checkOrder();
  }

  /** A shard in a wrong place would refuse its own origins, and those of another. */
  #checkOrder(): void {
    const of = this.#archives.length;
    for (const [i, { shard }] of this.#archives.entries())
      if (shard?.number !== i || shard.of !== of)
        throw archiveError(
          `shard ${i} of ${of}`,
          shard === undefined ? "a whole archive" : `${shard.number} of ${shard.of}`,
        );
  }

  find({ origin }: Origin): OriginRules | undefined {
    const of = this.#archives.length;
    const archive = this.#archives[of === 1 ? 0 : originShard(origin, of)]!;
    const found = archive.find(origin);
    if (found === undefined) return undefined;
    const { rules, verdict, status, fetchedAt } = found;
    return { ...originRulesOf(rules, verdict, status), fetchedAt, snapshot: archive.snapshot };
  }

  get snapshot(): string | undefined {
    return this.#archives[0]!.snapshot;
  }

  /** The number of entries in each archive. */
  get sizes(): readonly number[] {
    return this.#archives.map(({ size }) => size);
  }
}
