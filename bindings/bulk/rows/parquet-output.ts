/**
 * Writes rows as Parquet, one row group after another. Memory: the rows of one group. A run that goes on from a part
 * (parquet-part.ts) writes the bytes of one run.
 */
import type { DecodedArray } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Output } from "../files/output-file.ts";
import { type Column, type ColumnType, PART_KEY, type Part, type Row, type Value } from "./columns.ts";

/** A group ends with the batch that fills it: then a run can go on after any group. */
const GROUP_ROWS = 16_384;

/** Groups that another run wrote. */
export interface WrittenGroups {
  readonly groups: ParquetWriter["row_groups"];
  /** The length of the file up to the end of its groups. */
  readonly bytes: number;
}

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

const optional = { repetition_type: "OPTIONAL" } as const;
const utf8 = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;

const elements: Readonly<Record<ColumnType, (name: string) => readonly SchemaElement[]>> = {
  text: (name) => [{ name, ...utf8, ...optional }],
  json: (name) => [{ name, ...utf8, ...optional }],
  integer: (name) => [{ name, type: "INT32", ...optional }],
  number: (name) => [{ name, type: "DOUBLE", ...optional }],
  boolean: (name) => [{ name, type: "BOOLEAN", ...optional }],
  time: (name) => [{ name, type: "INT64", converted_type: "TIMESTAMP_MILLIS", ...optional }],
  list: (name) => [
    { name, converted_type: "LIST", num_children: 1, ...optional },
    { name: "list", num_children: 1, repetition_type: "REPEATED" },
    { name: "element", ...utf8, repetition_type: "REQUIRED" },
  ],
};

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: "root", num_children: columns.length },
  ...columns.flatMap(({ name, type }) => elements[type](name)),
];

export class ParquetOutput {
  readonly #columns: readonly Column[];
  readonly #bytes: ByteWriter = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #output: Output;
  readonly #groupRows: number;
  #rows: Row[] = [];

  /**
   * @param createdBy goes into the footer.
   * @param written is in the output already.
   */
  constructor(
    output: Output,
    columns: readonly Column[],
    createdBy: string,
    written?: WrittenGroups,
    groupRows: number = GROUP_ROWS,
  ) {
    this.#groupRows = groupRows;
    this.#output = output;
    this.#columns = columns;
    this.#bytes.finish = () => {};
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema: schemaOf(columns), createdBy });
    if (written !== undefined) this.#goOn(written);
  }

  #goOn({ groups, bytes }: WrittenGroups): void {
    this.#bytes.index = 0;
    this.#bytes.offset = bytes;
    this.#writer.row_groups.push(...groups);
    this.#writer.num_rows = groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
  }

  /** @returns whether all rows so far are in the output */
  async write(rows: readonly Row[]): Promise<boolean> {
    this.#rows.push(...rows);
    if (this.#rows.length >= this.#groupRows) await this.#writeGroup();
    return this.#rows.length === 0;
  }

  async finish(): Promise<void> {
    if (this.#rows.length > 0) await this.#writeGroup();
    await this.#writeFooter();
  }

  /** Ends a part, without rows that do not fill a group. @param part what it says of itself */
  async finishPart(part: string): Promise<void> {
    this.#writer.kvMetadata = [{ key: PART_KEY, value: part }];
    await this.#writeFooter();
  }

  async #writeFooter(): Promise<void> {
    this.#writer.finish();
    await this.#flush();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    const columnData = this.#columns.map(({ name, type, part }) => ({
      name,
      data: rows.map((row) => stored(type, partValue(row[part]!, name))) as DecodedArray,
      offsetIndex: false,
      // hyparquet does not read the count of NaN: the footer of a run that goes on would lack it.
      statistics: type !== "number",
    }));
    this.#writer.write({ columnData, rowGroupSize: rows.length });
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = new Uint8Array(this.#bytes.buffer, 0, this.#bytes.index).slice();
    this.#bytes.index = 0;
    await this.#output.write(bytes);
  }
}

const partValue = (part: Part, name: string): Value => (part as Readonly<Record<string, Value>>)[name]!;

function stored(type: ColumnType, value: Value): unknown {
  if (value === null) return undefined;
  return type === "json" ? JSON.stringify(value) : value;
}
