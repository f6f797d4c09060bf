/** What is shown of judged requests: rows, and examples of violations. */
import { outputFile, standardOutput } from "../../bulk/files/output-file.ts";
import { type Judged, logColumns, requestRow, type Tally, TODAY } from "../../bulk/logs/index.ts";
import { headLine, type Row, rowsText } from "../../bulk/rows/index.ts";
import { exitSoFar, version } from "../output.ts";
import type { LogsOptions } from "./logs-options.ts";
import { explainCommand } from "./report.ts";

const BATCH_ROWS = 1024;
/** The exit code if a crawler fetched what robots.txt refuses. */
export const VIOLATION = 1;

/** For each crawler, the first few. */
const MAX_EXAMPLES = 3;

interface RowsOutput {
  write(rows: readonly Row[]): Promise<void>;
  finish(): Promise<void>;
}

/** What is shown of judged requests. */
export class Findings {
  readonly examples: Judged[] = [];
  readonly #tally: Tally;
  readonly #rows: RowsOutput | undefined;
  #pending: Judged[] = [];

  /** @param rows undefined if requests have no rows */
  constructor(tally: Tally, rows: RowsOutput | undefined) {
    this.#tally = tally;
    this.#rows = rows;
  }

  /** Writes rows in pieces while requests are judged: those of an hour would fill the memory. */
  async take(found: Iterable<Judged>): Promise<void> {
    for (const judged of found) {
      if (judged.verdict === "violation") exitSoFar(VIOLATION);
      if (judged.verdict === "violation" || judged.verdict === TODAY) this.#addExample(judged);
      if (this.#rows !== undefined && this.#pending.push(judged) === BATCH_ROWS) await this.writeRows();
    }
  }

  #addExample(judged: Judged): void {
    if (this.#tally.of(judged.request.crawler).refused <= MAX_EXAMPLES) this.examples.push(judged);
  }

  /** Writes the rows that are left. */
  async writeRows(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    await this.#rows?.write(pending.map((one) => requestRow(one, explainCommand(one))));
  }
}

export async function openRows({ output: file, form, format }: LogsOptions): Promise<RowsOutput> {
  const output = file === undefined ? standardOutput() : outputFile(file);
  const columns = logColumns(form!);
  if (format !== "parquet") {
    await output.write(Buffer.from(headLine(format, columns)));
    return {
      write: (rows) => output.write(Buffer.from(rowsText(format, rows))),
      finish: async () => output.commit(),
    };
  }
  const { ParquetOutput } = await import("../../bulk/rows/parquet-output.ts");
  const parquet = new ParquetOutput(output, columns, `robots-wasm version ${version()}`);
  return {
    write: async (rows) => void (await parquet.write(rows)),
    finish: async () => {
      await parquet.finish();
      output.commit();
    },
  };
}
