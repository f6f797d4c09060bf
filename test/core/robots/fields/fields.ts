/** Fields as the parser returns them, on lines 1, 2, 3… */
import type { Field } from "../../../../bindings/core/robots/fields/field.ts";

export const fieldsOf = (key: string, values: readonly string[]): Field[] =>
  values.map((value, i) => ({ key, value, line: i + 1 }));
