/** What the stores share: checks of the object they wrap, bytes as it returns them, times in whole seconds. */

import { checkedObject } from "../../../base/arguments.ts";
import { kindOf, withCode } from "../../../base/errors.ts";
import { enumerated } from "../../../base/numbers.ts";

/** Milliseconds in whole seconds, rounded up, at least 1. */
export const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** @throws TypeError unless `value` has these methods; a binding that is not configured has none. */
export function checkedMethods<T extends object>(name: string, value: T, ...methods: (keyof T & string)[]): T {
  checkedObject(name, value);
  const missing = methods.find((method) => typeof value[method] !== "function");
  if (missing === undefined) return value;
  const message = `${name}: expected functions ${enumerated(methods)}; got ${missing}: ${kindOf(value[missing])}`;
  throw withCode(new TypeError(message), "ERR_INVALID_ARG_TYPE");
}

/** @returns undefined for everything but bytes. */
export function storedBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value instanceof Uint8Array ? value : undefined;
}
