/** What a `fetch` failed of, in words, whatever it threw. */

/** `fetch` hides the reason in `cause`; where several addresses were tried, Node hides theirs in `errors`. */
export function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(wordsOf).join("; ");
  return wordsOf(cause);
}

function wordsOf(error: unknown): string {
  if (error instanceof Error) return String(error.message || error.name);
  try {
    return String(error);
  } catch {
    return "unknown error";
  }
}
