/** Lines besides Allow and Disallow that two versions of a file do not share: sitemaps, delays, statements about use, licences. */
import { parse, RobotsTxt } from "../../core/deciding.ts";
import type { DialectName, Field } from "../../core/index.ts";
import { sitemapLines } from "../../core/lines/index.ts";
import { GroupIndex } from "../../core/parsing.ts";
import { tokensOf } from "./chain.ts";
import type { KnownAgent } from "./rows/known-agent.ts";
import { ignoresGroups } from "./star.ts";

type Body = string | Uint8Array;

/** A field whose values differ between two versions of a file. */
export interface FieldChange {
  /** In lower case, such as "crawl-delay" or "sitemap". */
  readonly key: string;
  /** Values that only the old version has. */
  readonly removed: readonly string[];
  /** Values that only the new version has. */
  readonly added: readonly string[];
  /** The crawlers whose groups have the lines; empty for lines of the whole file, such as sitemaps. */
  readonly tokens: readonly string[];
}

type Values = ReadonlyMap<string, ReadonlySet<string>>;

const NONE: Values = new Map();

function valuesOf(fields: readonly Pick<Field, "key" | "value">[]): Values {
  const values = new Map<string, Set<string>>();
  for (const { key, value } of fields) values.set(key, (values.get(key) ?? new Set()).add(value));
  return values;
}

class VersionFields {
  readonly #robots: RobotsTxt;
  readonly #index: GroupIndex;
  readonly #outside: ReadonlySet<number>;
  /** By the lines that select the groups: many crawlers obey the same. */
  readonly #known = new Map<string, Values>();
  readonly file: Values;

  constructor(body: Body, dialect: DialectName) {
    this.#robots = parse(body, { dialect });
    const parts = RobotsTxt.partsOf(this.#robots);
    this.#index = new GroupIndex(parts.records, parts.dialect);
    this.#outside = new Set(this.#robots.fields.map(({ line }) => line));
    const sitemaps = sitemapLines(this.#robots).map(({ value }) => ({ key: "sitemap", value }));
    this.file = valuesOf([...this.#robots.fields, ...sitemaps]);
  }

  of(row: KnownAgent): Values {
    const tokens = tokensOf(row);
    const { groups, isNamed } = this.#index.obeyedBy(tokens);
    if (ignoresGroups(row, { isNamed })) return NONE;
    const key = groups.map(({ start, agent }) => `${start} ${agent}`).join();
    const values = this.#known.get(key) ?? valuesOf(this.#ofGroups(tokens));
    this.#known.set(key, values);
    return values;
  }

  /** A licence outside groups counts for groups without one of their own. */
  #ofGroups = (tokens: readonly string[]): readonly Field[] =>
    this.#robots.agent(tokens).fields.filter(({ line }) => !this.#outside.has(line));
}

/** The fields that differ: first those of the whole file, then those of the crawlers' groups. */
export function fieldChanges(
  before: Body,
  after: Body,
  rows: readonly KnownAgent[],
  dialect?: DialectName,
): readonly FieldChange[] {
  const found = new Map<string, FieldChange>();
  const versions = new Map<DialectName, readonly [VersionFields, VersionFields]>();
  const versionsFor = (name: DialectName) => {
    const known = versions.get(name) ?? [new VersionFields(before, name), new VersionFields(after, name)];
    versions.set(name, known);
    return known;
  };
  for (const one of differences(...files(versionsFor(dialect ?? "rfc9309")))) add(found, one);
  for (const row of rows) {
    const [old, now] = versionsFor(dialect ?? row.dialect);
    for (const one of differences(old.of(row), now.of(row))) add(found, one, row.token);
  }
  return [...found.values()];
}

const files = ([old, now]: readonly [VersionFields, VersionFields]): readonly [Values, Values] => [old.file, now.file];

type Change = Omit<FieldChange, "tokens">;

function differences(old: Values, now: Values): readonly Change[] {
  if (old === now) return [];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const removed = only(old.get(key), now.get(key));
    const added = only(now.get(key), old.get(key));
    return removed.length + added.length === 0 ? [] : { key, removed, added };
  });
}

const only = (values: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()): readonly string[] =>
  [...values].filter((value) => !others.has(value));

function add(found: Map<string, FieldChange>, change: Change, token?: string): void {
  const key = JSON.stringify([token === undefined, change]);
  const { tokens } = found.get(key) ?? { tokens: [] };
  found.set(key, { ...change, tokens: token === undefined ? tokens : [...tokens, token] });
}
