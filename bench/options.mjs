// The command line of `npm run bench`; README.md describes each option.
import { parseArgs } from "node:util";

export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: "boolean", default: false },
      goals: { type: "boolean", default: false },
      corpus: { type: "string" },
      native: { type: "string" },
      "other-languages": { type: "boolean", default: false },
      port: { type: "string", multiple: true, default: [] },
      nodes: { type: "string", default: "" },
      against: { type: "string" },
      rounds: { type: "string" },
      summary: { type: "string" },
      docs: { type: "boolean", default: false },
      out: { type: "string", default: "build/bench/latest" },
    },
  });
  if (values.docs && values.quick) throw new RangeError("--docs: expected a run of full size; got --quick");
  return { ...values, otherLanguages: values["other-languages"], nodes: values.nodes.split(",").filter(Boolean) };
}
