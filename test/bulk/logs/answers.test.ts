/** What an answer to /robots.txt proves: of the file, of the client that got it, or nothing (docs/logs.md). */
import { STATUS_CODES } from "node:http";
import { describe, expect, it } from "vitest";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { type ModelVersion, modelVerdict, type Visit } from "./model.ts";
import { combined, eventsIn, historyOf, judged } from "./replayed.ts";

const CLOSED = historyOf({ "robots.txt": "User-agent: *\nDisallow: /\n" });
const BOT = "ExampleBot/1.0 (+https://bot.example)";
const [FETCH, PAGE] = ["2026-11-05T00:00:00Z", "2026-11-05T00:00:10Z"];

interface Answer {
  readonly status: number;
  readonly target?: string;
  readonly agent?: string;
  readonly address?: string;
  readonly bytes?: number;
}

/** The verdict on a page that ExampleBot fetches at 192.0.2.1 after the answers. */
function verdictAfter(...answers: readonly Answer[]): string {
  const log = answers.map(({ status, target = "/robots.txt", agent = BOT, address = "192.0.2.1", bytes }, i) =>
    combined(FETCH.replace("00Z", `0${i}Z`), target, agent, { status, address, ...(bytes !== undefined && { bytes }) }),
  );
  const { rows } = judged(eventsIn(log.join("") + combined(PAGE, "/a", BOT)), { history: CLOSED });
  return rows[0]?.verdict ?? "allowed";
}

describe("every status, to the same client and to others", () => {
  const isAsked = (status: number): boolean =>
    `${status}` in STATUS_CODES || [444, 499].includes(status) || status % 50 === 0 || status % 100 === 99;
  const statuses = Array.from({ length: 600 }, (_, status) => status).filter((one) => sized(isAsked(one), true));
  const verdictsOf = (more: Partial<Answer>): Record<string, number[]> => {
    const verdicts = new Map(statuses.map((status) => [status, verdictAfter({ status, ...more })]));
    return Object.fromEntries(
      ["allowed", "after-error", "unknown-version"].map((verdict) => [
        verdict,
        statuses.filter((status) => verdicts.get(status) === verdict),
      ]),
    );
  };
  const redirects = statuses.filter((status) => status >= 300 && status < 400 && status !== 304);
  const successes = statuses.filter((status) => status > 200 && status < 300 && status !== 206);
  const failures = statuses.filter((status) => status >= 500 && status !== 501 && status !== 505);
  it("to the same client", () =>
    expect(verdictsOf({})).toEqual({
      allowed: [401, 403, 404, 410, 451],
      "after-error": [444, ...failures],
      "unknown-version": [...successes, ...redirects],
    }));
  it("to another client of its name", () =>
    expect(verdictsOf({ address: "198.51.100.9" })).toEqual({
      allowed: [404, 410],
      "after-error": [444, ...failures],
      "unknown-version": successes,
    }));
  it("to a client of another name: only that there is no file", () =>
    expect(verdictsOf({ agent: "OtherBot/1.0" })).toEqual({
      ...{ allowed: [404, 410], "after-error": [], "unknown-version": [] },
    }));
  it("of other URLs, all of one status: nothing", () => {
    const targets = ["/robots.txt?x", "/robots.txt?", "/%72obots.txt", "/robots.txt/", "//robots.txt", "/ROBOTS.TXT"];
    const wrong = statuses.filter((status) => {
      const answers = targets.map((target) => ({ status, target, agent: "OtherBot/1.0" }));
      return verdictAfter(...answers) !== "violation";
    });
    expect(wrong).toEqual([]);
  });
});

