/** Edits and what they change: fixes, repairs, and two versions of a file. */
import { verdictShifts } from "../../bindings/owners/agents/index.ts";
import { applyFixes } from "../../bindings/owners/lint/index.ts";
import type { EditEffect, Mended, Requests } from "../protocol.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** The text of an edited file; a byte order mark at its start is kept. */
export const editedText = (body: Uint8Array): string => decoder.decode(body);

export function mend({ file, url, repairs }: Requests["mend"]["ask"]): Mended {
  const { body, fixes, repairs: repaired } = applyFixes(file, { repairs, ...(url !== undefined && { url }) });
  const text = editedText(body);
  const shifts = repairs ? verdictShifts(file, text) : { shifts: [], mayChange: false };
  return { text, applied: fixes + repaired, ...shifts };
}

export const shiftsOf = ({ before, after }: Requests["shifts"]["ask"]): EditEffect => verdictShifts(before, after);
