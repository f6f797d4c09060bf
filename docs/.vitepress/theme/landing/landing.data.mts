/** What the landing page shows: the facts, and the mini tester's crawlers with their first answer. */
import { parse } from "robots-wasm";
import { resolveAgent } from "robots-wasm/agents";
import { type Facts, facts } from "../../build/facts.mts";
import { type Answer, answerOf, type Crawler, FIRST_PATH, SAMPLE } from "./answer.mts";

/** One that reads its own group, one of the group for `*`, and one that ignores it. */
const NAMES = ["Googlebot", "GPTBot", "AdsBot-Google"];

export interface LandingData {
  readonly facts: Facts;
  readonly crawlers: readonly Crawler[];
  readonly first: Answer;
}

const crawlerOf = (name: string): Crawler => {
  const { tokens, dialect, agent } = resolveAgent(name);
  return { name, tokens, dialect, ignoresStar: agent?.ignoresStar ?? false };
};

declare const data: LandingData;

export { data };

export default {
  watch: [
    "../../../scoreboard.md",
    "../../../runtimes.md",
    "../../../../README.md",
    "../../../../bench/record/**/bench.json",
  ],
  load(): LandingData {
    const crawlers = NAMES.map(crawlerOf);
    return { facts: facts(), crawlers, first: answerOf(parse, SAMPLE, crawlers[0]!, FIRST_PATH) };
  },
};
