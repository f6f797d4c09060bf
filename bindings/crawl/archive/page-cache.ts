/**
 * Pages of a table that were used lately, bounded in bytes, in two generations: when the younger is full, it becomes the
 * older, and pages that were not used since are dropped. A page that is used often costs one look-up in a map. Of
 * pages larger than a generation, only the latest is kept, so that looking up the same host again does not read it again.
 */
import type { Page } from "./page.ts";

export class PageCache {
  readonly #maxBytes: number;
  #bytes = 0;
  /** By offset. */
  #young: Map<number, Page> = new Map();
  #old: ReadonlyMap<number, Page> = new Map();
  #long: { readonly offset: number; readonly page: Page } | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(offset: number): Page | undefined {
    const page = this.#young.get(offset);
    if (page !== undefined) return page;
    const aged = this.#old.get(offset);
    if (aged !== undefined) this.set(offset, aged);
    return aged ?? (this.#long?.offset === offset ? this.#long.page : undefined);
  }

  set(offset: number, page: Page): void {
    // One generation of two.
    if (2 * page.heldBytes > this.#maxBytes) {
      this.#long = { offset, page };
      return;
    }
    if (2 * (this.#bytes + page.heldBytes) > this.#maxBytes) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
    }
    this.#young.set(offset, page);
    this.#bytes += page.heldBytes;
  }
}
