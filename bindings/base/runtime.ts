/** Which runtime this is. Others than Node also have `process`, and packages for Node. */

interface Runtime {
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** Node 20 has no `navigator`. */
export const runtimeName = (): string => (globalThis as Runtime).navigator?.userAgent ?? "Node.js";

export const isNode = (): boolean =>
  (globalThis as Runtime).process?.versions?.node !== undefined && runtimeName().startsWith("Node.js");
