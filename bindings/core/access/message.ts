/** Why a `fetch` failed, in words, whatever it threw. */

/** `fetch` puts the reason into `cause`; when several addresses failed, Node puts their reasons into `errors`. */
export function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(inWords).join("; ");
  return inWords(cause);
}

function inWords(error: unknown): string {
  if (error instanceof Error) return String(error.message || error.name);
  try {
    return String(error);
  } catch {
    return "unknown error";
  }
}
