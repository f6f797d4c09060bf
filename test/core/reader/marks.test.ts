/** What ends the text of a line: the module looks for it sixteen bytes at a time, the fallback byte by byte. */
import { it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { wasmEngine } from "../../support/engines.ts";
import { expectSameBytes } from "../../support/same-bytes.ts";

const ascii = new TextEncoder();

/** The byte stands at each place of a block of 64 bytes, and before and after line ends. */
function fileWith(byte: number, before: number): Uint8Array {
  const file = ascii.encode(`User-agent: x\n${"#".repeat(before)}\nDisallow: /a?b\nAllow: /c?\n?Allow: /d\r?\nk: v?w`);
  return file.map((one) => (one === 0x3f ? byte : one));
}

it.each(dialects)("$name: every byte ends lines alike in both engines, wherever it stands", (dialect) => {
  for (let byte = 0; byte < 256; byte++) {
    for (const before of [byte % 64, (byte + 31) % 64]) {
      const file = fileWith(byte, before);
      const [got, wanted] = [wasmEngine, fallback].map((engine) => engine.compile(file, ["x"], dialect).program.bytes);
      expectSameBytes(got!, wanted!, `byte ${byte} after ${before} bytes`);
    }
  }
});

it.each(dialects)("$name: the groups of a file are found, however many user-agent lines they have", (dialect) => {
  for (const lines of [1, 63, 1000]) {
    const run = "user-agent: y\nk: v\n\n".repeat(lines);
    const file = ascii.encode(`${run}user-agent: x\n\n${run}disallow: /a\n${run}user-agent: *\nallow: /b\n${run}`);
    const [got, wanted] = [wasmEngine, fallback].map((engine) => engine.compile(file, ["x"], dialect).program.bytes);
    expectSameBytes(got!, wanted!, `${lines} lines`);
  }
});
