/** Which requests are violations: versions that a crawler may hold, its fetches, errors, users and false names. */
import { describe, expect, it } from "vitest";
import { answerByStatus, Fetches } from "../../../bindings/bulk/logs/fetches.ts";
import { SECOND_MS } from "../../../bindings/bulk/logs/values.ts";
import { heldAt } from "../../../bindings/bulk/logs/verdict.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";
import { combined, eventsIn, HOUR_MS, historyOf, judged, judgedFiles, judgeFor, type Replay } from "./replayed.ts";

const { itEach } = tablesOf(import.meta.url);

const DAY_MS = 24 * HOUR_MS;
const OPEN = "User-agent: *\nDisallow: /cart\n";
const CLOSED = "User-agent: *\nDisallow: /\n";
const V1 = "2026-11-01T000000Z.txt";
const V2 = "2026-11-10T120000Z.txt";
/** The second version refuses everything. */
const stricter = historyOf({ [V1]: OPEN, [V2]: CLOSED });

const BOT = "ExampleBot/1.0 (+https://bot.example)";
const fetchAt = (time: string, status = 200, more = {}): string =>
  combined(time, "/robots.txt", BOT, { status, ...more });
const pageAt = (time: string, target = "/a"): string => combined(time, target, BOT);

const verdictsIn = (text: string, options: Replay = { history: stricter }): string[] =>
  judged(eventsIn(text), options).rows.map(({ verdict }) => verdict);

describe("versions that it may hold (RFC 9309 §2.4)", () => {
  itEach<[title: string, time: string, verdict: string]>("never fetched, %s", (_, time, verdict) =>
    expect(verdictsIn(pageAt(time))).toEqual([verdict]),
  );

  it("before the change, the older version counts", () =>
    expect(verdictsIn(pageAt("2026-11-10T11:59:59Z"))).toEqual([]));
  it("fetched after the change: at once", () =>
    expect(verdictsIn(fetchAt("2026-11-10T12:01:00Z") + pageAt("2026-11-10T12:01:01Z"))).toEqual(["violation"]));
  it("fetched in the same second: the order is not known", () =>
    expect(verdictsIn(fetchAt("2026-11-10T12:01:00Z") + pageAt("2026-11-10T12:01:00Z"))).toEqual(["grace"]));
  it("fetched in the second of the change: it may have got the version before", () =>
    expect(verdictsIn(fetchAt("2026-11-10T12:00:00Z") + pageAt("2026-11-10T13:00:00Z"))).toEqual(["grace"]));
  it("304 counts as a fetch", () =>
    expect(verdictsIn(fetchAt("2026-11-10T12:01:00Z", 304) + pageAt("2026-11-10T12:01:01Z"))).toEqual(["violation"]));
  it("HEAD does not", () =>
    expect(
      verdictsIn(fetchAt("2026-11-10T12:01:00Z", 200, { method: "HEAD" }) + pageAt("2026-11-10T12:01:01Z")),
    ).toEqual(["grace"]));
  it("a redirect does not (§2.3.1.2)", () =>
    expect(verdictsIn(fetchAt("2026-11-10T12:01:00Z", 301) + pageAt("2026-11-10T12:01:01Z"))).toEqual(["grace"]));
  it("a fetch of another crawler does not", () =>
    expect(verdictsIn(fetchAt("2026-11-10T12:01:00Z") + combined("2026-11-10T12:01:01Z", "/a", "GPTBot/1.0"))).toEqual([
      "grace",
    ]));
  it("a fetch by the crawler to which it falls back does", () =>
    expect(
      verdictsIn(
        combined("2026-11-10T12:01:00Z", "/robots.txt", "Googlebot/2.1") +
          combined("2026-11-10T12:01:01Z", "/a", "Googlebot-Image/1.0"),
      ),
    ).toEqual(["violation"]));
  it("a fetch by a crawler of another operator, whose groups it obeys, does not", () =>
    expect(
      verdictsIn(
        combined("2026-11-10T12:01:00Z", "/robots.txt", "Googlebot/2.1") +
          combined("2026-11-10T12:01:01Z", "/a", "Applebot/0.1"),
      ),
    ).toEqual(["grace"]));
  it("a weaker rule helps at once", () =>
    expect(verdictsIn(pageAt("2026-11-10T12:00:00Z"), { history: historyOf({ [V1]: CLOSED, [V2]: OPEN }) })).toEqual(
      [],
    ));
  it("--robots holds for the whole time", () =>
    expect(verdictsIn(pageAt("2020-01-01T00:00:00Z"), { history: historyOf({ "robots.txt": CLOSED }) })).toEqual([
      "violation",
    ]));
  it("--grace changes the 24 h", () =>
    expect(verdictsIn(pageAt("2026-11-11T11:00:00Z"), { history: stricter, graceHours: 22 })).toEqual(["violation"]));
});

