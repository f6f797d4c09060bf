// Our algorithm without WebAssembly, for made files, whose URLs need no canonical form. `query` decides strings, `extra.lines` the
// bytes that isAllowedLines takes.
import { programOf } from "../../dist/core/program/program.js";
import { parse } from "../../dist/index.js";
import { linesOf } from "../lines.mjs";

const compiled = (text, agent) => programOf(parse(text).agent(agent).toBytes());
const inStrings = (await import("../automaton.mjs?strings")).automatonOf;
const inBytes = (await import("../automaton.mjs?bytes")).automatonOf;
const isAllowed = (decision) => decision === 0x7fffffff || (decision & 1) === 1;

const SLASH = 47;
const unitAt = (text, i) => text.charCodeAt(i);
const byteAt = (bytes, i) => bytes[i];

/** The first slash after `//`; made URLs have both. */
const pathInString = (text, start) => text.indexOf("/", text.indexOf("/", start) + 2);
function pathInBytes(bytes, start) {
  let i = start;
  while (bytes[i] !== SLASH) i++;
  i += 2;
  while (bytes[i] !== SLASH) i++;
  return i;
}

function decideLines(decide, lines) {
  const verdicts = new Uint8Array(lines.length);
  let count = 0;
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (lines[end] !== 10) end++;
    verdicts[count++] = isAllowed(decide(lines, start, end)) ? 1 : 0;
    start = end + 1;
  }
  return verdicts.subarray(0, count);
}

export default {
  name: "automaton",
  compile: (text, agent) => inStrings(compiled(text, agent), unitAt, pathInString),
  query: (decide, url) => isAllowed(decide(url, 0, url.length)),
  extra: {
    lines: (files, used) => {
      const inputs = files.map(({ text, agent, urls }) => [
        inBytes(compiled(text, agent), byteAt, pathInBytes),
        linesOf(urls),
      ]);
      return (start, end) => {
        for (const [decide, lines] of inputs.slice(start, end)) used(decideLines(decide, lines)[0]);
      };
    },
  },
};
