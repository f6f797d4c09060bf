/**
 * Checks objects of options. A misspelt option would be ignored, and whatever it should have forbidden would be allowed: a
 * name that does not exist is an error, with the name that was probably meant.
 */
import { kindOf, withCode, wrongType } from "./errors.ts";

/** A table with every option of T. TypeScript refuses a table that lacks one or has another. */
export type KnownOptions<T> = { readonly [Name in keyof T]-?: unknown };

/**
 * The given options, each read once, in an object without a prototype: read options from it alone. Inherited options count too, but
 * what a page adds to Object.prototype is not an option.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `options` is an object of options; callers pass the name of a dialect, a
 *   URL or a promise by mistake. TypeError (ERR_UNKNOWN_OPTION) for an option that is not in `known`.
 */
export function checkedOptions<T extends object>(name: string, options: T, known: KnownOptions<NoInfer<T>>): T {
  // Asking for the kind is slow, and most options are a literal.
  if (options?.constructor !== Object && kindOf(options) !== "object") throw wrongType(name, "an object", options);
  // What every object inherits, also what a page adds to Object.prototype, is in `known` too.
  for (const option in options) if (known[option] === undefined) throw unknownOption(name, option, Object.keys(known));
  const read: T = Object.create(null);
  for (const option in known) if (isGiven(options, option)) read[option as keyof T] = options[option as keyof T];
  return read;
}

const isGiven = (options: object | null, option: string): boolean =>
  options !== null &&
  options !== Object.prototype &&
  (Object.hasOwn(options, option) || isGiven(Object.getPrototypeOf(options), option));

const unknownOption = (name: string, option: string, names: readonly string[]): TypeError =>
  withCode(
    new TypeError(`${name}: expected options among ${names.join(", ")}; got ${option}${suggestion(option, names)}`),
    "ERR_UNKNOWN_OPTION",
  );

/** `; did you mean NAME?` if a name is at most two typing errors away, or else nothing. */
export function suggestion(word: string, names: readonly string[]): string {
  const [nearest] = [0, 1, 2].flatMap((errors) => names.filter((name) => isNear(word, name, errors)));
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}

/** Whether inserting, deleting, replacing or swapping at most `errors` characters makes one word of the other. */
export const isNear = (a: string, b: string, errors: number): boolean =>
  a === b ||
  (a[0] === b[0]
    ? isNear(a.slice(1), b.slice(1), errors)
    : errors > 0 &&
      (isNear(a.slice(1), b.slice(1), errors - 1) ||
        isNear(a.slice(1), b, errors - 1) ||
        isNear(a, b.slice(1), errors - 1) ||
        (a[0] === b[1] && a[1] === b[0] && isNear(a.slice(2), b.slice(2), errors - 1))));
