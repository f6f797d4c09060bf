/** What the suite asks: the vectors of test/cases/vectors/, grouped by file and agent, with the bytes saved rules must have. */
import { readFileSync } from "node:fs";

const folder = new URL("../cases/vectors/", import.meta.url);

const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

/** Every file of the index but the compressed one, whose 10,000 cases would be most of a bundle. */
const readVectors = () =>
  read("index.json")
    .filter(({ file }) => file.endsWith(".json"))
    .flatMap(({ file }) => read(file));

const bodyOf = ({ robotsTxt, robotsTxtBase64 }) =>
  robotsTxtBase64 === undefined ? Buffer.from(robotsTxt) : Buffer.from(robotsTxtBase64, "base64");

/** `lines` holds null where the vector does not ask for the line. */
function fileOf({ parse }, vectors) {
  const [{ dialect, agents }] = vectors;
  const body = bodyOf(vectors[0]);
  return {
    dialect,
    agents,
    body: body.toString("base64"),
    saved: Buffer.from(parse(body, { dialect, reading: "written" }).agent(agents).toBytes()).toString("base64"),
    urls: vectors.map(({ url }) => url),
    allowed: vectors.map(({ allowed }) => (allowed ? 1 : 0)),
    lines: vectors.map(({ line }) => line ?? null),
  };
}

const keyOf = (vector) => JSON.stringify([vector.dialect, vector.agents, bodyOf(vector).toString("base64")]);

/** @param robots the package's exports: the bytes that they save here are those that every runtime must save. */
export function makeData(robots) {
  const groups = new Map();
  for (const vector of readVectors()) groups.set(keyOf(vector), [...(groups.get(keyOf(vector)) ?? []), vector]);
  return { files: [...groups.values()].map((vectors) => fileOf(robots, vectors)) };
}
