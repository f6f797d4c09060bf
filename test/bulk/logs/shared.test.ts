/** The sample logs beside the checkout: 29 requests in twelve formats, and the verdict on each. */
import { describe, expect, it } from "vitest";
import { hasShared, readShared } from "../../support/shared.ts";
import { eventsIn, historyOf, judged } from "./replayed.ts";

const formats = [
  ...["apache.combined.log", "apache.vhost_combined.log", "aws-alb.log", "caddy.ndjson", "cloudflare-logpush.ndjson"],
  ...["cloudfront.log", "iis-w3c.log", "nginx.combined.log", "traefik.ndjson", "vercel.ndjson"],
];
const LISTS = ["ahrefs-crawler-ip-ranges.json", "bingbot.json", "ccbot.json", "chatgpt-user.json", "claude-bots.json"];
const MORE_LISTS = ["common-crawlers.json", "gptbot.json", "meta-geofeed.csv", "perplexitybot.json"];
const VERSIONS = ["2026-11-01T000000Z.txt", "2026-11-10T120000Z.txt"];
/** They have no row. */
const ALLOWED = ["allowed", "robots", "not-judged", "not-a-crawler"];

const textsOf = (folder: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, readShared(`logs/${folder}/${name}`)]));

describe.skipIf(!hasShared("logs/expected.ndjson"))("the samples beside the checkout", () => {
  it.each(formats)("%s", (name) => {
    const expected = readShared("logs/expected.ndjson")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): { time: string; target: string; verdict: string } => JSON.parse(line))
      .filter(({ verdict }) => !ALLOWED.includes(verdict))
      .map(({ time, target, verdict }) => [time, target.replace("http://shop.example", ""), verdict]);
    const { rows } = judged(eventsIn(readShared(`logs/${name}`)), {
      history: historyOf(textsOf("history", VERSIONS)),
      lists: textsOf("ranges", [...LISTS, ...MORE_LISTS]),
    });
    const got = rows.map(({ request, verdict }) => [
      ...[new Date(request.timeMs).toISOString().replace(".000Z", "Z"), request.target, verdict],
    ]);
    expect(got).toEqual(expected);
  });

  it.each([
    ["common.log", "the common format has no User-Agent header"],
    ["heroku.log", "the log of the Heroku router has no User-Agent header"],
  ])("%s is refused, with the reason", (name, reason) =>
    expect(() => eventsIn(readShared(`logs/${name}`))).toThrow(reason),
  );
});
