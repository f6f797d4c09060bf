/** What is counted in each block. */
const counts: usize = memory.data(64);
export const KINDS: u32 = 8;

export const LINES: u32 = 0;
export const ALLOWED_LINES: u32 = 1;
export const LINES_WITHOUT_URL: u32 = 2;
/** Origins that were looked up. */
export const ORIGINS: u32 = 3;
/** Origins for which the archive has nothing, and the run says what holds. */
export const MISSING: u32 = 4;
/** Pages that the host was asked for. */
export const PAGES: u32 = 5;
/** About how many origins the run has looked up, each counted once. */
export const DISTINCT_ORIGINS: u32 = 6;

export function startCounts(): void {
  memory.fill(counts, 0, 4 * KINDS);
}

export function count(kind: u32): void {
  addCount(kind, 1);
}

export function addCount(kind: u32, number: u32): void {
  const at = counts + 4 * <usize>kind;
  store<u32>(at, load<u32>(at) + number);
}

export function countOf(kind: u32): u32 {
  return load<u32>(counts + 4 * <usize>kind);
}
