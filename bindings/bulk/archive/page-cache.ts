/**
 * Pages of a table that were used lately, bounded in bytes, in two generations: when the younger is full, it becomes the
 * older, and pages that were not used since are dropped. A page that is used often costs one look-up in a map.
 */
import type { Page } from "./page.ts";

export class PageCache {
  readonly #maxBytes: number;
  #bytes = 0;
  /** By offset. */
  #young: Map<number, Page> = new Map();
  #old: ReadonlyMap<number, Page> = new Map();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(offset: number): Page | undefined {
    const page = this.#young.get(offset);
    if (page !== undefined) return page;
    const aged = this.#old.get(offset);
    if (aged !== undefined) this.set(offset, aged);
    return aged;
  }

  set(offset: number, page: Page): void {
    // One generation of two, and the page itself.
    if (2 * (this.#bytes + page.heldBytes) > this.#maxBytes) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
      if (2 * page.heldBytes > this.#maxBytes) return;
    }
    this.#young.set(offset, page);
    this.#bytes += page.heldBytes;
  }
}
