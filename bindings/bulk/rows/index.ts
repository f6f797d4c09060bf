/** What other houses use of bulk/rows. */
export { type Row, type RowFormat, rowFormats } from "./columns.ts";
export { headLine, rowsText } from "./text-formats.ts";
