/** How many of sorted items come first: `isBefore` is true for these and false for the others. */
export function countBefore<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(items[middle]!)) from = middle + 1;
    else to = middle;
  }
  return from;
}
