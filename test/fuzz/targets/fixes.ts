/** Fixes of the linter keep verdicts, delays, fields and sitemaps in rfc9309, google and the chosen dialect. */
import { type DialectName, dialects } from "../../../bindings/core/dialects.ts";
import { parse } from "../../../bindings/index.ts";
import { applyFixes } from "../../../bindings/owners/lint/index.ts";
import { agentOf, type Input, inputOf } from "../input.ts";
import { caseSeeds } from "../seeds.ts";
import { expectSame, type Target } from "../target.ts";

/** URLs that the patterns of the file match, beside the given ones. */
function urlsFor(file: Uint8Array, urls: readonly Uint8Array[]): (Uint8Array | string)[] {
  const patterns = parse(file).groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern));
  const made = patterns.slice(0, 40).flatMap((pattern) => {
    const path = pattern.replace(/\$$/, "").replaceAll("*", "");
    return [path, `${path}b`, pattern.replaceAll("*", "a/b")];
  });
  return [...urls, ...made];
}

/** Verdicts and fields of a version for an agent and for the crawlers that the file does not name. */
function meaningOf(
  file: Uint8Array,
  name: DialectName,
  agent: string,
  urls: readonly (Uint8Array | string)[],
): unknown {
  const robots = parse(file, { dialect: name });
  const rules = [agent, "other"].map((one) => robots.agent(one));
  const verdicts = rules.map((one) => urls.map((url) => Number(one.isAllowed(url))).join(""));
  return [verdicts, rules.map((one) => [one.isNamed, one.crawlDelay, one.fields]), robots.sitemaps, robots.fields];
}

function check([file, agentBytes, ...given]: Input): { cases: number; features: string[] } {
  const agent = agentOf(agentBytes!);
  const urls = urlsFor(file!, given);
  let cases = 0;
  const features = dialects.map(({ name }) => {
    const { body, fixes } = applyFixes(file!, { dialect: name });
    for (const one of fixes === 0 ? [] : new Set<DialectName>(["rfc9309", "google", name])) {
      expectSame(`fixes for ${name} in ${one}`, meaningOf(file!, one, agent, urls), meaningOf(body, one, agent, urls));
      cases += 2 * urls.length;
    }
    return `${name} ${Math.min(fixes, 8)} fixes`;
  });
  return { cases: Math.max(cases, 1), features };
}

const seeds = (): readonly Input[] => [
  inputOf("User-agent: *\nAllow: /*\nDisallow: /a*\nDisallow: /*\nAllow: /%c3%a9?%2f*\nAllow: /é*", "x", "/", "/a"),
  inputOf("User-agent: x\nDisallow: /a**\nUser-agent: X\nAllow: /*a*\nAllow: /index.html*\n", "x", "/a/", "/b"),
  ...caseSeeds(),
];

export const fixesTarget: Target = { name: "fixes", kinds: ["robots", "agent", "url"], seeds, check };
