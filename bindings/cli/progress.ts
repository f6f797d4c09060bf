/** How far a long run is, on a terminal only: one line, rewritten a few times a second. */

const REDRAW_MS = 200;
const CLEAR = "\r\u001b[K";

/** Draws until the function it returns is called. Does nothing when standard error is no terminal. */
export function showProgress(text: () => string): () => void {
  if (process.stderr.isTTY !== true) return () => {};
  const timer = setInterval(() => process.stderr.write(CLEAR + text()), REDRAW_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    process.stderr.write(CLEAR);
  };
}
