/** Rules for a whole origin, where no robots.txt says so: the policy on its status does, or the caller. */
import type { DialectName } from "../dialects.ts";
import type { AgentRules } from "./agent-rules.ts";
import { parse } from "./robots-txt.ts";

const bodies = { allow: "", disallow: "User-agent: *\nDisallow: /" };

/** A closed origin still shows its robots.txt where the dialect says so (RFC 9309 §2.2.2). */
export const everything = (verdict: "allow" | "disallow", dialect: DialectName): AgentRules =>
  parse(bodies[verdict], { dialect }).agent("*");
