/** The documents that the tests check, by their paths from the root. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** Pages that only the site shows. */
const SITE_PAGES: readonly string[] = ["docs/index.md", "docs/benchmarks.md"];

export const documents: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
  ...["guide", "api"].flatMap((room) => readdirSync(join(root, "docs", room)).map((name) => `docs/${room}/${name}`)),
].filter((name) => name.endsWith(".md") && !SITE_PAGES.includes(name));

export const textOf = (name: string): string => readFileSync(join(root, name), "utf8");
