/** Rows of any command: their columns, and the values in them. */

/** `list` holds texts. `json` is an object in NDJSON, and its text elsewhere. */
interface ValueOf {
  text: string;
  integer: number;
  number: number;
  boolean: boolean;
  time: Date;
  list: readonly string[];
  json: Readonly<Record<string, number>>;
}

export type ColumnType = keyof ValueOf;
export type Value = ValueOf[ColumnType] | null;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** In which part of a row its value is. */
  readonly part: number;
}

/** Values by the names of columns, in their order. */
export type Part = object;

/** A part with these columns. */
export type Values<Columns extends Readonly<Record<string, ColumnType>>> = {
  readonly [Name in keyof Columns]: ValueOf[Columns[Name]] | null;
};

/** In all parts together one value for each column, in the order of the columns. Rows may share parts. */
export type Row = readonly Part[];

/** What a part of a survey in Parquet says of itself in the metadata of its file, under this key. */
export const PART_KEY = "robots-wasm.survey";

/** The format of rows that are text. */
export type TextFormat = "ndjson" | "csv";
export type RowFormat = TextFormat | "parquet";

export const rowFormats: readonly RowFormat[] = ["ndjson", "csv", "parquet"];

/** The columns of rows with these parts. */
export const columnsIn = (...parts: readonly Readonly<Record<string, ColumnType>>[]): readonly Column[] =>
  parts.flatMap((types, part) => Object.entries(types).map(([name, type]) => ({ name, type, part })));
