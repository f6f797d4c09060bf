/** Checks of what callers pass in. Misuse throws; what a site says never does. */

/** A moment: a Date, or milliseconds since 1970. */
export type Clock = Date | number;

const shown = (value: unknown): string => (value === null ? "null" : typeof value);

/** Beyond 8.64e15 on either side of 1970 there is no Date. */
const isMoment = (milliseconds: number): boolean => !Number.isNaN(new Date(milliseconds).getTime());

/** @throws TypeError for what is no valid Date and no finite number of milliseconds. */
export function millisecondsOf(now: Clock | undefined): number {
  const milliseconds = now === undefined ? Date.now() : now instanceof Date ? now.getTime() : now;
  if (typeof milliseconds === "number" && isMoment(milliseconds)) return milliseconds;
  throw new TypeError(`now: expected a valid Date or milliseconds since 1970; got ${String(now)}`);
}

/** @throws TypeError for what is no object, such as an agent's name. */
export function checkedOptions<T extends object>(options: T): T {
  if (typeof options === "object" && options !== null) return options;
  throw new TypeError(`options: expected an object; got ${shown(options)}`);
}

/** @throws TypeError for anything but a string. */
export function checkedString(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`${name}: expected a string; got ${shown(value)}`);
}

/** @throws TypeError for anything but a string that says something. */
export function checkedName(name: string, value: unknown): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new TypeError(`${name}: expected a product token; got ${JSON.stringify(value) ?? shown(value)}`);
}
