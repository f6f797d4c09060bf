/** Freezes an object that several callers share, and all objects in it. */
export function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object") deepFreeze(part);
  return Object.freeze(value);
}
