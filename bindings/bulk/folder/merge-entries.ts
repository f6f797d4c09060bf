/** Merges entries that are sorted by key. Memory: one entry of each source. */
import { compareBytes, type TableEntry } from "../../crawl/archive/internal.ts";

interface SortedSource {
  readonly entries: Iterator<TableEntry>;
  /** Its place among the sources. */
  readonly rank: number;
  next: TableEntry;
}

/** Merges with a heap of the sources' next entries; of equal keys, the entry of the earlier source comes first. */
export function* mergeEntries(sources: readonly Iterable<TableEntry>[]): Generator<TableEntry> {
  if (sources.length === 1) return yield* sources[0]!;
  const heap: SortedSource[] = [];
  sources.forEach((source, rank) => {
    const entries = source[Symbol.iterator]();
    const { value, done } = entries.next();
    if (!done) push(heap, { entries, rank, next: value });
  });
  while (heap.length > 0) {
    const least = heap[0]!;
    yield least.next;
    const { value, done } = least.entries.next();
    if (done) {
      const last = heap.pop()!;
      if (heap.length === 0) return;
      heap[0] = last;
    } else least.next = value;
    sink(heap);
  }
}

const isBefore = (a: SortedSource, b: SortedSource): boolean =>
  (compareBytes(a.next.key, b.next.key) || a.rank - b.rank) < 0;

function push(heap: SortedSource[], source: SortedSource): void {
  let at = heap.push(source) - 1;
  while (at > 0 && isBefore(heap[at]!, heap[(at - 1) >> 1]!)) at = swap(heap, at, (at - 1) >> 1);
}

function sink(heap: SortedSource[]): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    const right = left + 1;
    if (left >= heap.length) return;
    const least = right < heap.length && isBefore(heap[right]!, heap[left]!) ? right : left;
    if (!isBefore(heap[least]!, heap[at]!)) return;
    at = swap(heap, at, least);
  }
}

function swap(heap: SortedSource[], a: number, b: number): number {
  [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  return b;
}
