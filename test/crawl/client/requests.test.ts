/** What the client decides is what `fetch` requests, whoever is asked: the client, its rules, one URL or many. */
import { describe, expect, it } from "vitest";
import {
  type DecisionRecord,
  type Fetch,
  memoryStore,
  policies,
  RobotsClient,
  type SkippedUrl,
} from "../../../bindings/crawl/client/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const BODY = "User-agent: *\nDisallow: /private\n";
const fetch = async (): Promise<Response> => new Response(BODY);

describe.each(policies)("under the policy $name", (policy) => {
  const client = new RobotsClient({ agent: "ExampleBot", fetch, policy });

  itEach<[title: string, url: string, allowed: boolean]>(
    "%s: the client and its rules agree",
    async (_, url, allowed) => {
      const { rules } = await client.get(url);
      const ofClient = [await client.isAllowed(url), (await client.explain(url)).allowed];
      const ofRules = [rules.isAllowed(url), rules.isAllowed(new URL(url)), rules.explain(url).allowed];
      expect([...ofClient, ...ofRules]).toEqual(Array(5).fill(allowed));
      const bytes = new TextEncoder().encode(url);
      const many = [await client.isAllowedMany([url]), rules.isAllowedMany([url]), rules.isAllowedMany([bytes])];
      expect(many).toEqual(Array(3).fill(Uint8Array.of(Number(allowed))));
    },
  );

  it("paths and lines are read the same way", async () => {
    const { rules } = await client.get("https://a.example/");
    expect([rules.isAllowed("/x/../private"), rules.isAllowed("/x\\..\\private")]).toEqual([false, false]);
    const lines = new TextEncoder().encode("https://a.example/x/../private\r\n/\n/private\nhttp://x;y.example/private");
    expect(rules.isAllowedLines(lines)).toEqual(Uint8Array.of(0, 1, 0, 0));
  });
});

itEach<[rule: string, url: string, allowed: boolean]>(
  "an empty query, which browsers request and Node's fetch does not: the rules have to allow both: %s, %s: %s",
  async (rule, url, allowed) => {
    const body = `User-agent: *\n${rule}\n`;
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => new Response(body) });
    const { rules } = await client.get(url);
    const verdicts = [
      await client.isAllowed(url),
      (await client.explain(url)).allowed,
      (await client.isAllowedMany([url]))[0] === 1,
      rules.isAllowed(url),
      rules.isAllowed(new URL(url)),
      rules.explain(url).allowed,
      rules.isAllowedMany([url])[0] === 1,
      rules.isAllowedLines(new TextEncoder().encode(url))[0] === 1,
    ];
    expect(verdicts).toEqual(Array(8).fill(allowed));
    const recorded: boolean[] = [];
    const onDecision = ({ allowed }: DecisionRecord): void => void recorded.push(allowed);
    const recording = new RobotsClient({ agent: "ExampleBot", fetch: async () => new Response(body), onDecision });
    expect([await recording.isAllowed(url), ...(await recording.isAllowedMany([url]))]).toEqual([allowed, +allowed]);
    expect(recorded).toEqual([allowed, allowed]);
  },
);

