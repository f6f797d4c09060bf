// node scripts/release.mjs TAG [FOLDER]: checks that the tag, package.json and CHANGELOG.md name the same version, and that
// package.json says where the project lives. Prints the version's notes, or what is wrong, and then fails. With --addresses it
// checks the addresses only, as `npm publish` does first.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [tag = "", folder = fileURLToPath(new URL("..", import.meta.url))] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const { version } = manifest;
const changelog = readFileSync(join(folder, "CHANGELOG.md"), "utf8");

/** What people follow from the package to the project. CONTRIBUTING.md says where to set it. */
const ADDRESSES = { repository: "git+https://", homepage: "https://", bugs: "https://" };

const urlOf = (field) => manifest[field]?.url ?? manifest[field];

function addressProblems() {
  const wrong = Object.entries(ADDRESSES).filter(([field, start]) => !String(urlOf(field)).startsWith(start));
  return [
    ...wrong.map(([field, start]) => {
      const got = JSON.stringify(manifest[field]) ?? "nothing";
      return `package.json: expected ${field} with a URL that starts with ${start}; got ${got} (CONTRIBUTING.md, "Addresses")`;
    }),
    ...repositoryProblems(),
  ];
}

/** npm compares the repository with the identity of the run that publishes, and the action is used by its repository's name. */
function repositoryProblems() {
  const [, repository] = /github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(urlOf("repository")) ?? [];
  const { GITHUB_REPOSITORY: run = repository } = process.env;
  const guide = join(folder, "docs/guide/lint-in-ci.md");
  const used = existsSync(guide) ? (/uses: (\S+)@v/.exec(readFileSync(guide, "utf8"))?.[1] ?? repository) : repository;
  return [
    ...(run === repository ? [] : [`package.json: expected the repository of this run, ${run}; got ${repository}`]),
    ...(used === repository ? [] : [`docs/guide/lint-in-ci.md: expected "uses: ${repository}@v…"; got ${used}`]),
  ];
}

/** Versions with their notes, newest first: `## 1.2.3 (2026-01-31)`, or `(unreleased)`. */
const releases = changelog
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [heading, ...lines] = text.split("\n");
    const [, version, date] = /^(\d+\.\d+\.\d+(?:-[\w.]+)?) \((unreleased|\d{4}-\d{2}-\d{2})\)$/.exec(heading) ?? [];
    return { heading, version, date, notes: lines.join("\n").trim() };
  });

/** docs/versioning.md, "A changed verdict": a dialect and the document of its case, or the test of what decides beside them. */
const DIALECT_ENTRY = /`(?:rfc9309|google|koster1996|norobots1996|original1994)`[\s\S]*`test\/cases\/[\w-]+\.md`/;
const CLIENT_ENTRY =
  /`(?:test\/(?:slow\/)?(?:core\/(?:access|meta|robots-parser|usage)|owners|crawl|bulk|cli)\/[\w/-]+\.test\.ts|python\/tests\/\w+\.py)`/;
const isVerdictEntry = (entry) => DIALECT_ENTRY.test(entry) || CLIENT_ENTRY.test(entry);

function verdictProblems({ version, notes }) {
  const [, entries] = /^### Verdicts\n([\s\S]*?)(?=^### |$(?![\s\S]))/m.exec(notes) ?? [];
  if (entries === undefined) return [];
  const problems = entries
    .split(/^- /m)
    .slice(1)
    .filter((entry) => !isVerdictEntry(entry))
    .map((entry) => `Verdicts: expected a dialect and a document of test/cases; got: ${entry.trim()}`);
  const isPatch = !/\.0(-|$)/.test(version);
  return isPatch ? [...problems, `a patch version changes no verdict; ${version} lists some`] : problems;
}

function problemsOf([newest, ...older]) {
  if (tag !== `v${version}`) return [`expected the tag v${version}, as package.json has it; got ${tag || "none"}`];
  if (newest?.version !== version) {
    return [`expected CHANGELOG.md to begin with "## ${version} (date)"; got "## ${newest?.heading ?? ""}"`];
  }
  const malformed = [newest, ...older].filter((one) => one.version === undefined).map(({ heading }) => heading);
  return [
    ...(newest.date === "unreleased" ? [`expected the day of the release; got "## ${newest.heading}"`] : []),
    ...(/^- /m.test(newest.notes) ? [] : [`expected entries under "## ${newest.heading}"; got none`]),
    ...malformed.map((heading) => `expected "## version (date)"; got "## ${heading}"`),
    ...older.filter(({ date }) => date === "unreleased").map((one) => `${one.heading} is older and has no date`),
    ...verdictProblems(newest),
    ...addressProblems(),
  ];
}

const problems = tag === "--addresses" ? addressProblems() : problemsOf(releases);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else if (tag !== "--addresses") console.log(releases[0].notes);
