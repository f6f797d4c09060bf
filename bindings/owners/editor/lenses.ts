/** "Test a URL…" above each group, and the answer. */
import { isUrlOrPath } from "../../base/url.ts";
import { notesOn } from "../agents/internal.ts";
import { assertedCrawler } from "../assertions/check.ts";
import { explanationText } from "../assertions/verdict-text.ts";
import type { EditorDocument } from "./document.ts";
import type { Range } from "./place.ts";

interface Lens {
  readonly range: Range;
  readonly title: string;
  /** The crawler that the person is asked about first. */
  readonly agent: string;
}

export function lensesOf(document: EditorDocument): readonly Lens[] {
  if (document.isTemplate) return [];
  return document.source.groups.map((group) => ({
    range: document.lineRange(group.agents[0]!.key.line - 1),
    title: "Test a URL…",
    agent: document.agentOf(group),
  }));
}

/** A verdict as a sentence, and the line that decides. */
export interface TestedUrl {
  readonly allowed: boolean;
  readonly text: string;
  /** From 0; absent if no rule decides. */
  readonly line?: number;
}

/** @throws RangeError for a URL or an agent that cannot be decided, and for a template */
export function testUrl(document: EditorDocument, agent: string, url: string): TestedUrl {
  if (!isUrlOrPath(url))
    throw new RangeError(`expected an absolute URL, or a path that starts with /; got ${JSON.stringify(url)}`);
  if (document.isTemplate) throw new RangeError("expected a robots.txt; the verdicts of a template are unknown");
  const reading = document.byDialect.readingFor(assertedCrawler(agent, document.settings.agents));
  const explanation = reading.rules.explain(url);
  const { allowed, rule } = explanation;
  const text = `${agent} ${url}: ${explanationText(explanation, notesOn(reading, url, allowed))}`;
  return { allowed, text, ...(rule && { line: rule.line - 1 }) };
}
