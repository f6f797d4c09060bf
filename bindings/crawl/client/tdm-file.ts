/** The file /.well-known/tdmrep.json of an origin (TDMRep, W3C community group report of 2024-05-10). */
import { saysMissing } from "../../core/access/internal.ts";

/**
 * `found`: it was served. `missing`: the origin answers with 404 or 410. `refused`: robots.txt does not let the crawler fetch
 * it. `failed`: nobody knows, because of another status, a redirect, or the network.
 */
export type TdmFileStatus = "found" | "missing" | "refused" | "failed";

/** What a client knows of the file of an origin. */
export interface TdmFile {
  readonly url: string;
  readonly status: TdmFileStatus;
  /** The text, if the file was found. `parseTdmFile` of robots-wasm/usage reads it. */
  readonly body?: string;
  readonly httpStatus?: number;
  /** Why the request failed. */
  readonly error?: string;
}

export const tdmFileUrl = (origin: string): string => `${origin}/.well-known/tdmrep.json`;

export function tdmStatusOf(httpStatus: number): TdmFileStatus {
  if (httpStatus === 200) return "found";
  return saysMissing(httpStatus) ? "missing" : "failed";
}
