/** What the suite asks: the case documents of test/cases/, grouped by file and agent, with the bytes saved rules must have. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const documents = new URL("../cases/", import.meta.url);

async function readCases() {
  const entryPoints = [fileURLToPath(new URL("../case-format.ts", import.meta.url))];
  const { outputFiles } = buildSync({ entryPoints, bundle: true, format: "esm", write: false });
  const { casesOf } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return readdirSync(documents)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .flatMap((name) => casesOf(readFileSync(new URL(name, documents), "utf8"), ["koster1996"]));
}

/** Lines are data of the case documents where these ask for one, else what the engine answers here. */
function fileOf({ parse }, { dialect, agent, robots }, cases) {
  const rules = parse(robots, { dialect }).agent(agent);
  return {
    dialect,
    agent,
    body: Buffer.from(robots).toString("base64"),
    saved: Buffer.from(rules.toBytes()).toString("base64"),
    urls: cases.map(({ url }) => url),
    allowed: cases.map(({ allowed }) => (allowed ? 1 : 0)),
    lines: cases.map(({ line, url }) => line ?? rules.explain(url).rule?.line ?? 0),
  };
}

/** @param robots the package's exports, to compute what the documents do not say. */
export async function makeData(robots) {
  const rows = (await readCases()).flatMap((one) => one.dialects.map((dialect) => ({ ...one, dialect })));
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return { files: [...groups.values()].map((cases) => fileOf(robots, cases[0], cases)) };
}

const keyOf = ({ dialect, agent, robots }) => JSON.stringify([dialect, agent, Buffer.from(robots).toString("base64")]);
