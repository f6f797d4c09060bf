// Who is measured: for each a name, the command that begins its process (the job file is its last argument), and what it can do.
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { MAX_BYTES } from "./cases.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const javaScript = (module) => [process.execPath, here("driver.mjs"), module];

const built = (name, more = {}) => ({ name, command: javaScript(here(`contestants/${name}.mjs`)), ...more });

export const ours = built("robots-wasm");
export const oursForGoogle = {
  ...ours,
  name: "robots-wasm, google",
  env: { ROBOTS_WASM_OPTIONS: JSON.stringify({ dialect: "google", maxBytes: MAX_BYTES }) },
};
export const dropIn = { ...built("drop-in"), name: "drop-in for robots-parser", knowsHosts: true };
/** One rule after another: what is larger than maxRules takes minutes and shows nothing new. */
export const fallback = built("fallback", { maxRules: 1000 });
export const floor = built("floor");
export const automaton = built("automaton");

/**
 * `isText`: it reads only text. `knowsHosts`: it tells the crawl delay and the sitemaps. `maxRules`: the largest case that it takes
 * part in; a regular expression a rule takes hours.
 */
export const rivals = [
  built("robots-parser", { isText: true, knowsHosts: true }),
  built("exclusion", { isText: true, maxRules: 100 }),
];

/** Another build of robots-wasm. */
export const buildAt = (name, dist) => ({
  name,
  command: javaScript(here("contestants/robots-wasm.mjs")),
  env: { ROBOTS_WASM_DIST: dist },
});

/** `--port MODULE`: default export as in contestants/. */
export const portAt = (module) => ({
  name: basename(module).replace(/\.\w+$/, ""),
  isText: true,
  command: javaScript(resolve(module)),
});

/** `--native PROGRAM`: google/robotstxt, which answers as we do in Google's dialect. */
export const googleAt = (program) => ({
  name: "google/robotstxt",
  isNative: true,
  knowsHosts: true,
  agreesWith: oursForGoogle,
  command: [resolve(program)],
});

export const takesPart = ({ maxRules = Number.POSITIVE_INFINITY }, { ruleCount }) => maxRules >= ruleCount;

/** The same contestant run by another Node.js. */
export const under = (node, { command: [, ...words], ...rest }) => ({ ...rest, command: [node, ...words] });
