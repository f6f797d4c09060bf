/** Which runtime this is, and its modules. Others than Node also have `process`, and packages for Node. */

interface Runtime {
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** Node 20 has no `navigator`. */
export const runtimeName = (): string => (globalThis as Runtime).navigator?.userAgent ?? "Node.js";

export const isNode = (): boolean =>
  (globalThis as Runtime).process?.versions?.node !== undefined && runtimeName().startsWith("Node.js");

interface Builtins {
  "node:diagnostics_channel": typeof import("node:diagnostics_channel");
  "node:fs": typeof import("node:fs");
  "node:zlib": typeof import("node:zlib");
}

/**
 * A module of Node without an import, which other runtimes and bundlers for pages could not resolve. Undefined where the runtime lacks
 * it; the Edge Runtime of Next throws if it is asked.
 */
export function builtinModule<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.(name) as Builtins[Name] | undefined;
  } catch {
    return undefined;
  }
}
