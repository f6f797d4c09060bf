export type Record = object;
export declare function newestRecord(): Record;
/** docs/performance.md with what the record says. */
export declare function pageOf(record: Record, page: string): string;
/** README.md with what the record says. */
export declare function readmeOf(record: Record, readme: string): string;
