/** The mini tester's answer: the verdict, the sentence, and the lines to tint. */
import type { Explanation, parse } from "robots-wasm";

export const SAMPLE = `User-agent: *
Disallow: /cart
Allow: /cart/help

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /
`;

export const PATHS: readonly string[] = ["/lamps", "/cart", "/cart/help"];
export const FIRST_PATH = "/cart/help";

/** What the engine needs to know of a crawler. */
export interface Crawler {
  readonly name: string;
  readonly tokens: readonly string[];
  readonly dialect: "google" | "rfc9309" | "koster1996" | "norobots1996" | "original1994";
  readonly ignoresStar: boolean;
}

export interface Answer {
  readonly allowed: boolean;
  readonly sentence: string;
  /** The line of the deciding rule, from 1. */
  readonly line?: number;
  /** The lines of the groups that apply: first and last. */
  readonly groups: readonly (readonly [number, number])[];
}

type Parse = typeof parse;

/** @param path of the page; the site is a made-up one. */
export function answerOf(parseText: Parse, text: string, crawler: Crawler, path: string): Answer {
  const robots = parseText(text, { dialect: crawler.dialect });
  const rules = robots.agent([...crawler.tokens]);
  if (crawler.ignoresStar && !rules.isNamed) {
    const sentence = `No group names ${crawler.name}, and it ignores the group for *.`;
    return { allowed: true, sentence, groups: [] };
  }
  const explanation = rules.explain(`https://shop.example${path}`);
  const groups = robots.groups
    .filter(({ agents }) => agents.some((agent) => isSame(agent, explanation.agent)))
    .map(({ line, agents, rules: own, fields }) => {
      const last = [...own, ...fields].reduce((end, one) => Math.max(end, one.line), line + agents.length - 1);
      return [line, last] as const;
    });
  const { allowed, rule } = explanation;
  return { allowed, sentence: sentenceOf(explanation, crawler), groups, ...(rule && { line: rule.line }) };
}

const isSame = (agent: string, selected: string | undefined): boolean =>
  agent.toLowerCase() === selected?.toLowerCase();

function sentenceOf({ reason, rule, agent }: Explanation, { name }: Crawler): string {
  if (rule !== undefined)
    return `Line ${rule.line} decides: ${rule.directive === "allow" ? "Allow" : "Disallow"}: ${rule.pattern}`;
  if (reason === "robots-txt") return "Every crawler may fetch the robots.txt itself.";
  return agent === undefined ? `No group applies to ${name}.` : "No rule of its group matches.";
}
