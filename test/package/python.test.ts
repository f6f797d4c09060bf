/** The wheel of python/ has the version of the npm package, whose module it holds, and is tested with exact versions. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

it("the wheel has the version of package.json", () => {
  const [, version] = /^version = "(.*)"$/m.exec(text("python/pyproject.toml"))!;
  expect(version).toBe(JSON.parse(text("package.json")).version);
});

it("requirements are exact versions, alike wherever a package is named", () => {
  const files = ["python", "examples/dask", "examples/spark", "examples/survey", "examples/embedding/duckdb"];
  const versions = new Map<string, string>();
  for (const folder of files) {
    const lines = text(`${folder}/requirements.txt`).split("\n");
    for (const line of lines.filter((one) => one !== "" && !one.startsWith("#"))) {
      const [, name, version] = /^([\w.-]+)(?:\[\w+\])?==([\w.]+)$/.exec(line) ?? [];
      expect(version, `${folder}: ${line}`).toBeDefined();
      expect(versions.get(name!) ?? version, `${name} of ${folder}`).toBe(version);
      versions.set(name!, version!);
    }
  }
});
