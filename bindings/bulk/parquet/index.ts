/** What other rooms use of bulk/parquet. */
export { type FilePart, partsOf } from "./file-part.ts";
export { readFooter } from "./footer.ts";
export { parquetLines } from "./reader.ts";
