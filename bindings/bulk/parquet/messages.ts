/** Messages between the main thread and the thread that reads Parquet. The main thread sends `null` for each piece that it wants. */

/** What to read. */
export interface ColumnSource {
  /** An open descriptor of a regular file. */
  readonly file: number;
  readonly fileBytes: number;
  readonly column: string;
}

export interface PieceMessage {
  readonly type: "piece";
  /** Whole lines; undefined at the end of the column. */
  readonly lines: Uint8Array<ArrayBuffer> | undefined;
  /** How many bytes of the file were read since the message before. */
  readonly readBytes: number;
}

export interface FailureMessage {
  readonly type: "failure";
  readonly error: Error;
  /** The error's `code`, which structured cloning drops. */
  readonly code: unknown;
}

export type FromReader = PieceMessage | FailureMessage;
