/**
 * Whether a URL may be fetched, in every dialect: the rules, against the naive readings,
 * each decided as it is written. The URLs of the input are paths of one origin.
 */

import { type DialectName, dialects } from "../../../bindings/core/dialects.ts";
import { type AgentRules, parse } from "../../../bindings/index.ts";
import { naiveReadings, ORIGIN } from "../../support/naive-readings.ts";
import { agentOf, fromLatin1, type Input, inputOf, latin1, textOrUndefined } from "../input.ts";
import { caseSeeds } from "../seeds.ts";
import { expectSame, type Outcome, type Target } from "../target.ts";

/** Older URL parsers do not escape `^` in paths. */
const keepsCaret = new URL("http://h/^").pathname === "/^";

function checkUrl(rules: AgentRules, written: AgentRules, path: string, dialect: DialectName): string {
  const text = `${ORIGIN}${/^[/?]/.test(path) ? "" : "/"}${path}`;
  const url = fromLatin1(text);
  const readings = naiveReadings(text, keepsCaret).map(fromLatin1);
  const wanted = readings.every((reading) => written.isAllowed(reading));
  expectSame(`${dialect}, bytes`, wanted, rules.isAllowed(url));
  const exact = textOrUndefined(url);
  if (exact !== undefined) expectSame(`${dialect}, text`, wanted, rules.isAllowed(exact));
  return `${dialect} ${wanted} ${written.isAllowed(url)} ${new Set(readings.map(latin1)).size}`;
}

function check([file, agent, ...urls]: Input): Outcome {
  const features = dialects.flatMap(({ name }) => {
    const rules = parse(file!, { dialect: name }).agent(agentOf(agent!));
    const written = parse(file!, { dialect: name, reading: "written" }).agent(agentOf(agent!));
    return urls.map((url) => checkUrl(rules, written, latin1(url).replace(ORIGIN, ""), name));
  });
  return { cases: features.length, features };
}

const seeds = (): readonly Input[] => [
  inputOf("User-agent: *\nDisallow: /x?q=it%27s\nDisallow: /b\n", "x", "/x?q=it's", "/a/../b", "/a\\..\\b", "/b?"),
  inputOf("User-agent: *\nDisallow: /%5E\nDisallow: /%FF\nDisallow: /%EF%BF%BD\n", "x", "/^", "/\u00ff", "/%2e/^ "),
  [...inputOf("User-agent: *\nDisallow: /%FF\n", "x"), fromLatin1("/\xff"), fromLatin1("/?\xff\t'\"")],
  ...caseSeeds(),
];

export const readingsTarget: Target = { name: "readings", kinds: ["robots", "agent", "url"], seeds, check };
