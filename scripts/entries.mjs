// The entries that package.json's exports offer to programs: what has declarations.

/** The first file under a condition, however deep the conditions are nested. */
function fileOf(target, condition) {
  if (typeof target === "string") return condition === "types" ? undefined : target;
  if (target[condition] !== undefined) return fileOf(target[condition], "default");
  return Object.values(target)
    .map((nested) => (typeof nested === "string" ? undefined : fileOf(nested, condition)))
    .find((file) => file !== undefined);
}

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