describe("a batch", () => {
  const clientOf = (options: object = {}): RobotsClient => new RobotsClient({ agent: "ExampleBot", fetch, ...options });
  const LINKS = [
    "https://a.example/",
    "mailto:a@b.example",
    "https://a.example/private",
    "cart",
    "",
    "javascript:void 0",
  ];

  it("answers 0 for elements that cannot be decided, and reports each", async () => {
    const skipped: SkippedUrl[] = [];
    const verdicts = await clientOf().isAllowedMany(LINKS, { onSkip: (one) => skipped.push(one) });
    expect(verdicts).toEqual(Uint8Array.of(1, 0, 0, 0, 0, 0));
    expect(skipped.map(({ index, url }) => [index, url])).toEqual([1, 3, 4, 5].map((i) => [i, LINKS[i]]));
    for (const { error } of skipped) expect(error).toBeInstanceOf(TypeError);
  });

  it("answers 0 for them without a listener too", async () => {
    expect(await clientOf().isAllowedMany(LINKS)).toEqual(Uint8Array.of(1, 0, 0, 0, 0, 0));
  });

  it("answers 0 for elements of other types", async () => {
    const codes: unknown[] = [];
    const onSkip = ({ error }: SkippedUrl): unknown => codes.push((error as { code?: unknown }).code);
    const urls = [7, undefined, null, {}, "https://a.example/"] as never[];
    expect(await clientOf().isAllowedMany(urls, { onSkip })).toEqual(Uint8Array.of(0, 0, 0, 0, 1));
    expect(codes).toEqual(Array(4).fill("ERR_INVALID_ARG_TYPE"));
  });

  it("can be a Set, a Map's keys or a generator", async () => {
    const urls = ["https://a.example/", "https://a.example/private"];
    const iterables = [
      new Set(urls),
      new Map(urls.map((url) => [url, 1])).keys(),
      (function* () {
        yield* urls;
      })(),
    ];
    for (const iterable of iterables) expect(await clientOf().isAllowedMany(iterable)).toEqual(Uint8Array.of(1, 0));
  });

  it("records decisions of decidable elements only", async () => {
    const records: DecisionRecord[] = [];
    await clientOf({ onDecision: (one: DecisionRecord) => records.push(one) }).isAllowedMany(LINKS);
    expect(records.map(({ url }) => url)).toEqual([LINKS[0], LINKS[2]]);
  });
});

describe("explain", () => {
  it("names the rule, its line and its group", async () => {
    const client = new RobotsClient({ agent: "ExampleBot", fetch });
    expect(await client.explain("https://a.example/x/../private")).toMatchObject({
      url: "https://a.example/private",
      allowed: false,
      reason: "rule",
      rule: { directive: "disallow", pattern: "/private", line: 2 },
      agent: "*",
      access: { status: "success", verdict: "rules" },
    });
    expect(await client.explain("https://a.example/")).toMatchObject({ allowed: true, reason: "no-match" });
  });

  it.each([
    [404, true, "unavailable"],
    [503, false, "unreachable"],
  ])("names the policy where it decides: %i", async (status, allowed, access) => {
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => new Response("", { status }) });
    const explanation = await client.explain("https://a.example/x");
    expect(explanation).toMatchObject({ allowed, reason: "policy", access: { status: access, httpStatus: status } });
    expect(explanation.rule).toBeUndefined();
    expect(await client.explain("https://a.example/robots.txt")).toMatchObject({ allowed: true });
  });
});

