/** What other rooms use of bulk/rows. */
export {
  type Column,
  type ColumnType,
  columnsIn,
  PART_KEY,
  type Row,
  type RowFormat,
  rowFormats,
  type Values,
} from "./columns.ts";
export type { WrittenGroups } from "./parquet-output.ts";
export { headOf, textOf } from "./text-formats.ts";
