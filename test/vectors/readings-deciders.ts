/** Who decides the vectors of readings.json: the rules of the client, the client, and filter. Each returns the vectors it got wrong. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { BlockFilter } from "../../bindings/bulk/filter/block-filter.ts";
import { LineDecider } from "../../bindings/bulk/filter/line-decider.ts";
import { type AccessPolicy, rfc9309 } from "../../bindings/core/access/index.ts";
import { type DialectName, dialects } from "../../bindings/core/dialects.ts";
import { RobotsClient } from "../../bindings/crawl/client/index.ts";
import { type AgentRules, parse } from "../../bindings/index.ts";
import { type Question, questionOf, type ReadingVectors } from "./readings.ts";

export const FILE = "../cases/vectors/readings.json";
export const readingVectors: ReadingVectors = JSON.parse(readFileSync(new URL(FILE, import.meta.url), "utf8"));

export interface Vector extends Question {
  readonly dialect: DialectName;
  readonly allowed: boolean;
}

/** A vector for each of 0 to 255 in each row. */
export const byteVectors: readonly Vector[] = readingVectors.bytes.flatMap((row) =>
  Array.from(row.verdicts, (verdict, byte) => ({
    ...questionOf(row, byte),
    dialect: row.dialect,
    allowed: verdict === "1",
  })),
);

const bytesOf = (latin1: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(latin1, "latin1"));
const rulesOf = ({ robotsTxt, dialect }: Vector): AgentRules => parse(bytesOf(robotsTxt), { dialect }).agent("x");

/** Undefined if no string has these bytes. */
function textOf(latin1: string): string | undefined {
  const text = Buffer.from(latin1, "latin1").toString("utf8");
  return Buffer.from(text).toString("latin1") === latin1 ? text : undefined;
}

/** From bytes and from text. */
export const wrongByRules = (vectors: readonly Vector[]): readonly Vector[] =>
  vectors.filter((vector) => {
    const rules = rulesOf(vector);
    const text = textOf(vector.url);
    const verdicts = [rules.isAllowed(bytesOf(vector.url)), ...(text === undefined ? [] : [rules.isAllowed(text)])];
    return verdicts.some((verdict) => verdict !== vector.allowed);
  });

/** Each vector has an origin of its own. */
export async function wrongByClient(vectors: readonly Vector[], dialect: DialectName): Promise<readonly Vector[]> {
  const texts = vectors.filter((one) => one.dialect === dialect && textOf(one.url) !== undefined);
  expect(texts.length).toBeGreaterThan(0);
  const policy: AccessPolicy = { ...rfc9309, name: "test", dialect };
  const fetch = async (url: string): Promise<Response> =>
    new Response(bytesOf(texts[Number(new URL(url).port) - 1]!.robotsTxt));
  const client = new RobotsClient({ agent: "x", policy, fetch });
  const urls = texts.map(({ url }, i) => textOf(url)!.replace("a.example", `a.example:${i + 1}`));
  const verdicts = await client.isAllowedMany(urls);
  return texts.filter(({ allowed }, i) => +allowed !== verdicts[i]);
}

/** A CR before LF is a line end, so it is asked elsewhere. */
const isLine = ({ url }: Vector): boolean => !/\n|\r$/.test(url);

/** Each dialect in a block of its own, because the module has one dialect. */
export async function wrongByFilter(all: readonly Vector[], format: "verdicts" | "json"): Promise<readonly Vector[]> {
  const blocks = dialects.map(({ name }) => all.filter((one) => isLine(one) && one.dialect === name));
  return (await Promise.all(blocks.map((block) => wrongInBlock(block, format)))).flat();
}

async function wrongInBlock(lines: readonly Vector[], format: "verdicts" | "json"): Promise<readonly Vector[]> {
  const text = lines.map(({ url }, i) => `${url.replace("a.example", `a${i}.example`)}\n`).join("");
  const find = ({ hostname }: URL) => ({ rules: rulesOf(lines[Number(/\d+/.exec(hostname)![0])]!) });
  const filter = new BlockFilter(deciderFor(format, lines[0]!.dialect, find), {
    format,
    refused: false,
    invalid: false,
  });
  const bytes = bytesOf(text);
  const { output } = await filter.decide({ bytes, offset: 0, end: bytes.length, overlong: 0 });
  const verdicts = Buffer.from(output).toString().trimEnd().split("\n");
  const isAllowed = (verdict: string): boolean => (format === "json" ? JSON.parse(verdict).allowed : verdict === "1");
  return lines.filter(({ allowed }, i) => isAllowed(verdicts[i]!) !== allowed);
}

function deciderFor(
  format: "verdicts" | "json",
  dialect: DialectName,
  find: (origin: URL) => { readonly rules: AgentRules },
): LineDecider {
  const missing = async () => expect.fail("expected a known origin");
  const by = { dialect, agents: ["x"], library: { find }, archives: [], missing, memoryBytes: 2 ** 20 };
  return new LineDecider({ ...by, explains: format === "json" });
}