describe("before the first version, the file is unknown", () => {
  it.each([
    ["before it", pageAt("2026-10-31T00:00:00Z")],
    ["within 24 h after it, without a fetch", pageAt("2026-11-01T10:00:00Z", "/cart")],
  ])("%s", (_, text) => expect(verdictsIn(text)).toEqual(["unknown-version"]));
  it("a fetch since then makes it known", () =>
    expect(verdictsIn(fetchAt("2026-11-01T09:00:00Z") + pageAt("2026-11-01T10:00:00Z", "/cart"))).toEqual([
      "violation",
    ]));
});

describe("answers to /robots.txt", () => {
  const cart = (time: string): string => pageAt(time, "/cart");
  it.each([
    ["4xx allows everything (§2.3.1.3)", fetchAt("2026-11-05T00:00:00Z", 403) + cart("2026-11-05T00:00:01Z"), []],
    ["for 24 h", fetchAt("2026-11-05T00:00:00Z", 403) + cart("2026-11-06T00:00:01Z"), ["violation"]],
    [
      "or until a 200",
      fetchAt("2026-11-05T00:00:00Z", 404) + fetchAt("2026-11-05T01:00:00Z") + cart("2026-11-05T01:00:01Z"),
      ["violation"],
    ],
    [
      "5xx without a copy (§2.3.1.4)",
      fetchAt("2026-11-05T00:00:00Z", 503) + cart("2026-11-05T00:00:01Z"),
      ["after-error"],
    ],
    [
      "5xx with a copy that refuses",
      fetchAt("2026-11-04T00:00:00Z") + fetchAt("2026-11-05T00:00:00Z", 503) + cart("2026-11-05T00:00:01Z"),
      ["violation"],
    ],
  ])("%s", (_, text, verdicts) => expect(verdictsIn(text)).toEqual(verdicts));

  it("what was answered before answers that are forgotten accuses nobody", () => {
    const answers = Array.from({ length: 70 }, (_, i) =>
      fetchAt(new Date(Date.UTC(2026, 10, 5) + i * 600_000).toISOString(), 404),
    );
    expect(verdictsIn([...answers, cart("2026-11-05T01:00:00Z")].join(""))).toEqual([]);
  });
  it("many fetches after a request do not hide the one before it", () => {
    const hour = (i: number): string => new Date(Date.UTC(2026, 10, 10, 12, 30) + i * HOUR_MS).toISOString();
    const fetches = Array.from({ length: 200 }, (_, i) => fetchAt(hour(i)));
    expect(verdictsIn([...fetches.slice(0, 5), pageAt(hour(5)), ...fetches.slice(5)].join(""))).toEqual(["violation"]);
    const jump = fetchAt(hour(0)) + pageAt(hour(1)) + fetches.slice(100).join("");
    expect(verdictsIn(jump)).toEqual(["violation"]);
  });
  it("a 4xx makes lawful only what was refused", () => {
    const text = fetchAt("2026-10-31T00:00:00Z", 404) + pageAt("2026-10-31T00:00:01Z");
    expect(judged(eventsIn(text), { history: stricter }).tally.crawlers[0]!.counts.afterUnavailable).toBe(0);
  });
  it("5xx keeps the copy from before for 30 days", () => {
    const outage = fetchAt("2026-11-09T00:00:00Z") + fetchAt("2026-11-11T00:00:00Z", 500);
    expect(verdictsIn(outage + pageAt("2026-11-20T00:00:00Z"))).toEqual(["grace"]);
    expect(verdictsIn(outage + pageAt("2026-12-09T00:00:01Z"))).toEqual(["after-error"]);
  });
  it("robots.txt itself is never refused (§2.2.2)", () =>
    expect(
      verdictsIn(fetchAt("2026-11-20T00:00:00Z") + combined("2026-11-20T00:00:01Z", "/robots.txt?x", BOT)),
    ).toEqual([]));
});

