/** Rules for a whole origin that do not come from a file: the access policy or the caller decides. */
import type { DialectName } from "../dialects.ts";
import type { AgentRules } from "./agent-rules.ts";
import { REFUSING } from "./body.ts";
import { parse } from "./robots-txt.ts";

/** A file that allows or refuses everything. */
export const blanketBody = (verdict: "allowed" | "refused"): string => (verdict === "allowed" ? "" : REFUSING);

/** In some dialects `/robots.txt` stays allowed on a closed origin (RFC 9309 §2.2.2). */
export const blanketRules = (verdict: "allowed" | "refused", dialect: DialectName): AgentRules =>
  parse(blanketBody(verdict), { dialect }).agent("*");
