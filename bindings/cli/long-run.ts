/** What commands that run long have in common: stopping on signals, and a progress line on a terminal. */
import { warn } from "./output.ts";

export const INTERRUPTED = 130;
const REDRAW_MS = 200;
const CLEAR = "\r\u001b[K";

/** Runs with a signal that the first SIGINT or SIGTERM aborts. The second exits at once. */
export async function untilStopped<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const listener = (): void => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  };
  process.on("SIGINT", listener).on("SIGTERM", listener);
  try {
    return await run(stop.signal);
  } finally {
    process.off("SIGINT", listener).off("SIGTERM", listener);
  }
}

/** Says that nothing was written. @returns the exit code */
export function interrupted(): number {
  warn("interrupted; nothing was written");
  return INTERRUPTED;
}

/** The values, which end when the signal aborts, whatever their source throws then. */
export async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Redraws one line until the returned function is called. Does nothing unless standard error is a terminal. */
export function showProgress(text: () => string): () => void {
  if (process.stderr.isTTY !== true) return () => {};
  const timer = setInterval(() => process.stderr.write(CLEAR + text()), REDRAW_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    process.stderr.write(CLEAR);
  };
}
