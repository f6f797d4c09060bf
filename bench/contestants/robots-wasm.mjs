// robots-wasm: the build in the folder ROBOTS_WASM_DIST, with the parse options in ROBOTS_WASM_OPTIONS. It uses only the public API,
// so that any commit can be measured (`--against`).
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { linesOf } from "../lines.mjs";

const dist = process.env.ROBOTS_WASM_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const { parse } = await import(pathToFileURL(resolve(dist, "index.js")));

const options = JSON.parse(process.env.ROBOTS_WASM_OPTIONS ?? "{}");
const compile = (body, agent) => parse(body, options).agent(agent);

/** One call of `decide` for each file of a slice. */
const eachFile = (files, inputOf, decide) => {
  const inputs = files.map((file) => [compile(file.text, file.agent), inputOf(file)]);
  return (start, end) => {
    for (let n = start; n < end; n++) decide(inputs[n][0], inputs[n][1]);
  };
};

const eachUrl = (files, inputOf, used) =>
  eachFile(
    files,
    ({ urls }) => urls.map(inputOf),
    (rules, urls) => {
      for (const url of urls) used(rules.isAllowed(url));
    },
  );

export default {
  name: "robots-wasm",
  readsBytes: true,
  compile,
  query: (rules, url) => rules.isAllowed(url),
  once: (body, agent, url) => parse(body, options).isAllowed(url, agent),
  host: {
    read(body, agent) {
      const robots = parse(body, options);
      return { robots, rules: robots.agent(agent) };
    },
    isAllowed: ({ rules }, url) => rules.isAllowed(url),
    crawlDelay: ({ rules }) => rules.crawlDelay,
    sitemaps: ({ robots }) => robots.sitemaps,
  },
  extra: {
    many: (files, used) =>
      eachFile(
        files,
        ({ urls }) => urls,
        (rules, urls) => used(rules.isAllowedMany(urls)[0]),
      ),
    lines: (files, used) =>
      eachFile(
        files,
        ({ urls }) => linesOf(urls),
        (rules, lines) => used(rules.isAllowedLines(lines)[0]),
      ),
    explain: (files, used) =>
      eachFile(
        files,
        ({ urls }) => urls,
        (rules, urls) => {
          for (const url of urls) used(rules.explain(url).allowed);
        },
      ),
    /** URLs as objects of the URL Standard, and the text that they hold. */
    objects: (files, used) => eachUrl(files, (url) => new URL(url), used),
    hrefs: (files, used) => eachUrl(files, (url) => new URL(url).href, used),
    /** The views for people. */
    groups: (files, used) => (start, end) => {
      for (let n = start; n < end; n++) used(parse(files[n].bytes, options).groups.length);
    },
    /** From bytes to one verdict, with rules that could decide more. */
    agent: (files, used) => (start, end) => {
      for (let n = start; n < end; n++) {
        const { bytes, agent, urls } = files[n];
        used(compile(bytes, agent).isAllowed(urls[0]));
      }
    },
  },
};
