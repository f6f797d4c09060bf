/** Checks of what callers pass in. Misuse throws; what a site says never does. */
import { type Directive, isDirectiveName } from "./directives.ts";

/** A moment: a Date, or milliseconds since 1970. */
export type Clock = Date | number;

const shown = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

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
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return options;
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

/** @throws TypeError for anything but directives of the parsers, such as a whole result of theirs, or a date from JSON. */
export function checkedDirectives(directives: readonly Directive[]): readonly Directive[] {
  if (!Array.isArray(directives)) throw new TypeError(`directives: expected an array; got ${shown(directives)}`);
  for (const one of directives as readonly Directive[]) checkDirective(one);
  return directives;
}

function checkDirective(one: Directive): void {
  if (typeof one?.agent !== "string" || !isDirectiveName(one.name))
    throw new TypeError(`directives: expected those of a parser's result; got an array with ${shown(one)}`);
  if (one.name === "unavailable_after" && !(one.value instanceof Date))
    throw new TypeError(`directives: expected a Date as the value of unavailable_after; got ${shown(one.value)}`);
}
