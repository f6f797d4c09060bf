// google/robotstxt itself, through the program that bench/native.mjs describes. Its job file separates agents by white space.
import { nativeOf } from "../native.mjs";
import { bytesOf } from "./vectors.mjs";

export const google = {
  name: "google/robotstxt",
  version: "22b355f",
  language: "C++",
  claims: ["google"],
  says: "Google's own parser and matcher",
};

const canBeAsked = ({ agents, url }) => /^\S+$/.test(agents[0]) && !/[\r\n]/.test(url);

/** Outcomes by id, as ask.mjs. */
export function askNative(program, vectors) {
  const asked = vectors.filter(canBeAsked);
  const files = asked.map((vector) => ({ body: bytesOf(vector), agent: vector.agents[0], urls: [vector.url] }));
  const verdicts = nativeOf(program, [{ name: "vectors", files }]).verdicts(0);
  return new Map(asked.map(({ id }, i) => [id, verdicts[i]]));
}
