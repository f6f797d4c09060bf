/** examples/kafka: where a page goes next. An outage is not a refusal. */
import { expect, it } from "vitest";
import { RobotsClient } from "../../bindings/crawl/client/index.ts";
import { Pace } from "../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../bindings/crawl/polite/index.ts";
// @ts-expect-error: an example in JavaScript
import { visit, waitMs } from "../../examples/kafka/page.js";

const url = "https://shop.example/a";

/** @param answers of robots.txt, in turns, with the clock in minutes; then of the page */
async function visited(answers: readonly Response[], page = new Response("page")): Promise<unknown[]> {
  let minute = 0;
  const clock = (): number => Date.now() + minute * 60_000;
  const pace = new Pace({ clock, minIntervalMs: 0, firstBackoffMs: 1000 });
  const fetch = async (asked: string): Promise<Response> =>
    asked.endsWith("/robots.txt") ? answers[Math.min(minute, answers.length - 1)]!.clone() : page;
  const polite = politeFetch(new RobotsClient({ agent: "ExampleBot", fetch, clock, pace }));
  const all: unknown[] = [];
  for (; minute <= answers.length; minute += 2) all.push(await visit(url, polite, pace));
  return all;
}
const robots = new Response("User-agent: *\nDisallow: /private\n");
const down = new Response(null, { status: 503 });

it("a robots.txt of 503 first: the page waits until it is asked for again, and is read then", async () => {
  const [first, second] = (await visited([down, robots, robots])) as { topic: string; message: never }[];
  expect([first!.topic, second!.topic]).toEqual(["pages-later", "pages-read"]);
  expect(waitMs(first!.message)).toBeGreaterThan(10_000);
  expect(waitMs(first!.message, Date.now() + 86_400_000)).toBe(0);
});

it("a rule refuses for good, and a page of 503 waits", async () => {
  expect(await visited([new Response("User-agent: *\nDisallow: /")])).toMatchObject([{ topic: "pages-refused" }]);
  expect(await visited([robots], new Response(null, { status: 503 }))).toMatchObject([{ topic: "pages-later" }]);
});
