/** "Test a URL…" above each group, and the answer. */
import { resolveAgent } from "../../agents/index.ts";
import { isUrlOrPath } from "../../base/url.ts";
import { explanationText } from "../../tools/assertions/index.ts";
import type { EditorDocument } from "./document.ts";
import type { Range } from "./place.ts";

interface Lens {
  readonly range: Range;
  readonly title: string;
  /** The crawler that the person is asked about first. */
  readonly agent: string;
}

export const lensesOf = (document: EditorDocument): readonly Lens[] =>
  document.source.groups.map(({ agents }) => ({
    range: document.lineRange(agents[0]!.key.line - 1),
    title: "Test a URL…",
    agent: document.textOf(agents[0]!.value),
  }));

/** A verdict as a sentence, and the line that decides. */
export interface TestedUrl {
  readonly allowed: boolean;
  readonly text: string;
  /** From 0; absent if no rule decides. */
  readonly line?: number;
}

/** @throws RangeError for a URL or an agent that cannot be decided */
export function testUrl(document: EditorDocument, agent: string, url: string): TestedUrl {
  if (!isUrlOrPath(url))
    throw new RangeError(`expected an absolute URL, or a path that starts with /; got ${JSON.stringify(url)}`);
  const { tokens } = resolveAgent(agent, { agents: document.settings.agents });
  const explained = document.robots.agent(tokens).explain(url);
  const text = `${agent} ${url}: ${explanationText(explained)}`;
  return { allowed: explained.allowed, text, ...(explained.rule && { line: explained.rule.line - 1 }) };
}
