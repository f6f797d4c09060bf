/** TDMRep (W3C community group report, 2024-05-10): tdm-reservation and tdm-policy as headers or meta tags. */

import { wrongType } from "../../base/errors.ts";

/** What a page states about text and data mining. */
export interface TdmReservation {
  /** Whether the rights are reserved. */
  readonly reserved: boolean;
  /** The URL of the policy that grants them on conditions, as written. */
  readonly policy?: string;
}

/**
 * Reads the two values of TDMRep. Only "1" and "0" state something; a policy without a reservation is ignored.
 * @param reservation the value of tdm-reservation, if there is one.
 * @param policy the value of tdm-policy, if there is one.
 * @returns undefined if nothing is stated.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for a value that is not text.
 */
export function tdmReservation(
  reservation: string | null | undefined,
  policy?: string | null | undefined,
): TdmReservation | undefined {
  const value = checkedHeader("reservation", reservation);
  if (value !== "0" && value !== "1") return undefined;
  const url = checkedHeader("policy", policy);
  return { reserved: value === "1", ...(url && value === "1" && { policy: url }) };
}

function checkedHeader(name: string, value: string | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "string") throw wrongType(name, "a string", value);
  return value.trim();
}