describe("what is judged", () => {
  const at = "2026-11-20T00:00:00Z";
  it.each([["GET"], ["HEAD"], ["POST"]])("%s", (method) =>
    expect(verdictsIn(combined(at, "/a", BOT, { method }))).toEqual(["violation"]),
  );
  it.each([["OPTIONS"], ["PROPFIND"]])("not %s", (method) =>
    expect(verdictsIn(combined(at, "/a", BOT, { method }))).toEqual([]),
  );
  it.each([["*"], ["host.example:443"], ["http://a\\x5cb/a"]])("not the target %s", (target) =>
    expect(verdictsIn(combined(at, target, BOT))).toEqual([]),
  );
  it("whatever was answered", () =>
    expect(verdictsIn(combined(at, "/a", BOT, { status: 403 }))).toEqual(["violation"]));
  it.each([["ChatGPT-User/1.0"], ["Google-Read-Aloud"]])("%s is apart", (agent) =>
    expect(verdictsIn(combined(at, "/a", agent))).toEqual(["user-fetch"]),
  );
  it("AdsBot-Google ignores groups for *", () => expect(verdictsIn(combined(at, "/a", "AdsBot-Google"))).toEqual([]));
  it("Google-Extended is sent by nobody", () =>
    expect(verdictsIn(combined(at, "/robots.txt", "Google-Extended") + combined(at, "/a", "Google-Extended"))).toEqual([
      "spoofed",
    ]));
  itEach<[agent: string]>("no person: %s", (agent) =>
    expect(judged(eventsIn(combined(at, "/a", agent)), { history: stricter }).tally.crawlers).toEqual([]),
  );
});

describe("identity", () => {
  const list = '{"creationTime":"2026-11-10T00:00:00","prefixes":[{"ipv4Prefix":"192.0.2.0/28"}]}';
  const options = { history: stricter, lists: { "gptbot.json": list } };
  const gptbot = (time: string, target: string, address: string): string =>
    combined(time, target, "GPTBot/1.3", { address });
  it("who is not the crawler is apart, allowed or not", () =>
    expect(
      verdictsIn(
        gptbot("2026-11-20T00:00:00Z", "/a", "198.51.100.1") + gptbot("2026-11-05T00:00:00Z", "/a", "198.51.100.1"),
        options,
      ),
    ).toEqual(["spoofed", "spoofed"]));
  it("a fetch of somebody else does not count for the crawler", () =>
    expect(
      verdictsIn(
        gptbot("2026-11-10T13:00:00Z", "/robots.txt", "198.51.100.1") +
          gptbot("2026-11-10T14:00:00Z", "/a", "192.0.2.1"),
        options,
      ),
    ).toEqual(["grace"]));
  it("nor for a request of unknown identity", () =>
    expect(
      verdictsIn(
        gptbot("2026-11-10T13:00:00Z", "/robots.txt", "198.51.100.1") +
          gptbot("2026-11-10T14:00:00Z", "/a", "10.0.0.2"),
        options,
      ),
    ).toEqual(["grace"]));
  it("a list verifies an address for 30 days, also one that was seen before", () => {
    const text = gptbot("2026-12-10T00:00:00Z", "/a", "192.0.2.1") + gptbot("2026-12-11T00:00:00Z", "/a", "192.0.2.1");
    const { rows } = judged(eventsIn(text), options);
    expect(rows.map(({ identification }) => identification.identity)).toEqual(["verified", "unknown"]);
  });
  it("a fetch from another of its addresses does", () =>
    expect(
      verdictsIn(
        gptbot("2026-11-10T13:00:00Z", "/robots.txt", "192.0.2.2") + gptbot("2026-11-10T14:00:00Z", "/a", "192.0.2.1"),
        options,
      ),
    ).toEqual(["violation"]));
  it.each([
    ["does not count where the request is verified", "192.0.2.1", "grace"],
    ["counts where the request is unknown too", "10.0.0.2", "violation"],
  ])("a fetch of unknown identity %s", (_, address, verdict) => {
    const text =
      gptbot("2026-11-10T13:00:00Z", "/robots.txt", "10.0.0.1") + gptbot("2026-11-10T14:00:00Z", "/a", address);
    expect(verdictsIn(text, options)).toEqual([verdict]);
  });
  itEach<[title: string, address: string, identity: string, verdict: string]>(
    "an address of a proxy proves nothing; of %s: %s",
    (_, address, identity, verdict) => {
      const [row] = judged(eventsIn(gptbot("2026-11-20T00:00:00Z", "/a", address)), options).rows;
      expect([row?.identification.identity, row?.verdict]).toEqual([identity, verdict]);
    },
  );
  it("but nobody sends the token of a permission, from a proxy either", () =>
    expect(
      verdictsIn(combined("2026-11-20T00:00:00Z", "/a", "Google-Extended", { address: "173.245.48.1" }), options),
    ).toEqual(["spoofed"]));
  itEach<[address: string, verdict: string]>(
    "an IPv4 client of a server that listens on IPv6: %s",
    (address, verdict) => expect(verdictsIn(gptbot("2026-11-20T00:00:00Z", "/a", address), options)).toEqual([verdict]),
  );
});

