import { effect } from "@preact/signals";

/** Calls `action` once the values that `read` reads have not changed for `pauseMs`. */
export function whenPaused(read: () => void, action: () => void, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const stop = effect(() => {
    read();
    clearTimeout(timer);
    timer = setTimeout(action, pauseMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
