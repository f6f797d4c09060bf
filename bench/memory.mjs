// Memory of hosts' rules, in a process of its own: node --expose-gc bench/memory.mjs CORPUS HOSTS. Prints JSON: bytes resident
// for HOSTS hosts whose rules are kept, and for one with the median program, as the heap, the buffers beside it and linear memory tell.
import { wasm } from "../dist/core/engine/choose-engine.js";
import { parse } from "../dist/index.js";
import { realFiles } from "./real-files.mjs";

const [path, hosts] = [process.argv[2], Number(process.argv[3])];
/** In a function, so that no temporary keeps the corpus' text alive. */
const readBodies = () => realFiles(path).map(({ body }) => Buffer.from(body));

function resident() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  // `external` counts array buffers, and so the linear memory too.
  return { heldBytes: heapUsed + external, rssBytes: rss };
}

const rulesOf = (body) => parse(body).agent("ExampleBot");

/** What the rules of HOSTS hosts take that were asked once each. The bodies stay alive meanwhile, or they would be counted as freed. */
function takenBy(bodyAt) {
  const before = resident();
  const kept = [];
  for (let i = 0; i < hosts; i++) {
    const rules = rulesOf(bodyAt(i));
    rules.isAllowed("https://example.com/a");
    kept.push(rules);
  }
  const after = resident();
  return {
    hosts: kept.length,
    residentBytes: after.heldBytes - before.heldBytes,
    rssBytes: after.rssBytes - before.rssBytes,
  };
}

const bodies = readBodies();
const sized = bodies.map((body) => ({ body, bytes: rulesOf(body).byteLength })).sort((a, b) => a.bytes - b.bytes);
const median = sized[sized.length >> 1];
const all = takenBy((i) => bodies[i % bodies.length]);
console.log(
  JSON.stringify({
    ...all,
    medianHostBytes: Math.round(takenBy(() => median.body).residentBytes / hosts),
    medianProgramBytes: median.bytes,
    meanProgramBytes: Math.round(sized.reduce((sum, { bytes }) => sum + bytes, 0) / sized.length),
    linearMemoryBytes: wasm.memoryBytes,
  }),
);