describe("an answer about another host, whatever the log says that the client named, proves nothing of this one", () => {
  const page = combined(PAGE, "/a", BOT);
  it.each([
    // A server takes the host of an absolute URL before the Host header (RFC 9112 §3.2.2).
    ["shop.example", "http://other.example/robots.txt"],
    ["shop.example", "https://other.example:8443/robots.txt"],
    // Not a host, so the server answers as whatever host it likes.
    ["x@shop.example", "/robots.txt"],
    ["shop.example/", "/robots.txt"],
    ["shop.example:8080", "/robots.txt"],
  ])("Host: %s, GET %s", (host, target) => {
    const log = `${host} ${combined(FETCH, target, "OtherBot/1.0", { status: 404 })}shop.example ${page}`;
    expect(judged(eventsIn(log), { history: CLOSED }).rows.map(({ verdict }) => verdict)).toEqual(["violation"]);
  });
  it.each([
    ["shop.example", "/robots.txt"],
    ["SHOP.example.", "/robots.txt"],
    ["shop.example:80", "/robots.txt"],
    ["shop.example", "http://shop.example/robots.txt"],
  ])("Host: %s, GET %s is this one", (host, target) => {
    const log = `${host} ${combined(FETCH, target, "OtherBot/1.0", { status: 404 })}shop.example ${page}`;
    expect(judged(eventsIn(log), { history: CLOSED }).rows).toEqual([]);
  });
});

it("an answer counts if only the target names the host, as in logs of AWS load balancers", () => {
  const alb = (time: string, path: string, status: number): string =>
    `https ${time} app/x 192.0.2.1:1 - 0 0 0 ${status} - 3 5 "GET https://shop.example:443${path} HTTP/1.1" "${BOT}" - -\n`;
  const verdictsAfter = (status: number): string[] =>
    judged(eventsIn(alb(FETCH, "/robots.txt", status) + alb(PAGE, "/a", 200)), { history: CLOSED }).rows.map(
      ({ verdict }) => verdict,
    );
  expect([404, 503, 200].map(verdictsAfter)).toEqual([[], ["after-error"], ["violation"]]);
});

describe("an answer that was not the version", () => {
  const { length } = "User-agent: *\nDisallow: /\n";
  it.each([
    ["1 KiB larger", length + 1024, "unknown-version"],
    ["a byte less: some logs count the header fields", length + 1023, "violation"],
    ["smaller: answers are compressed", 5, "violation"],
  ])("%s", (_, bytes, verdict) => expect(verdictAfter({ status: 200, bytes })).toBe(verdict));
  it.each([
    ["a 200 of the version ends it", { status: 200, bytes: length }, "violation"],
    ["a 304 does not", { status: 304, bytes: 0 }, "unknown-version"],
    ["a 200 of another crawler does not", { status: 200, agent: "OtherBot/1.0" }, "unknown-version"],
    ["a 200 without a byte does not", { status: 200, bytes: 0 }, "unknown-version"],
  ] as [string, Answer, string][])("%s", (_, next, verdict) => {
    expect(verdictAfter({ status: 200, bytes: 9000 }, next)).toBe(verdict);
    expect(verdictAfter({ status: 301 }, next)).toBe(verdict);
  });
  it("a redirect and what it led to, in one second", () => {
    const log = combined(FETCH, "/robots.txt", BOT, { status: 301 }) + combined(FETCH, "/", BOT);
    expect(judged(eventsIn(log), { history: CLOSED }).rows.map(({ verdict }) => verdict)).toEqual(["unknown-version"]);
  });
});

it.each(["0", "-"])(
  "a client that left before it got a byte has not read the file: nginx and Apache write %s",
  (none) => {
    const history = historyOf({
      "2026-11-01T000000Z.txt": "User-agent: *\nDisallow: /cart\n",
      "2026-11-05T000000Z.txt": "User-agent: *\nDisallow: /\n",
    });
    const log =
      combined("2026-11-05T01:00:00Z", "/robots.txt", BOT, { bytes: 0 }).replace(" 0 ", ` ${none} `) +
      combined("2026-11-05T01:00:02Z", "/a", BOT);
    expect(judged(eventsIn(log), { history }).rows.map(({ verdict }) => verdict)).toEqual(["grace"]);
  },
);

it("a client that got no byte of an empty file holds it, also in an outage", () => {
  const history = historyOf({ "2026-11-01T000000Z.txt": "", "2026-11-05T000000Z.txt": "User-agent: *\nDisallow: /\n" });
  const log =
    combined("2026-11-04T01:00:00Z", "/robots.txt", BOT, { bytes: 0 }) +
    combined("2026-11-06T01:00:00Z", "/robots.txt", BOT, { status: 503 }) +
    combined("2026-11-08T01:00:00Z", "/a", BOT);
  expect(judged(eventsIn(log), { history }).rows.map(({ verdict }) => verdict)).toEqual(["grace"]);
});

