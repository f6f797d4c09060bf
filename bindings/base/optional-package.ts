/** Packages that only some calls need. The caller passes them, so an application without them can bundle every entry. */
import { kindOf, withCode } from "./errors.ts";

/** A package, as `npm install` takes the major version that is tested, and the functions that are used of it. */
interface OptionalPackage {
  readonly name: string;
  readonly install: string;
  readonly functions: readonly string[];
}

/** @throws TypeError (ERR_MISSING_PACKAGE) unless `value` has the functions of the package. */
export function checkedPackage<T>(option: string, { name, install, functions }: OptionalPackage, value: T): T {
  const has = (one: string): boolean => typeof (value as Record<string, unknown> | undefined)?.[one] === "function";
  if (value !== null && functions.every(has)) return value;
  const message = `${option}: expected the package ${name} with ${functions.join(" and ")}; got ${kindOf(value)}: run npm install ${install} and pass it`;
  throw withCode(new TypeError(message), "ERR_MISSING_PACKAGE");
}
