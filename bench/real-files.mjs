// The files of a corpus: gzipped JSON lines (README.md), each with the text as `body`, or other bytes as `body_b64`.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** What each line says, with text or bytes as its body. */
export const realFiles = (corpus) =>
  gunzipSync(readFileSync(corpus)).toString("utf8").split("\n").filter(Boolean).map(fileIn);

function fileIn(line) {
  const { body, body_b64: base64, ...more } = JSON.parse(line);
  return { ...more, body: base64 === undefined ? body : Buffer.from(base64, "base64") };
}
