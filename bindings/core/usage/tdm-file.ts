/** /.well-known/tdmrep.json (TDMRep, W3C community group report of 2024-05-10, "TDM File on the Origin Server"). */

import { checkedRecords, textOfUrl } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import { parsedJson } from "../../base/json.ts";
import { dialectNamed } from "../dialects.ts";
import { matchedOctets, type UsageStatement } from "../robots/fields/usage.ts";
import { type TdmReservation, tdmReservation } from "./tdm.ts";

/** A rule of the file. */
export interface TdmRule extends TdmReservation {
  /** A path pattern with `*` and `$`, as written. */
  readonly location: string;
}

/** Longer files are ignored. */
const MAX_FILE_LENGTH = 512_000;
/** The remaining rules are ignored. */
const MAX_RULES = 1000;
const MAX_LOCATION_LENGTH = 2048;

/**
 * Reads the rules of a tdmrep.json. Rules without a location or with another reservation than 0 or 1 are left out. No content of
 * the file makes it throw; a file that is not a JSON array has no rules.
 * @param body the text of the file; RobotsClient.tdmrep fetches it.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string.
 */
export function parseTdmFile(body: string): readonly TdmRule[] {
  if (typeof body !== "string") throw wrongType("body", "a string", body);
  const rows = body.length > MAX_FILE_LENGTH ? undefined : parsedJson(body.replace(/^\uFEFF/, ""));
  return Array.isArray(rows) ? rows.slice(0, MAX_RULES).flatMap(ruleOf) : [];
}

function ruleOf(row: unknown): readonly TdmRule[] {
  if (typeof row !== "object" || row === null) return [];
  const { location, ...others } = row as Record<string, unknown>;
  const [reserved, policy] = [others["tdm-reservation"], others["tdm-policy"]];
  const reservation = tdmReservation(
    typeof reserved === "number" || typeof reserved === "string" ? String(reserved) : undefined,
    typeof policy === "string" ? policy : undefined,
  );
  const isPath = typeof location === "string" && /^[/*]/.test(location) && location.length <= MAX_LOCATION_LENGTH;
  return isPath && reservation !== undefined ? [{ location, ...reservation }] : [];
}

function checkedRules(rules: readonly TdmRule[]): readonly TdmRule[] {
  checkedRecords("rules", rules, ["location"]).forEach(({ reserved }, i) => {
    if (typeof reserved !== "boolean") throw wrongType(`rules[${i}].reserved`, "a boolean", reserved);
  });
  return rules;
}

/**
 * What the rules state about a page: the first rule that matches counts. Pass the result to `pageStatements` as `tdm`, because a
 * header or meta tag of the page supersedes the file.
 * @param url absolute, or a path that starts with `/`.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for a URL of the wrong type.
 */
export function tdmStatements(rules: readonly TdmRule[], url: string | URL): readonly UsageStatement[] {
  const [address, dialect] = [textOfUrl(url), dialectNamed("rfc9309")];
  const rule = checkedRules(rules).find(({ location }) => matchedOctets(location, address, dialect) > 0);
  if (rule === undefined) return [];
  const value = Number(rule.reserved).toString();
  return [{ use: "train-ai", allowed: !rule.reserved, source: "tdmrep.json", field: "tdm-reservation", value }];
}
