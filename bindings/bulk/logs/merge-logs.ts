/** The requests of several logs in the order of their times. Only logs that overlap are open at a time. */
import type { Event } from "./judge.ts";

export interface LogSource {
  /** The time of its first line. */
  readonly firstMs: number;
  open(): AsyncIterator<readonly Event[]>;
}

/** A log that is being read: its requests from `at` on come next. */
interface Open {
  readonly blocks: AsyncIterator<readonly Event[]>;
  events: readonly Event[];
  at: number;
}

/** Yields runs of requests. Lines of one log stay in their order. */
export async function* mergeLogs(sources: readonly LogSource[]): AsyncGenerator<readonly Event[]> {
  const waiting = [...sources].sort((a, b) => compare(a.firstMs, b.firstMs));
  const open: Open[] = [];
  for (;;) {
    while (waiting.length > 0 && waiting[0]!.firstMs <= Math.min(...open.map(nextTime)))
      await openInto(open, waiting.shift()!);
    if (open.length === 0) return;
    const next = open.reduce((first, one) => (nextTime(one) < nextTime(first) ? one : first));
    const limit = Math.min(...open.filter((one) => one !== next).map(nextTime), waiting[0]?.firstMs ?? Infinity);
    yield runOf(next, limit);
    if (next.at === next.events.length && !(await fill(next))) open.splice(open.indexOf(next), 1);
  }
}

const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

const nextTime = ({ events, at }: Open): number => events[at]!.request.timeMs;

async function openInto(open: Open[], source: LogSource): Promise<void> {
  const one: Open = { blocks: source.open(), events: [], at: 0 };
  if (await fill(one)) open.push(one);
}

/** Reads on to the next requests. @returns false at the end */
async function fill(one: Open): Promise<boolean> {
  for (;;) {
    const { value, done } = await one.blocks.next();
    if (done) return false;
    if (value.length === 0) continue;
    one.events = value;
    one.at = 0;
    return true;
  }
}

/** The next request, and those after it up to a time. */
function runOf(one: Open, limit: number): readonly Event[] {
  const from = one.at++;
  while (one.at < one.events.length && nextTime(one) <= limit) one.at++;
  return from === 0 && one.at === one.events.length ? one.events : one.events.slice(from, one.at);
}