it("each row of an hour can be written before the next request is judged", () => {
  const judge = judgeFor({ history: stricter });
  expect([...judge.judged(eventsIn(pageAt("2026-11-20T00:00:00Z").repeat(3)))]).toEqual([]);
  const rows = judge.rest();
  const violations = [1, 2, 3].map((line) => {
    expect(rows.next().value).toMatchObject({ line, verdict: "violation" });
    return judge.tally.crawlers[0]!.verdicts.violation;
  });
  expect(violations).toEqual([1, 2, 3]);
});

describe("Crawl-delay is reported", () => {
  const history = historyOf({ "robots.txt": "User-agent: *\nCrawl-delay: 10\n" });
  const gapsOf = (...seconds: number[]): number[] => gapsIn(history, seconds);
  const gapsIn = (history: Replay["history"], seconds: readonly number[]): number[] => {
    const lines = seconds.map((second) => pageAt(new Date(Date.UTC(2026, 10, 5) + second * 1000).toISOString()));
    const [one] = judged(eventsIn(lines.join("")), { history }).tally.crawlers;
    return [one!.gaps, one!.shortGaps];
  };
  it("a second of the log may be two: it is not short of 1.5 s", () =>
    expect(gapsIn(historyOf({ "robots.txt": "User-agent: *\nCrawl-delay: 1.5\n" }), [0, 1])).toEqual([1, 0]));
  itEach<[seconds: number[], gaps: number[]]>("requests at %j s: %j gaps and short ones", (seconds, gaps) =>
    expect(gapsOf(...seconds)).toEqual(gaps),
  );
});

/** Histories of a few versions and requests, within a few days, so that all rules meet. */
const START_MS = Date.UTC(2026, 10, 1);
const STEP_MS = 2 * HOUR_MS;
const moment = fc.integer({ min: 0, max: 500 }).map((step) => START_MS + step * STEP_MS);
const versions = fc.uniqueArray(fc.record({ at: moment, refuses: fc.subarray(["/a", "/b", "/"]) }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ at }) => at,
});
const isoOf = (ms: number): string => new Date(ms).toISOString();
const nameOf = (ms: number): string => `${isoOf(ms).slice(0, 19).replaceAll(":", "")}Z.txt`;
const modelHistory = (list: readonly { at: number; refuses: readonly string[] }[]) =>
  historyOf(
    Object.fromEntries(
      list.map(({ at, refuses }) => [
        nameOf(at),
        `User-agent: *\n${refuses.map((one) => `Disallow: ${one}\n`).join("")}`,
      ]),
    ),
  );
const visits = fc.array(
  fc.record({
    at: moment,
    target: fc.constantFrom("/robots.txt", "/a", "/b", "/c"),
    status: fc.constantFrom(200, 200, 304, 301, 404, 503),
    bot: fc.constantFrom("OneBot", "GPTBot", "Googlebot", "Googlebot-Image"),
  }),
  { maxLength: 25 },
);
const logOf = (list: readonly { at: number; target: string; status: number; bot: string }[]): string =>
  [...list]
    .sort((a, b) => a.at - b.at)
    .map(({ at, target, status, bot }) => combined(isoOf(at), target, `${bot}/1.0`, { status }))
    .join("");

const answered = (timeMs: number, status: number) => ({
  ...{ file: "f", line: 1, timeMs, status, bytes: undefined, address: "192.0.2.1" },
});

