/** Dialects whose programs decide texts as they are written, for tests of what an engine makes of a text alone. */
import type { Dialect } from "../../bindings/core/dialects.ts";
import { WRITTEN } from "../../bindings/core/layout.ts";

const known = new WeakMap<Dialect, Dialect>();

/** The same dialect for the same dialect, because an engine keeps what it has made of one. */
export function written(dialect: Dialect): Dialect {
  const made = known.get(dialect) ?? { ...dialect, flags: dialect.flags | WRITTEN };
  known.set(dialect, made);
  return made;
}
