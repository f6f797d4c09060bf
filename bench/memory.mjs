// Memory of hosts' rules, in a process of its own: node --expose-gc bench/memory.mjs CORPUS HOSTS. Prints JSON: bytes resident
// for HOSTS hosts whose rules are kept, and for the median one, as the heap, the buffers beside it and linear memory tell.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { wasm } from "../dist/core/engine/choose-engine.js";
import { parse } from "../dist/index.js";

const [path, hosts] = [process.argv[2], Number(process.argv[3])];
/** In a function, so that no temporary keeps the corpus' text alive. */
function readBodies() {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n");
  return lines.map((line) => {
    const { body, body_b64 } = JSON.parse(line);
    return body === undefined ? Buffer.from(body_b64, "base64") : Buffer.from(body);
  });
}

function resident() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  // `external` counts array buffers, and so the linear memory too.
  return { heldBytes: heapUsed + external, rssBytes: rss };
}

const rulesOf = (body) => parse(body).agent("ExampleBot");
const bodies = readBodies();
const programBytes = bodies.map((body) => rulesOf(body).toBytes().length).sort((a, b) => a - b);
const before = resident();
const kept = [];
for (let i = 0; i < hosts; i++) {
  const rules = rulesOf(bodies[i % bodies.length]);
  rules.isAllowed("https://example.com/a");
  kept.push(rules);
}
const after = resident();
const perHost = (after.heldBytes - before.heldBytes) / hosts;
const meanProgram = programBytes.reduce((sum, bytes) => sum + bytes, 0) / programBytes.length;
const medianProgram = programBytes[programBytes.length >> 1];
console.log(
  JSON.stringify({
    hosts: kept.length,
    residentBytes: after.heldBytes - before.heldBytes,
    rssBytes: after.rssBytes - before.rssBytes,
    medianHostBytes: Math.round(medianProgram + perHost - meanProgram),
    medianProgramBytes: medianProgram,
    meanProgramBytes: Math.round(meanProgram),
    linearMemoryBytes: wasm.memoryBytes,
  }),
);
