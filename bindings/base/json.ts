/** Reads JSON that others wrote. */

/** The value; undefined for text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object; undefined for all else, also for a list. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
