// node bench/answers.mjs REF [--corpus FILE] [--commands]: what this build answers otherwise than the build of another commit, over all files of a corpus
// (../shared/corpus by default) in all dialects: programs, verdicts, explanations and views; with --commands, what the commands print too. The texts of URLs are
// compared as they are written, because commits before `reading` know no other way. Exits with 1 if anything differs.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { realFiles } from "./real-files.mjs";
import { withBuildOf } from "./worktree.mjs";

const SHOWN = 20;
const DIALECTS = ["rfc9309", "google", "koster1996", "norobots1996", "original1994"];
const place = (path) => fileURLToPath(new URL(path, import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: "string", default: place("../../shared/corpus/robots.ndjson.gz") },
    commands: { type: "boolean" },
  },
});
const [ref] = positionals;
if (ref === undefined) throw new Error("expected a commit to compare with; got none");

const buildAt = async (dist) => import(pathToFileURL(join(dist, "index.js")));

function optionsFor({ parse }) {
  try {
    parse("", { reading: "written" });
    return { reading: "written" };
  } catch {
    return {};
  }
}

/** Without version, flags beyond the first three, and checksum (docs/format.md): these may change while the rules stay. */
function rulesIn(program) {
  const bytes = Buffer.from(program);
  bytes[4] = 0;
  bytes[6] &= 7;
  return bytes.fill(0, 12, 16).toString("latin1");
}

/** A URL that a pattern matches, or nearly. */
function urlFrom(pattern, i) {
  const filled = pattern.replaceAll("*", ["", "x", "/a/b", "?q=1"][i % 4]).replace(/\$$/, i % 3 ? "" : "$");
  const path = filled.startsWith("/") ? filled : `/${filled}`;
  return [path, `${path}z`, path.slice(0, -1), `https://a.example${path}?x=${i}`][(i >> 2) % 4];
}

function urlsOf(groups) {
  const patterns = groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern));
  const made = Array.from({ length: patterns.length && 40 }, (_, i) => urlFrom(patterns[(i * 7) % patterns.length], i));
  return [...made, "/", "/robots.txt", "/a/../b?x=%2f", "https://a.example/gr%C3%B6%C3%9Fe", "/größe", "/a b"];
}

const VIEWS = ["groups", "sitemaps", "host", "cleanParams", "licenses", "truncated"];
const RULE_VIEWS = [
  "rules",
  "crawlDelay",
  "requestRate",
  "visitTime",
  "contentSignals",
  "contentUsage",
  "licenses",
  "isNamed",
];
const viewsOf = (one, names) => names.map((name) => one[name]);

/** { program, verdicts, explanations, views } of a file for an agent. */
function answersOf({ build, options }, body, dialect, pick) {
  const robots = build.parse(body, { ...options, dialect, maxBytes: 4_000_000 });
  const { agent, urls } = pick(robots);
  const rules = robots.agent(agent);
  return {
    program: rulesIn(rules.toBytes()),
    verdicts: [...rules.isAllowedMany(urls)],
    explanations: urls.map((url) => rules.explain(url)),
    views: [viewsOf(robots, VIEWS), viewsOf(rules, RULE_VIEWS)],
  };
}

const isToken = (name) => /^[a-z_-]+$/i.test(name);
/** `*`, a crawler that many files name, and the last that this one names. */
const PICKS = ["MadeUpBot", "Googlebot", undefined].map((agent) => ({ groups }) => ({
  agent: agent ?? groups.at(-1)?.agents.find(isToken) ?? "x",
  urls: urlsOf(groups),
}));

function compareFiles(builds, corpus) {
  const differences = [];
  let programs = 0;
  for (const { host, body } of realFiles(corpus))
    for (const dialect of DIALECTS)
      for (const pick of PICKS) {
        const [ours, theirs] = builds.map((one) => answersOf(one, body, dialect, pick));
        programs++;
        for (const kind of Object.keys(ours))
          if (!isDeepStrictEqual(toPlain(ours[kind]), toPlain(theirs[kind])))
            differences.push(`${kind} of ${host} in ${dialect}`);
      }
  return { differences, said: `${programs} programs` };
}

/** Objects of two builds have two classes. */
const toPlain = (value) => (typeof value === "string" ? value : JSON.parse(JSON.stringify(value ?? null)));

// ------------------------------------------------------------------------------------------------------------ commands

/** What is printed for many files at once, and for one of forty files alone. */
const commandsFor = (names) => [
  ["lint", ...names],
  ["lint", "--json", ...names],
  ["survey", "."],
  ["survey", "--by", "agent", "."],
  ["filter", "--agent", "ExampleBot", "--robots", ".", "--verdicts", "../urls.txt"],
  ["filter", "--agent", "Googlebot", "--dialect", "google", "--robots", ".", "--json", "../urls.txt"],
  ...names
    .filter((_, i) => i % 40 === 0)
    .flatMap((name) => [
      ["agents", name],
      ["check", name, "--agent", "Googlebot", "https://a.example/", "https://a.example/search?q=1"],
      ["explain", "--json", name, "--agent", "ExampleBot", "https://a.example/search?q=1"],
    ]),
];

function writeCorpus(corpus, folder) {
  mkdirSync(join(folder, "files"));
  const names = realFiles(corpus).map(({ host, body }) => {
    writeFileSync(join(folder, "files", `${host}.txt`), body);
    return `${host}.txt`;
  });
  const urls = names.flatMap((name) =>
    ["/", "/search?q=1", "/a/../b"].map((path) => `https://${name.slice(0, -4)}${path}`),
  );
  writeFileSync(join(folder, "urls.txt"), `${urls.join("\n")}\n`);
  return names;
}

function printedBy(dist, words, cwd) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, "cli/main.js"), ...words], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  return [`exit ${status}`, ...stdout.split("\n"), ...stderr.split("\n")];
}

function compareCommands(dists, corpus) {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-answers-"));
  try {
    const all = commandsFor(writeCorpus(corpus, folder));
    return {
      differences: all.flatMap((words) => differencesOf(dists, words, join(folder, "files"))),
      said: `${all.length} commands`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function differencesOf(dists, words, cwd) {
  const [ours, theirs] = dists.map((dist) => printedBy(dist, words, cwd));
  if (isDeepStrictEqual(ours, theirs)) return [];
  const at = ours.findIndex((line, i) => line !== theirs[i]);
  const name = words.slice(0, 6).join(" ").slice(0, 80);
  return [`${name}: line ${at + 1}\n    now    ${ours[at]?.slice(0, 200)}\n    before ${theirs[at]?.slice(0, 200)}`];
}

// ----------------------------------------------------------------------------------------------------------------- both

const dist = place("../dist");
const results = await withBuildOf(ref, async (otherDist) => {
  const builds = await Promise.all([dist, otherDist].map(buildAt));
  const files = compareFiles(
    builds.map((build) => ({ build, options: optionsFor(build) })),
    values.corpus,
  );
  return values.commands ? [files, compareCommands([dist, otherDist], values.corpus)] : [files];
});
for (const { differences, said } of results) {
  console.log(`${said}: ${differences.length} differences from ${ref}`);
  for (const one of differences.slice(0, SHOWN)) console.log(`  ${one}`);
}
process.exitCode = results.some(({ differences }) => differences.length > 0) ? 1 : 0;
