// The vectors as the scoreboard asks them: test/cases/vectors/*.json, and the cases labelled by google/robotstxt.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const root = new URL("../../", import.meta.url);

export const dialects = ["rfc9309", "google", "koster1996", "norobots1996", "original1994"];

export const vectorsOf = (dialect) =>
  JSON.parse(readFileSync(new URL(`test/cases/vectors/${dialect}.json`, root), "utf8"));

/** The labelled cases in the members of vectors; their tag says what the generator was after. */
export function labelledVectors() {
  const lines = gunzipSync(readFileSync(new URL("test/fixtures/google-cases.ndjson.gz", root))).toString("utf8");
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ id, tag, robots, robots_b64, agent, url, allowed, line }) => ({
      id,
      title: tag,
      section: "google/robotstxt",
      tags: [tag],
      basis: "text",
      dialect: "google",
      ...(robots_b64 === undefined ? { robotsTxt: robots } : { robotsTxtBase64: robots_b64 }),
      agents: [agent],
      url,
      allowed,
      line,
      source: "test/fixtures/google-cases.ndjson.gz",
    }));
}

export const bytesOf = ({ robotsTxt, robotsTxtBase64 }) =>
  robotsTxt === undefined ? Buffer.from(robotsTxtBase64, "base64") : Buffer.from(robotsTxt);