describe("refresh, invalidate and seed", () => {
  /** A client, the requests that it made, and what its origin answers. */
  function setUp() {
    const state = { body: BODY, requests: [] as (string | null)[], now: Date.UTC(2026, 10, 21) };
    const answer = async (_: string, { headers }: RequestInit): Promise<Response> => {
      const etag = new Headers(headers).get("if-none-match");
      state.requests.push(etag);
      if (etag === JSON.stringify(state.body)) return new Response(null, { status: 304 });
      return new Response(state.body, { headers: { etag: JSON.stringify(state.body) } });
    };
    state.body = "Disallow";
    const client = new RobotsClient({ agent: "ExampleBot", fetch: answer, clock: () => state.now });
    return { state, client };
  }

  it("refresh fetches although what is known is fresh, and asks whether it still holds", async () => {
    const { state, client } = setUp();
    await client.get("https://a.example/");
    expect((await client.refresh("https://a.example/")).access.httpStatus).toBe(304);
    state.body = "User-agent: *;Disallow: /";
    expect(await client.isAllowed("https://a.example/x")).toBe(true);
    expect((await client.refresh("https://a.example/")).access.httpStatus).toBe(200);
    expect(state.requests).toEqual([null, '"Disallow"', '"Disallow"']);
  });

  it("concurrent refreshes of one origin share a fetch", async () => {
    const { state, client } = setUp();
    await Promise.all(Array.from({ length: 10 }, () => client.refresh("https://a.example/")));
    expect(state.requests).toHaveLength(1);
  });

  it("a refresh that fails keeps the copy", async () => {
    let status = 200;
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => new Response(BODY, { status }) });
    await client.get("https://a.example/");
    status = 503;
    const { access, rules } = await client.refresh("https://a.example/");
    expect([access.status, access.verdict, rules.isAllowed("/private")]).toEqual(["unreachable", "rules", false]);
  });

  it("invalidate forgets the file, its validators and the outage", async () => {
    const { state, client } = setUp();
    await client.get("https://a.example/");
    await client.get("https://b.example/");
    await client.invalidate("https://a.example/any/path");
    await client.get("https://a.example/");
    await client.get("https://b.example/");
    expect(state.requests).toEqual([null, null, null]);
  });

  it("seed decides without a fetch, for as long as the policy says", async () => {
    const { state, client } = setUp();
    const seeded = await client.seed("https://a.example/", BODY);
    expect([seeded.access.status, seeded.rules.isAllowed("/private")]).toEqual(["success", false]);
    expect(await client.isAllowed("https://a.example/private")).toBe(false);
    expect(state.requests).toEqual([]);
    state.now += 86_400_000;
    await client.isAllowed("https://a.example/private");
    expect(state.requests).toEqual([null]);
  });

  it("seed refuses a body that is neither text nor bytes", async () => {
    const { client } = setUp();
    await expect(client.seed("https://a.example/", {} as string)).rejects.toMatchObject({
      code: "ERR_INVALID_ARG_TYPE",
    });
  });
});

describe("the record says", () => {
  const bodyOf = (body: string) => async (): Promise<Response> => new Response(body);

  it("that the file was longer than the limit", async () => {
    const records: DecisionRecord[] = [];
    const body = `User-agent: *\n${"# filler\n".repeat(60_000)}Disallow: /private\n`;
    const onDecision = (one: DecisionRecord): unknown => records.push(one);
    const client = new RobotsClient({ agent: "ExampleBot", fetch: bodyOf(body), onDecision });
    expect(await client.isAllowed("https://a.example/private")).toBe(true);
    expect([records[0]!.truncated, (await client.get("https://a.example/")).truncated]).toEqual([true, true]);
    const whole = new RobotsClient({ agent: "ExampleBot", fetch: bodyOf(body), maxBytes: 1_000_000, onDecision });
    expect(await whole.isAllowed("https://a.example/private")).toBe(false);
    expect([records[1]!.truncated, (await whole.get("https://a.example/")).truncated]).toEqual([undefined, false]);
  });

  itEach<[body: string, expected: boolean]>("that the body looks like HTML: %j", async (body, expected) => {
    const client = new RobotsClient({ agent: "ExampleBot", fetch: bodyOf(body) });
    expect((await client.get("https://a.example/")).looksLikeHtml).toBe(expected);
  });

  it("the licences that apply to the crawler, also when the file comes out of the store", async () => {
    const body =
      "License: https://a.example/all.xml\nUser-agent: ExampleBot\nLicense: https://a.example/bot.xml\nDisallow: /x\n";
    const store = memoryStore();
    const of = (agent: string, fetch: Fetch): RobotsClient => new RobotsClient({ agent, userAgent: "x", store, fetch });
    const none = async (): Promise<Response> => new Response(null, { status: 503 });
    for (const [agent, license] of [
      ["ExampleBot", "bot"],
      ["OtherBot", "all"],
    ] as const) {
      for (const fetch of [bodyOf(body), none]) {
        const { licenses, rules } = await of(agent, fetch).get("https://a.example/");
        expect([licenses, rules.licenses]).toEqual(Array(2).fill([`https://a.example/${license}.xml`]));
      }
    }
    expect((await of("DownBot", none).get("https://a.example/")).licenses).toEqual([]);
  });
});
