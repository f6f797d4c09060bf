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

/** The fields of a crawler's groups, and those of them that belong to user-agent lines which name it (docs/dialects.md). */
export interface GroupFields {
  readonly fields: readonly Field[];
  readonly ownFields: readonly Field[];
}

/** The valid values of a field about pace: the crawler's own, or else those of its groups. */
export function valuesOf<T>(
  { fields, ownFields }: GroupFields,
  key: string,
  parse: (value: string) => T | undefined,
): readonly T[] {
  if (fields.length === 0) return [];
  const read = ({ value }: Field): T | undefined => parse(value);
  const own = allOf(ownFields, key, read);
  return own.length > 0 ? own : allOf(fields, key, read);
}

/** The value with the greatest measure; of equals the first. */
export function mostOf<T>(values: readonly T[], measure: (value: T) => number): T | undefined {
  let most: T | undefined;
  for (const value of values) if (most === undefined || measure(value) > measure(most)) most = value;
  return most;
}
