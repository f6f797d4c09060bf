/**
 * The part of an interrupted Parquet run: complete row groups, and in the metadata what it is a part of. A run that goes on
 * copies the groups. Runs in Node only.
 */

import { closeSync, fstatSync, openSync } from "node:fs";
import { jsonObject } from "../../base/json.ts";
import { inputError } from "../files/input-error.ts";
import type { Output } from "../files/output-file.ts";
import { type FilePart, filePart } from "../parquet/file-part.ts";
import { readFooter } from "../parquet/footer.ts";
import { PART_KEY } from "../rows/columns.ts";
import type { WrittenGroups } from "../rows/parquet-output.ts";
import type { PartLabel } from "./survey-plan.ts";

const COPY_BYTES = 2 ** 20;
/** After the footer: its length and the magic number. */
const TAIL_BYTES = 8;

interface ParquetPart extends WrittenGroups {
  readonly label: PartLabel;
  /** Copies the groups. Call it once. */
  copyTo(output: Output): Promise<void>;
}

/** @param survey what the run is about. @throws ERR_INPUT unless the file is a part of a run about the same */
export function openPart(path: string, survey: string): ParquetPart {
  const file = openSync(path, "r");
  const fileBytes = fstatSync(file).size;
  const read = filePart(file, fileBytes, () => {});
  const footer = footerIn(path, read, fileBytes);
  const label = labelIn(path, footer.key_value_metadata);
  if (label.survey !== survey)
    throw inputError(
      path,
      "expected a part of a survey with the same inputs, options, crawlers and version; got another",
    );
  const bytes = fileBytes - footer.metadata_length - TAIL_BYTES;
  const copyTo = async (output: Output): Promise<void> => {
    for (let at = 0; at < bytes; at += COPY_BYTES) await output.write(read(at, Math.min(COPY_BYTES, bytes - at)));
    closeSync(file);
  };
  return { label, bytes, groups: footer.row_groups, copyTo };
}

function footerIn(path: string, read: FilePart, fileBytes: number): ReturnType<typeof readFooter> {
  try {
    return readFooter(read, fileBytes);
  } catch (error) {
    throw inputError(path, `expected a complete Parquet file; got ${(error as Error).message}`);
  }
}

function labelIn(path: string, metadata: readonly { readonly key: string; readonly value?: string }[] = []): PartLabel {
  const text = metadata.find(({ key }) => key === PART_KEY)?.value;
  if (text === undefined) throw inputError(path, "expected a part of an interrupted survey; got another Parquet file");
  const label = labelOf(text);
  if (label === undefined) throw inputError(path, "expected the label of a part of a survey; got a damaged one");
  return label;
}

/** Nobody but survey writes labels, but a file may be damaged. */
function labelOf(text: string): PartLabel | undefined {
  const { from = -1, to = -1, survey }: Partial<PartLabel> = jsonObject(text) ?? {};
  const isSpan = Number.isSafeInteger(from) && Number.isSafeInteger(to) && 0 <= from && from <= to;
  return isSpan && typeof survey === "string" ? { from, to, survey } : undefined;
}
