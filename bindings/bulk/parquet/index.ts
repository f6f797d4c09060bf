/** What other houses use of bulk/parquet. */
export { parquetLines } from "./reader.ts";
