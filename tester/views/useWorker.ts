/** An answer of the slower worker that follows the state of the page, while the view that shows it is open. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { toolEngine } from "../engine.ts";
import type { RequestName, Requests } from "../protocol.ts";
import { whenPaused } from "../state/pause.ts";
import { PAUSE_MS } from "../state/status.ts";

/** @param read reads signals and returns the request, or undefined when there is nothing to ask. */
export function useWorker<N extends RequestName>(
  name: N,
  read: () => Requests[N]["ask"] | undefined,
): Signal<Requests[N]["answer"] | undefined> {
  const answer = useSignal<Requests[N]["answer"] | undefined>(undefined);
  useEffect(() => {
    const ask = toolEngine.newest(name, (received) => {
      answer.value = received;
    });
    const request = (): void => {
      const wanted = read();
      if (wanted === undefined) answer.value = undefined;
      else ask(wanted);
    };
    request();
    return whenPaused(read, request, PAUSE_MS);
  }, []);
  return answer;
}
