// node bench/embed.mjs: what a URL costs in a bare WebAssembly host, by the modules for other hosts and by the library.
import { readFileSync } from "node:fs";
import { parse } from "../dist/index.js";
import { Robots } from "../examples/embedding/javascript/robots.js";

const ROUNDS = 40;
const URLS = 10_000;
const RULES = 100;

const file = new TextEncoder().encode(
  `User-agent: *\n${Array.from({ length: RULES }, (_, i) => `Disallow: /dir-${i}/*/page-${i}\nAllow: /dir-${i}/a$\n`).join("")}`,
);
const urls = Array.from(
  { length: URLS },
  (_, i) => `https://www.example.com/dir-${i % 200}/some/path/page-${i % 77}?q=${i}`,
);
const lines = new TextEncoder().encode(urls.map((url) => `${url}\n`).join(""));

function hostOf(name) {
  const host = new Robots(readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
  const program = host.compile(1, file, ["x"]);
  return {
    name: `${name}.wasm`,
    each: () => urls.map((url) => Number(host.isAllowed(program, url))),
    lines: () => host.decideLines(program, lines),
    compile: () => host.free(host.compile(1, file, ["x"])),
  };
}

const rules = parse(file).agent("x");
const library = {
  name: "the library",
  each: () => urls.map((url) => Number(rules.isAllowed(url))),
  lines: () => rules.isAllowedLines(lines),
  compile: () => parse(file).agent("x"),
};

/** The least of all rounds: other programs use the machine. */
function leastMs(run, times) {
  const start = performance.now();
  for (let i = 0; i < times; i++) run();
  return (performance.now() - start) / times;
}

const contestants = [library, hostOf("embed"), hostOf("embed-scalar")];
const least = contestants.map(() => ({ each: Infinity, lines: Infinity, compile: Infinity }));
const wanted = String(library.each());
for (const { name, each, lines: block } of contestants)
  if (String(each()) !== wanted || String([...block()]) !== wanted) throw new Error(`${name} decides otherwise`);
for (let round = 0; round < ROUNDS; round++) {
  contestants.forEach((one, i) => {
    for (const task of ["each", "lines"]) least[i][task] = Math.min(least[i][task], leastMs(one[task], 1));
    least[i].compile = Math.min(least[i].compile, leastMs(one.compile, 100));
  });
}
console.log(
  `| ${RULES} pairs of rules, ns | compile | a URL, one call each | a URL in a block |\n|---|---:|---:|---:|`,
);
contestants.forEach(({ name }, i) => {
  const nsEach = ["each", "lines"].map((task) => Math.round((least[i][task] * 1e6) / URLS));
  console.log(`| ${name} | ${Math.round(least[i].compile * 1e6)} | ${nsEach.join(" | ")} |`);
});
