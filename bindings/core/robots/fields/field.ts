/** Lines of a robots.txt that are no rules: what the readers of single fields have in common. */

/** A line that is neither user-agent nor rule nor sitemap. */
export interface Field {
  /** In lower case. */
  readonly key: string;
  /** Without comment and outer white space. */
  readonly value: string;
  /** 1-based. */
  readonly line: number;
}

/** What `read` makes of every field of that name, without those it cannot use; in file order. */
export function allOf<T>(fields: readonly Field[], key: string, read: (field: Field) => T | undefined): T[] {
  return fields.filter((field) => field.key === key).flatMap((field) => read(field) ?? []);
}

/** Of several fields of one name, the last that can be used counts, as robots-parser, Protego and CPython have it. */
export function lastOf<T>(
  fields: readonly Field[],
  key: string,
  parse: (value: string) => T | undefined,
): T | undefined {
  return allOf(fields, key, ({ value }) => parse(value)).at(-1);
}
