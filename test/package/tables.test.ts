/** A table that no test names would not run, and nobody would notice: the test beside a JSON file names each of its tables. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the test beside a JSON file of tables runs each of them", () => {
  const files = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  const unused = files.flatMap((file) => {
    const test = `test/${file.replace(/json$/, "test.ts")}`;
    const text = existsSync(test) ? readFileSync(test, "utf8") : "";
    if (!text.includes("tablesOf(")) return [];
    const titles = Object.keys(JSON.parse(readFileSync(`test/${file}`, "utf8")));
    return titles.filter((title) => !text.includes(title)).map((title) => `${file}: ${title}`);
  });
  expect(unused).toEqual([]);
});
