/** A waiting line, first in, first out: a linked list through its entries, so that a waiting host costs no array. */

export interface Entry<E> {
  next: E | undefined;
  previous: E | undefined;
}

export interface Line<E> {
  head: E | undefined;
  tail: E | undefined;
}

export function append<E extends Entry<E>>(line: Line<E>, entry: E): void {
  entry.previous = line.tail;
  if (line.tail === undefined) line.head = entry;
  else line.tail.next = entry;
  line.tail = entry;
}

export function prepend<E extends Entry<E>>(line: Line<E>, entry: E): void {
  entry.next = line.head;
  if (line.head === undefined) line.tail = entry;
  else line.head.previous = entry;
  line.head = entry;
}

/** The entry must be in the line. */
export function remove<E extends Entry<E>>(line: Line<E>, entry: E): void {
  const { previous, next } = entry;
  if (previous === undefined) line.head = next;
  else previous.next = next;
  if (next === undefined) line.tail = previous;
  else next.previous = previous;
  entry.previous = entry.next = undefined;
}

export function takeFirst<E extends Entry<E>>(line: Line<E>): E | undefined {
  const entry = line.head;
  if (entry !== undefined) remove(line, entry);
  return entry;
}
