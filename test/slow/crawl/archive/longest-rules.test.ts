/** No rules are longer than the limit for a program, which an archive reads, whatever a file of 512,000 bytes holds. */
import { expect, it } from "vitest";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { MAX_PROGRAM_BYTES } from "../../../../bindings/core/layout.ts";
import { parse } from "../../../../bindings/index.ts";

/** Lines whose rules take the most room. */
const lines = [
  "Allow: /é%2f?%2f\n",
  "Allow: /ééééééééé?%2findex.html\n",
  "A:/\n",
  "Allow:/\n",
  "Disallow: /%2f?é\n",
  "a:\n",
  `Allow: /${"é".repeat(200_000)}?%2findex.html\n`,
];

const fileOf = (line: string): string => `User-agent: *\n${line.repeat(Math.ceil(512_000 / Buffer.byteLength(line)))}`;

it("in any dialect", () => {
  const lengths = dialects.flatMap(({ name }) =>
    lines.map((line) => parse(fileOf(line), { dialect: name }).agent("x").toBytes().length),
  );
  expect(Math.max(...lengths)).toBeLessThan(MAX_PROGRAM_BYTES);
  expect(Math.max(...lengths)).toBeGreaterThan(MAX_PROGRAM_BYTES / 6);
});
