/** What the stores have in common: bytes as they come back, and times in whole seconds. */
import { kindOf } from "../../core/errors.ts";
import { checkedOptions } from "../../core/robots/checked.ts";

export const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** @throws TypeError for what has not these methods, such as a binding that is not there. */
export function checkedMethods<T extends object>(name: string, value: T, ...methods: (keyof T & string)[]): T {
  checkedOptions(name, value);
  const missing = methods.find((method) => typeof value[method] !== "function");
  if (missing === undefined) return value;
  const wanted = `${methods.slice(0, -1).join(", ")} and ${methods.at(-1)}`;
  throw new TypeError(`${name}: expected functions ${wanted}; got ${missing}: ${kindOf(value[missing])}`);
}

/** Undefined for anything that is no bytes. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value instanceof Uint8Array ? value : undefined;
}
