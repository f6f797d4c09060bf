/**
 * Diagnostics channels of Node, and of runtimes that have them too: `robots-wasm:decision`, `:fetch`, `:page`, `:pace` and `:store`. What a
 * subscriber throws becomes an uncaught exception of the process: it never reaches a caller and changes no verdict.
 */
import { builtinModule } from "../../base/runtime.ts";

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

/** What the channel `robots-wasm:store` carries: an outage of a store begins or ends. */
export type StoreEvent =
  | { readonly type: "down"; readonly store: "client" | "pace"; readonly error: unknown }
  | { readonly type: "up"; readonly store: "client" | "pace" };

const SILENT: Channel = { hasSubscribers: false, publish: () => undefined };

const channel = (name: string): Channel =>
  builtinModule("node:diagnostics_channel")?.channel(`robots-wasm:${name}`) ?? SILENT;

/** Every `DecisionRecord`. */
export const decisionChannel: Channel = /* @__PURE__ */ channel("decision");
/** Every `FetchEvent`. */
export const fetchChannel: Channel = /* @__PURE__ */ channel("fetch");
/** Every `PageEvent`. */
export const pageChannel: Channel = /* @__PURE__ */ channel("page");
/** Every `PaceEvent`. */
export const paceChannel: Channel = /* @__PURE__ */ channel("pace");
/** Every `StoreEvent`. */
const storeChannel: Channel = /* @__PURE__ */ channel("store");

export interface StoreListeners {
  readonly onStoreError?: ((error: unknown) => void) | undefined;
  readonly onStoreRecovery?: (() => void) | undefined;
}

/** What a circuit breaker calls when an outage of the store begins and ends. */
export const tellOutages = (store: StoreEvent["store"], { onStoreError, onStoreRecovery }: StoreListeners) => ({
  onOpen: (error: unknown): void => {
    storeChannel.publish({ type: "down", store, error } satisfies StoreEvent);
    onStoreError?.(error);
  },
  onClose: (): void => {
    storeChannel.publish({ type: "up", store } satisfies StoreEvent);
    onStoreRecovery?.();
  },
});
