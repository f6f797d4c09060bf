// The entries of the package. scripts/exports.mjs writes package.json's exports from them.

/** What programs import, and its file in bindings/. */
const SOURCES = {
  ".": "index",
  "./agents": "owners/agents/index",
  "./archive": "crawl/archive/index",
  "./browser": "browser",
  "./client": "crawl/client/index",
  "./client/node": "crawl/client/node/index",
  "./lint": "owners/lint/index",
  "./meta": "core/meta/index",
  "./pace": "crawl/pace/index",
  "./polite": "crawl/polite/index",
  "./polite/node": "crawl/polite/node/index",
  "./robots-parser": "core/robots-parser/index",
  "./sitemaps": "crawl/sitemaps/index",
  "./slim": "slim",
  "./usage": "core/usage/index",
};

/** `require` gives the function itself, so the declarations for it are written by hand. */
const EXPORT_ASSIGNED = ["./robots-parser"];

/** In Node.js, the file for pages would be a second copy of the core. */
const IN_NODE = { "./browser": "core/index" };

/**
 * @returns {{ path: string, source: string, isExportAssigned: boolean }[]} Under the condition `node` an entry is CommonJS for
 * `import` and `require`, so both share one copy of everything. Elsewhere it is an ES module.
 */
export const entries = Object.entries(SOURCES).map(([path, source]) => ({
  path,
  source,
  inNode: IN_NODE[path] ?? source,
  isExportAssigned: EXPORT_ASSIGNED.includes(path),
}));

/** The first file under a condition, however deep the conditions are nested. */
function fileOf(target, condition) {
  if (typeof target === "string") return condition === "types" ? undefined : target;
  if (target[condition] !== undefined) return fileOf(target[condition], "default");
  return Object.values(target)
    .map((nested) => (typeof nested === "string" ? undefined : fileOf(nested, condition)))
    .find((file) => file !== undefined);
}

/** The page of docs/api that documents an entry. */
export const pageOf = (path) => (path === "." ? "core" : path.slice(2).replaceAll("/", "-"));

/** @returns {{ path: string, name: string, types: string, file: string }[]} as exported, as imported, and its files. */
export function entriesOf({ name, exports }) {
  return Object.entries(exports)
    .map(([path, target]) => ({
      path,
      name: path.replace(".", name),
      types: fileOf(target, "types"),
      file: fileOf(target, "default"),
    }))
    .filter(({ types }) => types !== undefined);
}
