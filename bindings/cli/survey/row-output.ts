/** Where the rows of a survey go, as text or as Parquet, and how an interrupted run ends. */
import { createHash } from "node:crypto";
import { type Output, outputFile, standardOutput } from "../../bulk/files/output-file.ts";
import { headLine, type Row } from "../../bulk/rows/index.ts";
import { type BatchResult, columnsOf, type PartLabel } from "../../bulk/survey/index.ts";
import { version } from "../output.ts";
import type { SurveyOptions } from "./survey-options.ts";

/** The sites of a run that was interrupted: those after the first `from`, up to `to`. */
type Range = Pick<PartLabel, "from" | "to">;

interface RowOutput {
  /** The sites of which the output has rows before the run, and those of the part with which it begins. */
  readonly covered: Range;
  /** @returns whether all rows so far are in the output, so that another run can go on from there */
  write(result: BatchResult): Promise<boolean>;
  finish(): Promise<void>;
  /** Ends an interrupted run. @returns the options with which another run goes on */
  finishPart(range: Range): Promise<string>;
}

export function openRows(options: SurveyOptions): Promise<RowOutput> {
  const output = options.output === undefined ? standardOutput() : outputFile(options.output);
  return options.plan.format === "parquet" ? parquetRows(options, output) : textRows(options, output);
}

const suffixOf = ({ from, to }: Range): string => `.part-${from}-${to}`;

async function textRows({ plan: { format, form }, offset }: SurveyOptions, output: Output): Promise<RowOutput> {
  if (format === "parquet") throw new TypeError("bug: Parquet is not text");
  // The parts of an interrupted run are one file when they are joined.
  if (offset === 0) await output.write(Buffer.from(headLine(format, columnsOf(form))));
  return {
    covered: { from: offset, to: offset },
    write: async (result) => {
      await output.write(result.output as Uint8Array);
      return true;
    },
    finish: async () => output.commit(),
    finishPart: async (range) => {
      output.commit(suffixOf(range));
      return `--offset ${range.to}`;
    },
  };
}

async function parquetRows(options: SurveyOptions, output: Output): Promise<RowOutput> {
  const { ParquetOutput } = await import("../../bulk/rows/parquet-output.ts");
  const survey = digestOf(options);
  const part = await partOf(options, survey);
  await part?.copyTo(output);
  const columns = columnsOf(options.plan.form);
  const parquet = new ParquetOutput(output, columns, `robots-wasm version ${version()}`, part);
  return {
    covered: part?.label ?? { from: options.offset, to: options.offset },
    write: (result) => parquet.write(result.output as readonly Row[]),
    finish: async () => {
      await parquet.finish();
      output.commit();
    },
    finishPart: async ({ from, to }) => {
      await parquet.finishPart(JSON.stringify({ from, to, survey } satisfies PartLabel));
      output.commit(suffixOf({ from, to }));
      return `--part ${options.output}${suffixOf({ from, to })}`;
    },
  };
}

async function partOf({ part }: SurveyOptions, survey: string) {
  if (part === undefined) return undefined;
  const { openPart } = await import("../../bulk/survey/parquet-part.ts");
  return openPart(part, survey);
}

/** Everything on which rows depend; of the inputs, their paths. */
function digestOf({ plan, policy, folders, warcs, ranks }: SurveyOptions): string {
  const { crawlers, form, dialect, snapshot } = plan;
  const text = JSON.stringify([version(), form, dialect, policy.name, crawlers, folders, warcs, snapshot, ranks]);
  return createHash("sha256").update(text).digest("hex");
}
