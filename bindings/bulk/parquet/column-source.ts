/** What the thread that reads Parquet is given, and what it answers for each piece that it is asked for. */

/** What to read. */
export interface ColumnSource {
  /** An open descriptor of a regular file. */
  readonly file: number;
  readonly fileBytes: number;
  readonly column: string;
}

export interface Piece {
  /** Whole lines; undefined at the end of the column. */
  readonly lines: Uint8Array<ArrayBuffer> | undefined;
  /** How many bytes of the file were read since the piece before. */
  readonly readBytes: number;
}
