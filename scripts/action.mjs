// What the GitHub Action runs: the command line, robots-wasm-cli, at the action's own version, its results as a job summary,
// outputs and a SARIF log. Exit codes: 0 passed, 1 findings or broken assertions, 2 misuse, 3 an assertion decided by an outage.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { env, platform } from "node:process";

const LEVELS = ["error", "warning", "never"];
const LOSSES = ["lost", "any", "never"];
const MAX_SUMMARY_ROWS = 200;

/** The command line reads `-` as standard input, which is empty here: an empty file has no findings. */
const fileNamed = (name) => (name === "-" ? "./-" : name);

const lines = (text = "") =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function readInputs() {
  const failOn = env.INPUT_FAIL_ON || "error";
  if (!LEVELS.includes(failOn)) throw new Error(`fail-on: expected one of ${LEVELS.join(", ")}; got ${failOn}`);
  const inputs = {
    files: lines(env.INPUT_FILES).map(fileNamed),
    sites: lines(env.INPUT_SITE),
    assertions: lines(env.INPUT_ASSERTIONS).map(fileNamed),
    failOn,
    sarif: env.INPUT_SARIF || "robots-wasm.sarif",
    live: lines(env.INPUT_LIVE),
    urls: lines(env.INPUT_URLS).map(fileNamed),
    sitemaps: lines(env.INPUT_SITEMAPS).map(fileNamed),
    failOnDiff: env.INPUT_FAIL_ON_DIFF || "never",
  };
  if (!LOSSES.includes(inputs.failOnDiff))
    throw new Error(`fail-on-diff: expected one of ${LOSSES.join(", ")}; got ${inputs.failOnDiff}`);
  if (inputs.urls.length > 1) throw new Error(`urls: expected one file; got ${inputs.urls.length}`);
  if (inputs.files.length + inputs.sites.length + inputs.assertions.length === 0)
    throw new Error("inputs: expected files, site or assertions; got none of them");
  for (const [name, values] of [
    ["site", inputs.sites],
    ["live", inputs.live],
  ]) {
    const wrong = values.find((site) => !/^https?:\/\//i.test(site));
    if (wrong !== undefined) throw new Error(`${name}: expected an http or https URL; got ${wrong}`);
  }
  // A line feed in the path would write further outputs of the step.
  if (/\p{Cc}/u.test(inputs.sarif))
    throw new Error("sarif: expected a path without control characters; got one with them");
  return inputs;
}

/** The command line in a folder of its own, at the version that this action belongs to. Tests name an installed one. */
function installPackage() {
  if (env.ROBOTS_WASM_COMMAND) return env.ROBOTS_WASM_COMMAND;
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const folder = join(env.RUNNER_TEMP ?? ".", "robots-wasm");
  const words = [
    "install",
    "--prefix",
    folder,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    `robots-wasm-cli@${version}`,
  ];
  // On Windows npm is a batch file, which only a shell starts; quotes keep a folder with spaces in one piece.
  const shell = platform === "win32";
  const quoted = shell ? words.map((word) => `"${word}"`) : words;
  const { status } = spawnSync("npm", quoted, { stdio: ["ignore", "ignore", "inherit"], shell });
  if (status !== 0) throw new Error(`expected to install robots-wasm-cli@${version}; npm ended with ${status}`);
  return join(folder, "node_modules/robots-wasm-cli/dist/cli/main.js");
}

const OUTAGE = 3;
/** What each exit code of `test` says of a file. */
const OUTCOMES = { 0: "passed", 1: "failed", [OUTAGE]: "failed by an outage" };

/** Runs a command; one that fails ends the action. */
function run(command, words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (OUTCOMES[status] === undefined) throw new Error(stderr.trim() || `robots-wasm ${words[0]} ended with ${status}`);
  return { status, stdout, stderr };
}

/** Such as: ignore comments in the file hide 2 findings. */
function notice(title, stderr) {
  for (const line of lines(stderr)) console.log(`::notice title=${title}::${escapeData(line)}`);
}

/** Findings of a file or a site, one object each. `--` keeps a name that starts with a dash from being an option. */
function findingsOf(command, target) {
  const { stdout, stderr } = run(command, ["lint", "--json", "--fail-on", "info", "--", target]);
  notice("lint", stderr);
  return lines(stdout).map((line) => JSON.parse(line));
}

/** Text from a robots.txt in a Markdown table, shown as it is. */
const cell = (text) =>
  String(text)
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    // In one pass: the # of an entity stays as it is.
    .replace(/[&<>\\`*_{}[\]()#+!|~@:]/g, (one) => (/[&<>]/.test(one) ? `&#${one.charCodeAt(0)};` : `\\${one}`));

function summaryOf(findings) {
  if (findings.length === 0) return "No findings.\n";
  const rows = findings
    .slice(0, MAX_SUMMARY_ROWS)
    .map(
      ({ target, line, severity, code, message }) =>
        `| ${[target, line, severity, code, message].map(cell).join(" | ")} |`,
    );
  const more = findings.length > MAX_SUMMARY_ROWS ? `\n${findings.length - MAX_SUMMARY_ROWS} more findings.\n` : "";
  return `| file | line | severity | code | finding |\n|---|---|---|---|---|\n${rows.join("\n")}\n${more}`;
}

const append = (file, text) => file && appendFileSync(file, text);

const escapeData = (text) =>
  String(text).replace(/[%\r\n]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
const escapeProperty = (text) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** Prints text in which the runner looks for no commands: a file may be named `::error::x`. */
function printText(text) {
  const token = randomUUID();
  console.log(`::stop-commands::${token}\n${text}\n::${token}::`);
}

/** An annotation of a file's line; the file of a live site is not in the repository. */
function annotate({ target, isSite, line, column, severity, code, message, also = [] }) {
  const level = severity === "info" ? "notice" : severity;
  const place = isSite ? "" : `file=${escapeProperty(target)},line=${line},col=${column},`;
  const where = isSite ? `${target} line ${line}: ` : "";
  const elsewhere = also.length === 0 ? "" : ` (also reported by ${also.join(", ")})`;
  console.log(`::${level} ${place}title=${escapeProperty(code)}::${escapeData(where + message + elsewhere)}`);
}

function lintAll(command, { files, sites, sarif }) {
  const findings = [...files, ...sites].flatMap((target) =>
    findingsOf(command, target).map((finding) => ({ ...finding, target, isSite: sites.includes(target) })),
  );
  for (const finding of findings) annotate(finding);
  append(env.GITHUB_STEP_SUMMARY, `## robots.txt\n\n${summaryOf(findings)}\n`);
  append(env.GITHUB_OUTPUT, `findings=${findings.length}\n`);
  if (files.length > 0) {
    writeFileSync(sarif, run(command, ["lint", "--format", "sarif", "--fail-on", "info", "--", ...files]).stdout);
    append(env.GITHUB_OUTPUT, `sarif=${resolve(sarif)}\n`);
  }
  return findings;
}

/** @returns the exit codes. */
function testAll(command, { assertions }) {
  const results = assertions.map((file) => ({ file, ...run(command, ["test", "--", file]) }));
  for (const { file, status, stdout, stderr } of results) {
    printText(stdout.trimEnd());
    // An outage says nothing of the assertions: even those that passed may be wrong.
    const outage = status === OUTAGE ? stderr.trim() : "";
    if (outage !== "") console.log(`::error title=outage::${escapeData(`${file}: ${outage}`)}`);
    const text = `${stdout}${outage}`.replace(/[\p{Cf}]|(?!\n)\p{Cc}/gu, " ").replaceAll("```", "'''");
    append(
      env.GITHUB_STEP_SUMMARY,
      `## ${cell(file)}: ${OUTCOMES[status]}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n\n`,
    );
  }
  return results.map(({ status }) => status);
}

/** The file on the branch that a pull request is for; empty if that has none, which allows everything. */
function baseVersion(file, folder, i) {
  const found = spawnSync("git", ["show", `FETCH_HEAD:./${file}`], { encoding: "buffer", maxBuffer: 2 ** 28 });
  const path = join(folder, `base-${i}.txt`);
  writeFileSync(path, found.status === 0 ? found.stdout : "");
  return path;
}

/** Pairs of versions: for a pull request each file against its base branch, and against the live site if one is given. */
function comparisonsOf({ files, live }) {
  const against = live.flatMap((site) => files.map((file) => ({ file, old: site, name: site })));
  if (!env.GITHUB_BASE_REF) return against;
  // A checkout has one commit; the branch's name travels as an argument, never through a shell.
  const { status, stderr } = spawnSync(
    "git",
    ["fetch", "--no-tags", "--depth=1", "origin", `refs/heads/${env.GITHUB_BASE_REF}`],
    {
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`expected to fetch the branch ${env.GITHUB_BASE_REF}; git says ${stderr.trim()}`);
  const folder = mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), "robots-wasm-base-"));
  const name = `the branch ${env.GITHUB_BASE_REF}`;
  return [...files.map((file, i) => ({ file, old: baseVersion(file, folder, i), name })), ...against];
}

/** Who loses pages by the new files: annotations, a table in the summary. @returns whether that fails the step */
function compareAll(command, inputs) {
  const { urls, sitemaps, failOnDiff } = inputs;
  const counted = [...urls.flatMap((file) => ["--urls", file]), ...sitemaps.flatMap((one) => ["--sitemap", one])];
  const level = failOnDiff === "lost" ? ["--fail-on", "lost"] : [];
  const codes = comparisonsOf(inputs).map(({ file, old, name }) => {
    const diff = (format) => run(command, ["diff", ...counted, ...level, "--format", format, "--", old, file]);
    process.stdout.write(diff("github").stdout);
    const { stdout, stderr, status } = diff("markdown");
    notice("diff", stderr);
    append(env.GITHUB_STEP_SUMMARY, `## ${cell(file)} against ${cell(name)}\n\n${stdout}\n`);
    return status;
  });
  return failOnDiff !== "never" && codes.includes(1);
}

function main() {
  const inputs = readInputs();
  const command = installPackage();
  const findings = inputs.files.length + inputs.sites.length > 0 ? lintAll(command, inputs) : [];
  const codes = testAll(command, inputs);
  const isLost = compareAll(command, inputs);
  const failing = inputs.failOn === "never" ? [] : inputs.failOn === "warning" ? ["error", "warning"] : ["error"];
  if (codes.includes(OUTAGE)) return OUTAGE;
  return isLost || codes.includes(1) || findings.some(({ severity }) => failing.includes(severity)) ? 1 : 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.log(`::error::${escapeData(String(error.message).replace(/[\r\n]+/g, " "))}`);
  process.exitCode = 2;
}
