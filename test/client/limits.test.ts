/** Time limits hold whatever a `fetch` does, and a `fetch` that returns no Response is an error. */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { type Fetch, RobotsClient } from "../../bindings/client/index.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("one attempt takes no longer than bodyTimeoutMs", () => {
  it("if the body is an endless row of empty chunks, and timers fire meanwhile", async () => {
    const body = (): ReadableStream => new ReadableStream({ pull: (one) => one.enqueue(new Uint8Array()) });
    const client = new RobotsClient({
      agent: "ExampleBot",
      fetch: async () => new Response(body()),
      bodyTimeoutMs: 100,
    });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    const { access } = await client.get("https://a.example/");
    clearInterval(timer);
    expect([access.status, access.error]).toEqual(["unreachable", "timeout: body"]);
    expect(ticks).toBeGreaterThan(0);
  });

  it("if every redirect is slow", async () => {
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      await pause(60);
      return new Response(null, { status: 302, headers: { location: `/${++requests}` } });
    };
    const client = new RobotsClient({ agent: "ExampleBot", fetch, firstByteTimeoutMs: 150, bodyTimeoutMs: 150 });
    const { access } = await client.get("https://a.example/");
    expect([access.status, access.error]).toEqual(["unreachable", "timeout: body"]);
    expect(requests).toBeLessThanOrEqual(3);
  });
});

describe("a fetch that returns no Response rejects with what was expected", () => {
  it.each<[string, unknown, string]>([
    ["text", "User-agent: *", "fetch: expected it to return a Response; got string: return new Response(text)"],
    ["nothing", undefined, "fetch: expected it to return a Response; got undefined"],
    ["null", null, "fetch: expected it to return a Response; got null"],
    ["bytes", new Uint8Array(3), "fetch: expected it to return a Response; got Uint8Array"],
    ["another object", { status: 200, text: "User-agent: *" }, "fetch: expected it to return a Response; got object"],
    [
      "a response of node-fetch",
      { status: 200, headers: new Headers(), body: Readable.from([]) },
      "fetch: expected it to return a Response; got object whose body is not a ReadableStream",
    ],
  ])("%s", async (_, value, message) => {
    for (const fetch of [async () => value, () => value]) {
      const client = new RobotsClient({ agent: "ExampleBot", fetch: fetch as Fetch });
      const error = { name: "TypeError", message, code: "ERR_INVALID_ARG_TYPE" };
      await expect(client.isAllowed("https://a.example/")).rejects.toMatchObject(error);
      await expect(client.get("https://a.example/")).rejects.toMatchObject(error);
    }
  });
});