it("a 404 for somebody with a false name says that there was no file too", () => {
  const lists = { "gptbot.json": '{"creationTime":"2026-11-05","prefixes":["192.0.2.0/24"]}' };
  const log =
    combined(FETCH, "/robots.txt", "GPTBot/1.3", { status: 404, address: "198.51.100.9" }) + combined(PAGE, "/a", BOT);
  expect(judged(eventsIn(log), { history: CLOSED, lists }).rows).toEqual([]);
});

it("of more clients than are kept, nobody is accused", () => {
  const many = Array.from({ length: 65_537 }, (_, i) =>
    combined(FETCH, "/robots.txt", BOT, { status: 403, address: `198.${51 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}` }),
  );
  const log = many.join("") + combined(PAGE, "/a", BOT, { address: "203.0.113.1" });
  expect(judged(eventsIn(log), { history: CLOSED }).rows.map(({ verdict }) => verdict)).toEqual(["unknown-version"]);
});

/** A few days, so that all rules meet. */
const START_MS = Date.UTC(2026, 10, 1);
const moment = fc.oneof(
  fc.nat({ max: 500 }).map((step) => START_MS + step * 7_200_000),
  fc.nat({ max: 90 }).map((second) => START_MS + second * 1000),
);
const versions = fc.uniqueArray(
  fc.record({ at: moment, refuses: fc.subarray(["/a", "/b", "/"]), padding: fc.constantFrom(0, 3000) }),
  { minLength: 1, maxLength: 4, selector: ({ at }) => at },
);
const status = fc.constantFrom(
  200,
  200,
  200,
  200,
  304,
  301,
  308,
  204,
  206,
  401,
  403,
  404,
  410,
  429,
  444,
  451,
  499,
  400,
  500,
  501,
  503,
  505,
  0,
);
const visit = fc.record({
  at: moment,
  target: fc.constantFrom("/robots.txt", "/robots.txt", "/robots.txt?x", "/a", "/b", "/c"),
  status,
  bytes: fc.constantFrom(0, 5, 100, 1100, 3000, 9000),
  bot: fc.constantFrom("OneBot", "GPTBot", "Googlebot", "Googlebot-Image"),
  address: fc.constantFrom("192.0.2.1", "192.0.2.2", "198.51.100.1"),
});
const nameOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "")}Z.txt`;

it("over random logs, each request has the verdict of a model that looks at the whole log", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(versions, fc.array(visit, { maxLength: 25 }), (list, log) => {
      const texts = list.map(({ refuses, padding }) =>
        ["User-agent: *", ...refuses.map((path) => `Disallow: ${path}`), `#${"x".repeat(padding)}`].join("\n"),
      );
      const known: ModelVersion[] = list.map((one, i) => ({ ...one, bytes: texts[i]!.length }));
      const sorted: Visit[] = [...log].sort((a, b) => a.at - b.at);
      const lines = sorted.map(({ at, target, bot, ...more }) =>
        combined(new Date(at).toISOString(), target, `${bot}/1.0`, more),
      );
      const { rows } = judged(eventsIn(lines.join("")), {
        history: historyOf(Object.fromEntries(list.map(({ at }, i) => [nameOf(at), texts[i]!]))),
        lists: { "gptbot.json": '{"creationTime":"2026-11-20","prefixes":["192.0.2.0/24"]}' },
      });
      const expected = sorted.flatMap((one, i) => {
        const verdict = one.target.startsWith("/robots.txt") ? undefined : modelVerdict(one, sorted, known);
        if (verdict !== undefined) seen.add(verdict);
        return verdict === undefined ? [] : [`${i + 1} ${verdict}`];
      });
      expect(rows.map(({ line, verdict }) => `${line} ${verdict}`).sort()).toEqual(expected.sort());
    }),
    { numRuns: 500 },
  );
  expect([...seen].sort()).toEqual(["after-error", "grace", "spoofed", "unknown-version", "violation"]);
});
