/** SIGINT and SIGTERM: the first ends a long run in good order, the second at once. */

export const INTERRUPTED = 130;

/** Listens until the function it returns is called. */
export function stopOnSignals(stop: AbortController): () => void {
  const listener = (): void => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  };
  process.on("SIGINT", listener).on("SIGTERM", listener);
  return () => process.off("SIGINT", listener).off("SIGTERM", listener);
}
