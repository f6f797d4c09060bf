/**
 * X-Robots-Tag header fields. A field may begin with the agent it is for; what stands before the first colon is one
 * unless it names a directive. Field lines that an intermediary or `Headers` has joined with commas (RFC 9110 §5.3) are
 * taken apart where an agent comes after a comma. Linear in the length of the fields.
 */
import { agentOf, EVERYBODY, isToken } from "./agents.ts";
import { isDirectiveName } from "./directives.ts";
import { Findings, type ParsedDirectives } from "./findings.ts";
import { Items, splitAtColon } from "./items.ts";
import { type Clock, checkedOptions, millisecondsOf } from "./options.ts";
import { readStatement } from "./statement.ts";

/** How a header is read; everything has a default. */
export interface HeaderOptions {
  /**
   * Takes an agent only at the start of a field line, as Google documents it; one after a comma is ignored with its
   * directive. For callers that pass the field lines one by one. Default false.
   */
  readonly strict?: boolean;
  /** The clock that two-digit years are read against (RFC 9110 §5.6.7). Default: now. */
  readonly now?: Clock;
}

/** A value, several field lines, something like `Headers`, or nothing, as `headers.get()` answers without the field. */
export type HeaderSource =
  | string
  | readonly string[]
  | { get(name: string): string | null | undefined }
  | null
  | undefined;

/**
 * Reads X-Robots-Tag headers. Where the field lines are at hand, pass them as an array: once joined, what follows an agent's
 * directives can no longer be told from them.
 * @throws TypeError for arguments of the wrong kind, never for what the header says.
 */
export function parseXRobotsTag(header: HeaderSource, options: HeaderOptions = {}): ParsedDirectives {
  const { strict, now } = checkedOptions(options);
  const findings = new Findings("header", millisecondsOf(now));
  for (const line of linesOf(header)) readLine(line, findings, strict === true);
  return findings.parsed;
}

function linesOf(header: HeaderSource): readonly string[] {
  if (header === null || header === undefined) return [];
  if (typeof header === "string") return [header];
  if (Array.isArray(header) && header.every((line) => typeof line === "string")) return header;
  if (hasGet(header)) return linesOf(header.get("x-robots-tag"));
  throw new TypeError(`header: expected a string, an array of strings or Headers; got ${typeof header}`);
}

const hasGet = (header: object): header is { get(name: string): string | null | undefined } =>
  typeof (header as { get?: unknown }).get === "function";

function readLine(line: string, findings: Findings, strict: boolean): void {
  const items = new Items(line);
  let agent = EVERYBODY;
  let first = true;
  for (let item = items.next(); item !== undefined && !findings.full; item = items.next()) {
    const { name, rest } = splitAtColon(item);
    const scoped = rest !== undefined && startsScope(name, rest, first);
    if (scoped && !first) {
      findings.warn("agent-after-comma", item, strict ? "ignored" : `taken as another field, for ${agentOf(name)}`);
      if (strict) continue;
    }
    if (scoped) agent = scopeOf(name, item, findings);
    if (!scoped) readStatement(item, agent, items, findings);
    else if (rest !== "") readStatement(rest, agent, items, findings);
    first = false;
  }
}

/** After a comma, only before a directive: anything else with a colon is an unknown directive. */
function startsScope(name: string, rest: string, first: boolean): boolean {
  return !isDirectiveName(name) && (first || isDirectiveName(splitAtColon(rest).name));
}

function scopeOf(name: string, item: string, findings: Findings): string {
  const agent = agentOf(name);
  if (!isToken(agent)) findings.warn("invalid-agent", item, "what stands before the colon is no product token");
  return agent;
}
