/** Packages that only some calls need: optional peers, which are loaded when they are needed. */
import { withCode } from "./errors.ts";

/** @returns the error for optional packages that are not installed. @param packages as `npm install` takes them */
export const missingPackage = (packages: string, what: string): Error =>
  withCode(
    new Error(
      `expected the package ${packages.split(" ")[0]} for ${what}; it is not installed: run npm install ${packages}`,
    ),
    "ERR_MISSING_PACKAGE",
  );

/** Says what to install if a module could not be loaded without one of the packages; any other error stays as it is. */
export function namingPackage(packages: string, what: string, error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isMissing = packages.split(" ").some((name) => String(message).includes(`'${name}'`));
  return /^(ERR_)?MODULE_NOT_FOUND$/.test(String(code)) && isMissing ? missingPackage(packages, what) : error;
}

/** Loads a module that needs optional packages. @throws an error that says what to install */
export async function importOptional<T>(packages: string, what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw namingPackage(packages, what, error);
  }
}
