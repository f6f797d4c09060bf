/** What a row of the table of crawlers holds, without the table: lint checks rows of callers and does not load ours. */
export { checkedRow } from "./own-rows.ts";