describe("over random histories", () => {
  it("the held versions are those of a slow model, which looks at every hour", () =>
    fc.assert(
      fc.property(
        versions,
        fc.array(fc.tuple(moment, fc.constantFrom(200, 404, 503)), { maxLength: 6 }),
        moment,
        fc.integer({ min: 0, max: 40 }),
        (list, fetches, now, grace) => {
          const history = modelHistory(list);
          const all = new Fetches();
          for (const [timeMs, status] of fetches)
            all.add("x", answerByStatus(status, "rfc9309"), answered(timeMs, status), false);
          const held = heldAt(history, all.stateAt(["x"], now, false, "192.0.2.1"), now, grace * HOUR_MS);
          const before = fetches
            .filter(([at, status]) => (status === 200 ? at < now : at <= now))
            .sort(([a, x], [b, y]) => a - b || x - y);
          const last = (status: number): number =>
            Math.max(-Infinity, ...before.filter(([, one]) => one === status).map(([at]) => at));
          const outage = last(503) > -Infinity && last(503) >= Math.max(last(200), last(404));
          const copy = now - last(200) <= 30 * DAY_MS;
          /** Every hour of the past: which version was served, and may the crawler still have it? */
          const hours: number[] = [];
          const look = (at: number): void => {
            const isFresh = now - at <= grace * HOUR_MS || (outage && copy);
            if (isFresh && at >= last(200) - SECOND_MS) hours.push(at);
          };
          for (let at = now; at >= START_MS - 90 * DAY_MS; at -= HOUR_MS) look(at);
          // In the second of a change, it may have got the version before.
          look(last(200) - SECOND_MS);
          const served: readonly (number | undefined)[] = hours.map(
            (at) => list.filter((one) => one.at <= at).sort((a, b) => b.at - a.at)[0]?.at,
          );
          const known = [...new Set(served.filter((one) => one !== undefined))].sort((a, b) => a - b);
          expect(held.versions.map(({ fromMs }) => fromMs)).toEqual(known);
          expect(held.mayBeUnknown).toBe(served.includes(undefined));
          expect(held.isUnreachable).toBe(outage && !copy);
          expect(held.isUnavailable).toBe(last(404) > -Infinity && last(404) >= last(200) && now - last(404) <= DAY_MS);
        },
      ),
    ));

  it("cutting a log into files, in any order of the files, changes no row", () =>
    fc.assert(
      fc.asyncProperty(versions, visits, fc.array(fc.nat(25), { maxLength: 3 }), async (list, log, cuts) => {
        const history = modelHistory(list);
        const events = eventsIn(logOf(log));
        const at = [0, ...[...cuts].sort((a, b) => a - b), events.length];
        const pieces = at.slice(1).map((end, i) => events.slice(at[i], end));
        const shown = ({
          rows,
        }: {
          rows: readonly { verdict: string; url: string; request: { timeMs: number }; line: number }[];
        }) => rows.map(({ verdict, url, request, line }) => `${request.timeMs} ${line} ${url} ${verdict}`).sort();
        expect(shown(await judgedFiles(pieces.reverse(), { history }))).toEqual(shown(judged(events, { history })));
      }),
    ));

  it("lines up to an hour late change no verdict", () =>
    fc.assert(
      fc.property(versions, visits, fc.infiniteStream(fc.integer({ min: 0, max: HOUR_MS })), (list, log, late) => {
        const history = modelHistory(list);
        const events = eventsIn(logOf(log));
        const written = events
          .map((event) => ({ event, at: event.request.timeMs + late.next().value! }))
          .sort((a, b) => a.at - b.at);
        const shown = (rows: readonly { verdict: string; line: number }[]) =>
          rows.map(({ verdict, line }) => `${line} ${verdict}`).sort();
        expect(
          shown(
            judged(
              written.map(({ event }) => event),
              { history },
            ).rows,
          ),
        ).toEqual(shown(judged(events, { history }).rows));
      }),
    ));

  it("a longer grace never adds a violation", () =>
    fc.assert(
      fc.property(versions, visits, fc.nat(48), fc.nat(48), (list, log, hours, more) => {
        const history = modelHistory(list);
        const events = eventsIn(logOf(log));
        const violations = (graceHours: number) =>
          judged(events, { history, graceHours })
            .rows.filter(({ verdict }) => verdict === "violation")
            .map(({ line }) => line);
        expect(violations(hours)).toEqual(expect.arrayContaining(violations(hours + more)));
      }),
    ));
});

it("a crawler's last fetch is found without reading all its fetches", () => {
  const fetches = new Fetches();
  let reads = 0;
  const placeAt = (second: number) => ({
    ...answered(second, 200),
    line: second,
    get timeMs() {
      reads++;
      return second * SECOND_MS;
    },
  });
  for (let second = 0; second < 10_000; second++) fetches.add("x", "seen", placeAt(second), false);
  reads = 0;
  expect(fetches.stateAt(["x"], 100 * SECOND_MS, false, "192.0.2.1").seen?.line).toBe(99);
  expect(reads).toBeLessThan(100);
});
