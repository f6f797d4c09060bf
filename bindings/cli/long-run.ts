/** What commands that run long have in common: stopping on signals, and a progress line on a terminal. */

export const INTERRUPTED = 130;
const REDRAW_MS = 200;
const CLEAR = "\r\u001b[K";

/** The first SIGINT or SIGTERM aborts the signal, the second exits at once. Call the returned function to stop listening. */
export function stopOnSignals(stop: AbortController): () => void {
  const listener = (): void => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  };
  process.on("SIGINT", listener).on("SIGTERM", listener);
  return () => process.off("SIGINT", listener).off("SIGTERM", listener);
}

/** Runs with a signal that SIGINT and SIGTERM abort. */
export async function untilStopped<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const stopListening = stopOnSignals(stop);
  try {
    return await run(stop.signal);
  } finally {
    stopListening();
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
