/** What other rooms use of bulk/parquet. */
export { parquetLines } from "./reader.ts";
