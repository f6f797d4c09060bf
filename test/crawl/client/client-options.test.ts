/** What the client refuses when it is made, and what changes the keys of its entries. */
import { describe, expect, it } from "vitest";
import { type ClientOptions, google, RobotsClient, rfc9309, type Store } from "../../../bindings/crawl/client/index.ts";
import { resolveAgent } from "../../../bindings/owners/agents/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

describe("a product token is refused, with what to pass", () => {
  itEach<[title: string, agent: string]>("a product token is refused, with what to pass: %s", (_, agent) => {
    for (const policy of ["rfc9309", "google"] as const) {
      expect(() => new RobotsClient({ agent: ["ExampleBot", agent], policy })).toThrow(
        `agent: expected a product token such as "ExampleBot"; resolveAgent of robots-wasm/agents finds it in a User-Agent header; got ${JSON.stringify(agent)}`,
      );
    }
    expect(codeOf(() => new RobotsClient({ agent }))).toBe("ERR_INVALID_ARG_VALUE");
  });

  it.each(["ExampleBot", "ExampleBot/2.1", "*", "Example Bot", "a_b-c"])("not %j", (agent) => {
    expect(() => new RobotsClient({ agent, userAgent: "x" })).not.toThrow();
  });
});

describe("the result of resolveAgent", () => {
  it("gives the tokens and the default User-Agent header", async () => {
    const agent = resolveAgent("Mozilla/5.0 (compatible; Googlebot-Image/1.0)");
    const sent: string[] = [];
    const client = new RobotsClient({
      agent,
      fetch: async (_, init) => {
        sent.push(new Headers(init?.headers).get("user-agent")!);
        return new Response("User-agent: Googlebot\nDisallow: /\nUser-agent: *\nAllow: /\n");
      },
    });
    expect(await client.isAllowed("https://shop.example/")).toBe(false);
    expect(sent).toEqual(["Googlebot-Image"]);
  });

  it.each([[{ tokens: [] }], [{ tokens: undefined }], [{ tokens: [1] }], [{}], [null]])("not %j", (agent) =>
    expect(codeOf(() => new RobotsClient({ agent: agent as never }))).toBe("ERR_INVALID_ARG_TYPE"),
  );
});

describe("options of a wrong kind have a code", () => {
  it.each<[object, string]>([
    [{ agent: 7 }, "ERR_INVALID_ARG_TYPE"],
    [{ agent: [] }, "ERR_INVALID_ARG_TYPE"],
    [{ agent: "x", policy: "gogle" }, "ERR_INVALID_ARG_VALUE"],
    [{ agent: "x", policy: 7 }, "ERR_INVALID_ARG_TYPE"],
    [{ agent: "x", policy: { ...rfc9309, outage: undefined } }, "ERR_INVALID_ARG_TYPE"],
    [{ agent: "x", concurrency: 0 }, "ERR_INVALID_ARG_VALUE"],
    [{ agent: "x", leaseMs: 2 ** 31 }, "ERR_INVALID_ARG_VALUE"],
    [{ agent: "x", userAgent: "日" }, "ERR_INVALID_ARG_VALUE"],
    [{ agent: "x", userAgent: 7 }, "ERR_INVALID_ARG_TYPE"],
    [{ agent: "x", fetch: "y" }, "ERR_INVALID_ARG_TYPE"],
    [{ agent: "x", addresses: "private" }, "ERR_INVALID_ARG_VALUE"],
    [{ agent: "x", addresses: "public" }, "ERR_INVALID_ARG_VALUE"],
    [{ agent: "x", store: {} }, "ERR_INVALID_ARG_TYPE"],
  ])("%j", (options, code) => expect(codeOf(() => new RobotsClient(options as ClientOptions))).toBe(code));

  it.each(["timeout", "timout", "timeoutMs"])("%s names the two that exist", (name) => {
    expect(() => new RobotsClient({ agent: "x", [name]: 5000 })).toThrow(
      `; got ${name}; did you mean firstByteTimeoutMs or bodyTimeoutMs?`,
    );
  });

  itEach<[string, object, string]>("a policy with a misspelt %s is refused", (_, part, path) => {
    const policy = { ...rfc9309, ...part } as ClientOptions["policy"] & object;
    expect(codeOf(() => new RobotsClient({ agent: "x", policy }))).toBe("ERR_INVALID_ARG_VALUE");
    expect(() => new RobotsClient({ agent: "x", policy })).toThrow(path);
  });

  it("a misspelt policy does not compile", () => {
    // @ts-expect-error: "gogle" is not the name of a policy.
    expect(() => new RobotsClient({ agent: "x", policy: "gogle" })).toThrow(RangeError);
  });
});

function codeOf(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe("entries of a shared store", () => {
  /** The key under which a client with these options keeps an origin. */
  async function keyOf(options: Partial<ClientOptions>): Promise<string> {
    const keys: string[] = [];
    const store: Store = { get: () => undefined, set: (key) => keys.push(key), delete: () => undefined };
    const fetch = async (): Promise<Response> => new Response("");
    await new RobotsClient({ agent: "ExampleBot", ...options, store, fetch }).get("https://a.example/");
    return keys[0]!;
  }

  it("are kept apart by all that changes the rules", async () => {
    const keys = await Promise.all(
      [
        {},
        { policy: google },
        { policy: { ...rfc9309, name: "rfc9309", dialect: "google" as const } },
        { maxBytes: 1_000_000 },
        { userAgent: "ExampleBot/1.0" },
        { userAgent: "ExampleBot/1.0:a" },
        { agent: "OtherBot", userAgent: "ExampleBot" },
        { agent: ["a", "b"], userAgent: "x" },
        { agent: "a,b", userAgent: "x" },
        { agent: ["a", "b:512000"], userAgent: "x" },
        { agent: ["a", "\ud800"], userAgent: "x" },
      ].map(keyOf),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("are shared by clients with the same settings", async () => {
    expect(await keyOf({ agent: ["ExampleBot"] })).toBe(await keyOf({ userAgent: "ExampleBot", maxBytes: 512_000 }));
  });
});
