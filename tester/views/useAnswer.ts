/** An answer of the slower engine that follows the inputs, while the panel that shows it is open. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { newestOnly, toolEngine } from "../engine.ts";
import type { RequestName, Requests } from "../protocol.ts";
import { fail, whenPaused } from "../state.ts";

/** @param read reads signals and returns the request, or undefined when there is nothing to ask. */
export function useAnswer<N extends RequestName>(
  name: N,
  read: () => Requests[N]["ask"] | undefined,
): Signal<Requests[N]["answer"] | undefined> {
  const answer = useSignal<Requests[N]["answer"] | undefined>(undefined);
  useEffect(() => {
    const ask = newestOnly(
      (request: Requests[N]["ask"]) => toolEngine.ask(name, request),
      (received) => {
        answer.value = received;
      },
      fail,
    );
    return whenPaused(read, () => {
      const request = read();
      if (request === undefined) answer.value = undefined;
      else ask(request);
    });
  }, []);
  return answer;
}
