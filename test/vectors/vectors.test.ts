/**
 * The vectors that other implementations read: they are the documents of test/cases/ (`npm run vectors` writes them), they have
 * the shape of their schema, and both engines answer them.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { parse } from "../../bindings/index.ts";
import { engines, withEngine } from "../support/engines.ts";
import { type AccessVector, accessVectors } from "./access.ts";
import { jsonOf, type Vector, vectorsOf } from "./build.ts";

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../cases/vectors/${name}`, import.meta.url), "utf8"));
const isValid = new Ajv2020({ allErrors: true }).compile(read("schema.json") as object);

/** As a stranger reads a vector: nothing but the JSON. */
const bytesOf = ({ robotsTxt, robotsTxtBase64 }: Vector): Uint8Array =>
  new Uint8Array(Buffer.from(robotsTxt ?? robotsTxtBase64!, robotsTxt === undefined ? "base64" : "utf8"));

describe.each(dialects.map(({ name }) => name))("%s.json", (dialect) => {
  it("is what the documents say (npm run vectors writes it)", async () =>
    expect(jsonOf(vectorsOf(dialect))).toMatchFileSnapshot(`../cases/vectors/${dialect}.json`));

  const vectors = vectorsOf(dialect);

  it("has the shape of the schema", () => {
    isValid(vectors);
    expect(isValid.errors ?? []).toEqual([]);
  });

  it("asks every question once, and tags it", () => {
    const ids = vectors.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(vectors.filter(({ tags }) => tags.length === 0).map(({ title }) => title)).toEqual([]);
  });

  it.each(engines)("is answered by the $name engine", (engine) => {
    const wrong = withEngine(engine, () =>
      (JSON.parse(jsonOf(vectors)) as Vector[]).filter((vector) => {
        const rules = parse(bytesOf(vector), { dialect, reading: "written" }).agent(vector.agents);
        const { allowed, rule } = rules.explain(vector.url);
        const { crawlDelay = null, requestRate = null, visitTime = null } = rules;
        const answer = { allowed, line: rule?.line ?? 0, crawlDelay, requestRate, visitTime };
        return Object.entries(answer).some(
          ([name, value]) => !isDeepStrictEqual(name in vector ? vector[name as keyof Vector] : value, value),
        );
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe("access.json", () => {
  const vectors = JSON.parse(jsonOf(accessVectors())) as AccessVector[];

  it("is what the cases of access say (npm run vectors writes it)", async () =>
    expect(jsonOf(accessVectors())).toMatchFileSnapshot("../cases/vectors/access.json"));

  it("has the shape of its schema, asks every question once, and asks about all kinds of responses", () => {
    const isValidAccess = new Ajv2020({ allErrors: true, formats: { "date-time": true } }).compile(
      read("access.schema.json") as object,
    );
    isValidAccess(vectors);
    expect(isValidAccess.errors ?? []).toEqual([]);
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length);
    for (const kind of [/^202 with an HTML/, /redirects/, /cf-mitigated/, /max-age/, /copy/, /^503$/, /^429$/])
      expect(vectors.some(({ title }) => kind.test(title))).toBe(true);
  });
});

const labelled = "../../fixtures/google-cases.ndjson.gz";
const contentOf = (file: string): Buffer => {
  const bytes = readFileSync(new URL(`../cases/vectors/${file}`, import.meta.url));
  return file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
};

it("index.json lists every file, the labelled cases too (npm run vectors writes it)", async () => {
  const files = dialects.map(({ name }) => ({ file: `${name}.json`, dialect: name, vectors: vectorsOf(name).length }));
  const lines = contentOf(labelled).toString("utf8").trim().split("\n").length;
  const sha256 = createHash("sha256").update(contentOf(labelled)).digest("hex");
  const index = [...files, { file: labelled, dialect: "google", vectors: lines, sha256 }];
  await expect(`${JSON.stringify(index, null, 2)}\n`).toMatchFileSnapshot("../cases/vectors/index.json");
});

it("the schema refuses invalid vectors", () => {
  const [vector] = vectorsOf("rfc9309");
  for (const wrong of [{ allowed: "yes" }, { robotsTxtBase64: "" }, { agents: [] }, { dialect: "bing" }, { id: 1 }])
    expect(isValid([{ ...vector, ...wrong }]), JSON.stringify(wrong)).toBe(false);
});
