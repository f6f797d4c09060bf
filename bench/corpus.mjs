// node bench/corpus.mjs REPOSITORIES [--collection OWNER/NAME=FOLDER]… > LIST: the robots.txt files in the newest commits of the git repositories in a folder, as
// one line each: repository, commit, its date, path, and SHA-256 of the file, separated by tabs. Of a collection, whose FOLDER holds a file for each host, there
// is one line: FOLDER/*, the number of files, and SHA-256 of the files' hashes in the order of their paths. --write FOLDER writes each file once, named by its hash.
// --since DATE takes every different version that a commit from that day on wrote, newest first, and not the newest commit alone.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: "string" },
    since: { type: "string" },
    collection: { type: "string", multiple: true, default: [] },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("expected a folder with git repositories; got none");
if (values.write !== undefined) mkdirSync(values.write, { recursive: true });
const collections = new Map(values.collection.map((text) => text.split("=")));

const git = (place, words, input) => execFileSync("git", ["-C", place, ...words], { input, maxBuffer: 2 ** 30 });
const textOf = (place, ...words) => git(place, words).toString("utf8");

/** A repository may be the folder itself, or `repo` in it. */
const placeOf = (name) => (existsSync(join(folder, name, "repo")) ? join(folder, name, "repo") : join(folder, name));

/** Links and submodules are not files. */
function filesInNewest(place, isWanted) {
  const commit = textOf(place, "log", "-1", "--format=%H %cs").trim().split(" ");
  const lines = textOf(place, "ls-tree", "-r", "-z", "HEAD").split("\0");
  const files = lines.map((line) => /^100\d+ blob (\S+)\t(.*)$/s.exec(line)).filter(Boolean);
  return files.filter(([, , path]) => isWanted(path)).map(([, blob, path]) => ({ commit, blob, path }));
}

/** A path that needs quotes in git's answer is left out. */
function filesSince(place, isWanted) {
  const shape = ["--all", "--no-renames", "--raw", "--no-abbrev", "--diff-filter=AM", "--format=%H %cs"];
  const lines = textOf(place, "-c", "core.quotePath=false", "log", `--since=${values.since}`, ...shape).split("\n");
  const versions = new Map();
  let commit;
  for (const line of lines) {
    const file = /^:\d+ 100\d+ \S+ (\S+) [AM]\t([^"].*)$/.exec(line);
    if (/^[0-9a-f]/.test(line)) commit = line.split(" ");
    else if (file !== null && isWanted(file[2]) && !versions.has(file[1]))
      versions.set(file[1], { commit, blob: file[1], path: file[2] });
  }
  return [...versions.values()];
}

/** Without a commit there is nothing to list. */
function filesOf(place, isWanted) {
  try {
    return values.since === undefined ? filesInNewest(place, isWanted) : filesSince(place, isWanted);
  } catch {
    return [];
  }
}

/** The files as git gives them for one question: a line with the length, the bytes, a line end. A snapshot may lack its largest. */
function* bodiesOf(place, files) {
  const blobs = files.map(({ blob }) => `${blob}\n`).join("");
  const answer = git(place, ["cat-file", "--batch"], blobs);
  let at = 0;
  for (const { commit, path } of files) {
    const start = answer.indexOf("\n", at) + 1;
    const [, type, length] = answer.toString("latin1", at, start).split(" ");
    at = start;
    if (type !== "blob") continue;
    at += Number(length) + 1;
    yield { commit, path, body: answer.subarray(start, at - 1) };
  }
}

function written({ commit, path, body }) {
  const hash = createHash("sha256").update(body).digest("hex");
  if (values.write !== undefined) writeFileSync(join(values.write, `${hash}.txt`), body);
  return [...commit, path, hash];
}

function linesOf(name, rows) {
  const collection = collections.get(name);
  if (collection === undefined) return rows;
  const hashes = rows.map((row) => row.at(-1)).join("\n");
  return [[...rows[0].slice(0, 2), `${collection}/*`, rows.length, createHash("sha256").update(hashes).digest("hex")]];
}

for (const entry of readdirSync(folder).sort()) {
  const [name, place] = [entry.replace("+", "/"), placeOf(entry)];
  const collection = collections.get(name);
  const isWanted = (path) =>
    collection === undefined ? /(^|\/)robots\.txt$/i.test(path) : path.startsWith(`${collection}/`);
  const files = filesOf(place, isWanted);
  if (files.length === 0) continue;
  const rows = [...bodiesOf(place, files)].map(written);
  for (const words of linesOf(name, rows)) console.log([name, ...words].join("\t"));
}
