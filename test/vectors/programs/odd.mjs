// A contestant that is wrong once, throws once, has no verdict once, hangs once and dies once, and is right otherwise.
import { createInterface } from "node:readline";

const oddities = ["wrong", "error", "none", "hang", "die"];
const [, , ...ids] = process.argv;
const answers = {
  wrong: ({ allowed }) => ({ allowed: !allowed }),
  error: () => ({ error: "odd" }),
  none: () => ({ allowed: null }),
  hang: () => undefined,
  die: () => process.exit(1),
};

for await (const line of createInterface({ input: process.stdin })) {
  const vector = JSON.parse(line);
  const oddity = oddities[ids.indexOf(vector.id)];
  const answer = oddity === undefined ? { allowed: vector.allowed } : answers[oddity](vector);
  if (answer !== undefined) console.log(JSON.stringify({ id: vector.id, ...answer }));
}
