// Every JavaScript contestant behind `allowed({ body, text, agent, agents, url, path, dialect })`, asked as its documentation says:
// by URL or by path, with the text that `Response.text()` would give. `load` imports the package from where it was installed.
import { Readable } from "node:stream";

/** The URL of the robots.txt that governs a URL; contestants that check the host get the right one. */
const robotsTxtUrlOf = (url) => new URL("/robots.txt", new URL(url, "https://www.example.com")).href;

export const adapters = {
  async "robots-wasm"(load) {
    const { parse } = await load("robots-wasm");
    return ({ body, agents, url, dialect }) =>
      parse(body, { dialect, reading: "written" }).agent(agents).isAllowed(url);
  },

  async "robots-parser"(load) {
    const robotsParser = await load("robots-parser");
    return ({ text, agent, url }) => robotsParser(robotsTxtUrlOf(url), text).isAllowed(url, agent);
  },

  async exclusion(load) {
    const { RobotsTxt } = await load("exclusion");
    return ({ text, agent, path }) => new RobotsTxt(text).isPathAllowed(path, agent);
  },

  async "robots-txt-parser"(load) {
    const robotsTxtParser = await load("robots-txt-parser");
    return ({ text, agent, url }) => {
      const robots = robotsTxtParser({ userAgent: agent, allowOnNeutral: true });
      robots.parseRobots(url, text);
      return robots.canCrawlSync(url);
    };
  },

  async "robots-txt-guard"(load) {
    const guard = await load("robots-txt-guard");
    const parse = await load("robots-txt-parse");
    return async ({ text, agent, path }) => guard(await parse(Readable.from([text]))).isAllowed(agent, path);
  },

  async robots(load) {
    const { RobotsParser } = await load("robots");
    return ({ text, agent, path }) => {
      const robots = new RobotsParser();
      robots.parse(text.split(/\r\n|\r|\n/));
      return robots.canFetchSync(agent, path);
    };
  },

  async robotstxt(load) {
    const robotsTxt = await load("robotstxt");
    return ({ text, agent, url }) =>
      new Promise((resolve, reject) => {
        const robots = robotsTxt();
        robots.on("ready", (gateKeeper) => {
          gateKeeper.setUserAgent(agent);
          resolve(gateKeeper.isAllowed(url));
        });
        robots.on("error", reject);
        robots.parse(text);
      });
  },
};

/** A contestant of the benchmarks (bench/rivals.mjs), for those that no registry has. */
export const ofBenchmark =
  ({ compile, query }) =>
  ({ text, agent, url }) =>
    query(compile(text, agent), url);
