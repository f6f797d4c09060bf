/** Every exported function of the rooms below embed and bulk has a model: assembly/parts.ts exports it, and a test calls it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOMS = ["bytes", "spell", "read", "match", "compile"];
const textOf = (file: string): string => readFileSync(file, "utf8");
const filesIn = (folder: string, end: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);

const parts = textOf("assembly/parts.ts");

/** The functions of a file, by the names that assembly/parts.ts gives them; undefined for those that it does not export. */
function exportedOf(file: string): [name: string, exported: string | undefined][] {
  const path = file.replace(/^assembly/, ".").replace(/\.ts$/, "");
  const lists = Array.from(parts.matchAll(/export \{([^}]*)\} from "([^"]*)";/g)).filter(([, , from]) => from === path);
  const names = lists.flatMap(([, list]) => list!.split(",").map((one) => one.trim().split(" as ")));
  const known = new Map(names.map(([name, alias = name]) => [name, alias]));
  return Array.from(textOf(file).matchAll(/^export function (\w+)/gm), ([, name]) => {
    const isWrapped = new RegExp(`^export function ${name}\\(`, "m").test(parts);
    return [name!, known.get(name) ?? (isWrapped ? name : undefined)];
  });
}

it.each(ROOMS)("%s: a test calls every exported function by itself", (room) => {
  const tests = filesIn("test/assembly", ".test.ts").map(textOf).join("\n");
  const isCalled = (name: string): boolean => new RegExp(`\\bparts\\.${name}\\b|"${name}"`).test(tests);
  const functions = filesIn(`assembly/${room}`, ".ts").flatMap(exportedOf);
  expect(functions.length).toBeGreaterThan(0);
  const idle = functions.filter(([, exported]) => exported === undefined || !isCalled(exported));
  expect(idle.map(([name]) => name)).toEqual([]);
});
