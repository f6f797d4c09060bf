// node bench/corpus.mjs REPOSITORIES > LIST: the robots.txt files in the newest commits of the git repositories in a folder, as one line each: repository,
// commit, its date, path, and SHA-256 of the file, separated by tabs. --write FOLDER also writes each file once, named by its hash.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "string" } } });
const [folder] = positionals;
if (folder === undefined) throw new Error("expected a folder with git repositories; got none");
if (values.write !== undefined) mkdirSync(values.write, { recursive: true });

const git = (place, ...words) => execFileSync("git", ["-C", place, ...words], { maxBuffer: 2 ** 28 });
const textOf = (place, ...words) => git(place, ...words).toString("utf8");

/** A repository may be the folder itself, or `repo` in it. */
const placeOf = (name) => (existsSync(join(folder, name, "repo")) ? join(folder, name, "repo") : join(folder, name));

/** Without a commit there is nothing to list. */
function filesOf(place) {
  try {
    return textOf(place, "ls-tree", "-r", "-z", "HEAD")
      .split("\0")
      .filter((line) => /(^|[\t/])robots\.txt$/i.test(line));
  } catch {
    return [];
  }
}

for (const name of readdirSync(folder).sort()) {
  const place = placeOf(name);
  for (const line of filesOf(place)) {
    const [, blob, path] = /^\S+ \S+ (\S+)\t(.*)$/s.exec(line);
    const [commit, date] = textOf(place, "log", "-1", "--format=%H %cs").trim().split(" ");
    const body = git(place, "cat-file", "blob", blob);
    const hash = createHash("sha256").update(body).digest("hex");
    if (values.write !== undefined) writeFileSync(join(values.write, `${hash}.txt`), body);
    console.log([name.replace("+", "/"), commit, date, path, hash].join("\t"));
  }
}
