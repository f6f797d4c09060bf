/** Writes rows as Parquet, one row group after another. Memory: the rows of one group. Needs hyparquet-writer, an optional peer. */
import type { DecodedArray } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Output } from "../../files/output-file.ts";
import type { Column, ColumnType, Part, Row, Value } from "./columns.ts";

/** Groups have this many rows whatever the batches, so that the same rows give the same bytes. */
const GROUP_ROWS = 16_384;

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
  #rows: Row[] = [];

  /** @param createdBy goes into the footer. */
  constructor(output: Output, columns: readonly Column[], createdBy: string) {
    this.#output = output;
    this.#columns = columns;
    this.#bytes.finish = () => {};
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema: schemaOf(columns), createdBy });
  }

  async write(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      this.#rows.push(row);
      if (this.#rows.length === GROUP_ROWS) await this.#writeGroup();
    }
  }

  async finish(): Promise<void> {
    if (this.#rows.length > 0) await this.#writeGroup();
    this.#writer.finish();
    await this.#flush();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    const columnData = this.#columns.map(({ name, type, part }) => ({
      name,
      data: rows.map((row) => stored(type, valueIn(row[part]!, name))) as DecodedArray,
      offsetIndex: false,
    }));
    this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = new Uint8Array(this.#bytes.buffer, 0, this.#bytes.index).slice();
    this.#bytes.index = 0;
    await this.#output.write(bytes);
  }
}

const valueIn = (part: Part, name: string): Value => (part as Readonly<Record<string, Value>>)[name]!;

function stored(type: ColumnType, value: Value): unknown {
  if (value === null) return undefined;
  return type === "json" ? JSON.stringify(value) : value;
}
