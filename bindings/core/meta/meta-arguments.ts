/** Checks the arguments of callers. Misuse throws; the content of a page never does. */
import { jsonOf, kindOf, shownText, wrongType } from "../../base/errors.ts";
import { type Directive, isDirectiveName } from "./directives.ts";

/** A moment: a Date, or milliseconds since 1970. */
export type Moment = Date | number;

/** A Date cannot represent more than 8.64e15 ms before or after 1970. */
const isMoment = (milliseconds: number): boolean => !Number.isNaN(new Date(milliseconds).getTime());

/** @throws TypeError unless given a valid Date or a finite number of milliseconds. */
export function millisecondsOf(now: Moment | undefined): number {
  const milliseconds = now === undefined ? Date.now() : now instanceof Date ? now.getTime() : now;
  if (typeof milliseconds === "number" && isMoment(milliseconds)) return milliseconds;
  throw wrongType("now", "a valid Date or milliseconds since 1970", now, shownText(now));
}

/** @throws TypeError unless given a string. */
export function checkedString(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw wrongType(name, "a string", value);
}

/** @throws TypeError unless given a string that is not blank. */
export function checkedName(name: string, value: unknown): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw wrongType(name, "a product token", value, jsonOf(value));
}

/** @throws TypeError unless given the `directives` of a parser's result. A date from JSON must become a Date again. */
export function checkedDirectives(directives: readonly Directive[]): readonly Directive[] {
  if (!Array.isArray(directives)) throw wrongType("directives", "an array", directives);
  for (const one of directives as readonly Directive[]) checkDirective(one);
  return directives;
}

function checkDirective(one: Directive): void {
  if (typeof one?.agent !== "string" || !isDirectiveName(one.name))
    throw wrongType("directives", "the directives of a parser's result", one, `an array with ${kindOf(one)}`);
  if (one.name === "unavailable_after" && !(one.value instanceof Date))
    throw wrongType("directives", "a Date as the value of unavailable_after", one.value);
}
