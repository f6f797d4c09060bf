/** A crawler: operator and purpose, which group it obeys in this file and what that says, source and date. */
import {
  type AgentReport,
  type AgentRow,
  type GroupAnswer,
  type KnownAgent,
  purposes,
  reportAgents,
  resolveAgent,
} from "../agents/index.ts";
import { ruleAtLine } from "../assertions/verdict-text.ts";
import type { EditorDocument } from "./document.ts";
import { code } from "./markdown.ts";

/** @param written the value of a user-agent line */
export function crawlerText(document: EditorDocument, written: string): string | undefined {
  if (written === "*") return ["All crawlers that no group names.", ...saysIn(document, { token: "*" })].join("\n\n");
  const { agents } = document.settings;
  const found = resolvedOrNone(written, agents);
  if (found === undefined) return undefined;
  if (found.crawlers !== undefined) return found.assumed.join("; ");
  const row = found.agent ?? { token: found.tokens[0]! };
  const facts =
    found.agent === undefined ? [`We do not know a crawler with the name ${code(written)}.`] : factsOf(found.agent);
  return [...facts, ...saysIn(document, row)].join("\n\n");
}

const saysIn = (document: EditorDocument, row: AgentRow): readonly string[] =>
  document.isTemplate ? [] : reportAgents(document.robotsFor(row.token), [row]).map(saysOf);

function resolvedOrNone(written: string, agents: readonly AgentRow[]) {
  try {
    return resolveAgent(written, { agents });
  } catch {
    return undefined;
  }
}

function factsOf({ token, operator, purpose, status, note, ignoresRobots, source, checked }: KnownAgent): string[] {
  const notes = [
    ...(status === "active" ? [] : [`It is ${status}.`]),
    ...(ignoresRobots ? ["Its operator says that it may ignore robots.txt."] : []),
    ...(note === undefined ? [] : [note]),
  ];
  return [
    `**${token}** of ${operator} ${purposes[purpose]}.`,
    ...notes,
    ...(source === "" ? [] : [`Source: ${source}, read on ${checked}.`]),
  ];
}

/** What this file tells it, in one sentence. */
function saysOf({ group, ignored, ...answer }: AgentReport): string {
  if (ignored !== undefined) return `It ignores the groups for \`*\`, so it ${accessText(answer)}.`;
  if (group === undefined) return "No group applies to it, so it may fetch the whole site.";
  return `Obeys the group ${code(group)}: it ${accessText(answer)}.`;
}

/** "may fetch nothing (line 4: Disallow: /)" */
function accessText({ access, rule, example }: GroupAnswer): string {
  const by = rule === undefined ? "" : ` (${code(ruleAtLine(rule))})`;
  if (access === "allowed") return `may fetch the whole site${by}`;
  if (access === "refused") return `may fetch nothing${by}`;
  return example === undefined ? "may be refused some URLs" : `may not fetch some URLs, such as ${code(example)}${by}`;
}
