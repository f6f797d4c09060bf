// What no engine behind the boundary to WebAssembly can beat, and, as a ceiling, a Map of known answers.

import { readFileSync } from "node:fs";
import { INPUT, INPUT_BYTES } from "../../dist/core/layout.js";
import { linesOf } from "../lines.mjs";

const steps = new WebAssembly.Module(readFileSync(new URL("../../build/engine.steps.wasm", import.meta.url)));
const { countLines, memory } = new WebAssembly.Instance(steps).exports;

/** (module (func (export "empty") (param i32) (result i32) (local.get 0))): the floor under every call. */
const EMPTY = "0061736d0100000001060160017f017f0302010007090105656d70747900000a0601040020000b";
const { empty } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(EMPTY, "hex"))).exports;
const input = new Uint8Array(memory.buffer, INPUT, INPUT_BYTES);
const encoder = new TextEncoder();

/** As many bytes as the input area holds, over and over, until every byte has been split once. */
function blocksOf(bytes) {
  const blocks = [];
  for (let i = 0; i < bytes.length; i += input.length) blocks.push(bytes.subarray(i, i + input.length));
  return blocks;
}

/** For each file of a slice, its bytes copied and every line of them visited. */
const eachLine = (files, bytesOf, used) => {
  const blocks = files.map((file) => blocksOf(bytesOf(file)));
  return (start, end) => {
    for (let n = start; n < end; n++)
      for (const block of blocks[n]) {
        input.set(block);
        used(countLines(block.length));
      }
  };
};

const eachUrl = (files, run) => (start, end) => {
  for (let n = start; n < end; n++) for (const url of files[n].urls) run(url);
};

export default {
  name: "floor",
  extra: {
    call: (files, used) => eachUrl(files, (url) => used(empty(url.length))),
    encode: (files, used) => eachUrl(files, (url) => used(empty(encoder.encodeInto(url, input).written))),
    split: (files, used) => eachLine(files, ({ urls }) => linesOf(urls), used),
    file: (files, used) => eachLine(files, ({ bytes }) => bytes, used),
    map(files, used) {
      const known = files.map(({ urls }) => new Map(urls.map((url) => [url, true])));
      return (start, end) => {
        for (let n = start; n < end; n++) for (const url of files[n].urls) used(known[n].get(url));
      };
    },
  },
};
