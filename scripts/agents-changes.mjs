// node scripts/agents-changes.mjs OLD.json [NEW.json]: what changed between two versions of crawlers.json, as a section of docs/crawlers-changes.md. Without
// NEW.json it takes the one of the last build.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** These change whenever a row is looked at, and say nothing of the crawler. */
const QUIET = ["checked", "source", "token"];

/** Too long for a table: only that they changed. */
const LONG = ["note", "identity"];

const shown = (value) => (value === undefined || value.length === 0 ? "none" : [value].flat().join(", "));

const changesOf = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !QUIET.includes(key) && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => (LONG.includes(key) ? key : `${key} ${shown(before[key])} → ${shown(after[key])}`));

const byToken = ({ crawlers }) => new Map(crawlers.map((row) => [row.token, row]));

/** @returns {string[]} a line for each row that is new, gone or changed in what it says */
export function changedRows(old, now) {
  const [before, after] = [byToken(old), byToken(now)];
  const added = now.crawlers.filter(({ token }) => !before.has(token));
  const gone = old.crawlers.filter(({ token }) => !after.has(token));
  const changed = now.crawlers
    .filter(({ token }) => before.has(token))
    .map((row) => ({ row, changes: changesOf(before.get(row.token), row) }))
    .filter(({ changes }) => changes.length > 0);
  return [
    ...added.map(({ token, operator, confidence }) => `| ${token} | ${operator} | new, ${confidence} |`),
    ...gone.map(({ token, operator }) => `| ${token} | ${operator} | removed |`),
    ...changed.map(({ row, changes }) => `| ${row.token} | ${row.operator} | ${changes.join("; ")} |`),
  ];
}

function main([oldFile, newFile = fileURLToPath(new URL("../dist/crawlers.json", import.meta.url))]) {
  if (oldFile === undefined) throw new Error("expected a crawlers.json of an earlier version; got none");
  const [old, now] = [oldFile, newFile].map((file) => JSON.parse(readFileSync(file, "utf8")));
  console.log(`## ${now.date}\n\n| token | operator | change |\n|---|---|---|\n${changedRows(old, now).join("\n")}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
