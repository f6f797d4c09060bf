// node bench/enforce.mjs [LOG…]: `enforce` on the requests of access logs in the combined format (the samples of ../shared/logs by default), and on made ones,
// beside a function that returns. Each header is known already: it says what a request costs a server, not what a new header does. The kinds of
// requests take turns, and the least time of a round counts.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "../dist/index.js";
import { enforce, knownAgents } from "../dist/owners/agents/index.js";

const SAMPLES = fileURLToPath(new URL("../../shared/logs/apache.combined.log", import.meta.url));
const given = process.argv.slice(2);
const logs = given.length > 0 ? given : existsSync(SAMPLES) ? [SAMPLES] : [];
const ROUNDS = 30;
const CALLS = 20_000;

const robots = parse(`User-agent: *
Disallow: /cart/
Disallow: /*?sort=
Allow: /cart/help

User-agent: GPTBot
User-agent: CCBot
Disallow: /drafts/
`);

/** The path and the User-Agent header of a line in the combined format. */
function requestOf(line) {
  const [, path, userAgent] = /"[A-Z]+ (\S+)[^"]*" \d+ \S+ "[^"]*" "([^"]*)"/.exec(line) ?? [];
  return path === undefined ? [] : [{ userAgent, url: new URL(path, "https://shop.example").href }];
}

const logged = logs.flatMap((file) => readFileSync(file, "utf8").split("\n").flatMap(requestOf));
const paths = Array.from(
  { length: 51 },
  (_, i) => `https://shop.example/${i % 3 === 0 ? "cart" : "blog"}/${i}?page=${i % 7}`,
);
const made = [
  ...knownAgents
    .slice(0, 100)
    .map(({ token }) => `Mozilla/5.0 (compatible; ${token}/1.0; +https://operator.example/bot)`),
  ...Array.from(
    { length: 400 },
    (_, i) => `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${i}.0 Safari/537.36`,
  ),
].map((userAgent, i) => ({ userAgent, url: paths[i % paths.length] }));

const verdictOn = (request) => enforce(robots, request);
const nothing = () => undefined;

/** Nanoseconds a call, with a new object for each request, as a handler makes it. */
function timeOf(requests, decide) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < CALLS; i++) {
    const { userAgent, url } = requests[i % requests.length];
    decide({ userAgent, url });
  }
  return Number(process.hrtime.bigint() - start) / CALLS;
}

function measure(name, requests) {
  if (requests.length === 0) return;
  const times = { enforce: Infinity, returns: Infinity };
  for (let i = 0; i < ROUNDS; i++) {
    times.enforce = Math.min(times.enforce, timeOf(requests, verdictOn));
    times.returns = Math.min(times.returns, timeOf(requests, nothing));
  }
  const shown = Object.entries(times).map(([what, ns]) => `${what} ${(ns / 1000).toFixed(3)} µs`);
  console.log(`${name}: ${requests.length} requests, ${shown.join(", ")}`);
}

for (const [source, requests] of Object.entries({ logged, made })) {
  const decided = (reason, allowed = true) =>
    requests.filter((request) => verdictOn(request).reason === reason && verdictOn(request).allowed === allowed);
  measure(`${source}, allowed`, decided("file"));
  measure(`${source}, refused`, decided("file", false));
  measure(`${source}, for a person`, decided("person"));
  measure(`${source}, no crawler`, decided("no-crawler"));
}
