/** Lines of a robots.txt that are not rules. The parsers of single fields share these functions. */

/** A line that is not a user-agent line, a rule or a sitemap. */
export interface Field {
  /** In lower case. */
  readonly key: string;
  /** Without comment and surrounding white space. */
  readonly value: string;
  /** 1-based. */
  readonly line: number;
}

/** Calls `read` for every field named `key`, in file order, and leaves out undefined results. */
export function allOf<T>(fields: readonly Field[], key: string, read: (field: Field) => T | undefined): T[] {
  return fields.filter((field) => field.key === key).flatMap((field) => read(field) ?? []);
}

/** The last valid field named `key`, as in robots-parser, Protego and CPython. */
export function lastOf<T>(
  fields: readonly Field[],
  key: string,
  parse: (value: string) => T | undefined,
): T | undefined {
  return allOf(fields, key, ({ value }) => parse(value)).at(-1);
}
