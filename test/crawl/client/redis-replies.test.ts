/** A connection to Redis that mixes up its replies is an outage of the store: nothing that it says counts. */
import { describe, expect, it } from "vitest";
import { RobotsClient, redisStore } from "../../../bindings/crawl/client/index.ts";
import { redisPaceStore } from "../../../bindings/crawl/pace/index.ts";

const BODY = "User-agent: *\nDisallow: /private\n";
const token = "a";
const bytes = Uint8Array.of(1, 2, 3);
const replying = (reply: unknown): { callBuffer: (command?: string) => Promise<unknown> } => ({
  callBuffer: async () => reply,
});
const ofAnotherCommand = { code: "ERR_STORED_ENTRY", message: expect.stringContaining("the reply to another command") };

describe("the reply to another command is refused", () => {
  it.each([
    ["get", 0, () => redisStore(replying(0)).get("k")],
    ["get", "text", () => redisStore(replying("PONG")).get("k")],
    ["set", "bytes", () => redisStore(replying(bytes)).set("k", bytes, 1000)],
    ["set", "nothing", () => redisStore(replying(null)).set("k", bytes, 1000)],
    ["delete", "bytes", () => redisStore(replying(bytes)).delete("k")],
    ["acquire", "bytes", () => redisStore(replying(bytes)).acquire("k", 1000, { token })],
    ["renew", "nothing", () => redisStore(replying(null)).renew("k", 1000, { token })],
    ["commit", "text", () => redisStore(replying("OK")).commit("k", bytes, 1000, { token })],
    ["release", "bytes", () => redisStore(replying(bytes)).release("k", { token })],
    ["hold of a pace", "bytes", () => redisPaceStore(replying(bytes)).hold("h.test", "x", 1000)],
    ["release of a pace", "nothing", () => redisPaceStore(replying(null)).release("h.test", "x", 0)],
  ])("%s: %s", async (_, __, call) => {
    await expect((async () => call())()).rejects.toMatchObject(ofAnotherCommand);
  });
});

describe("its own reply is taken", () => {
  it.each([
    ["bytes", bytes, bytes],
    ["nothing", null, undefined],
  ])("get: %s", async (_, reply, expected) => {
    expect(await redisStore(replying(reply)).get("k")).toEqual(expected);
  });

  it.each(["OK", Buffer.from("OK")])("set: %o", async (reply) => {
    await expect(redisStore(replying(reply)).set("k", bytes, 1000)).resolves.toBe(reply);
  });
});

describe("a crawler does without a connection that gives replies", () => {
  /** Each reply is that to the command before. */
  function shifted(): ReturnType<typeof replying> {
    let previous: unknown = null;
    return {
      callBuffer: async (command?: string) => {
        const reply = previous;
        previous = command === "GET" ? null : command === "EVAL" ? 1 : "OK";
        return reply;
      },
    };
  }

  it.each([
    ["to the command before", shifted(), []],
    ["of another kind", replying(bytes.buffer), [ofAnotherCommand]],
  ])("%s, and says so once", async (_, connection) => {
    const errors: unknown[] = [];
    const client = new RobotsClient({
      agent: "ExampleBot",
      store: redisStore(connection),
      storeTimeoutMs: 200,
      onStoreError: (error) => errors.push(error),
      fetch: async () => new Response(BODY),
    });
    expect(await client.isAllowed("https://a.test/private")).toBe(false);
    expect(await client.isAllowed("https://b.test/")).toBe(true);
    expect(errors).toMatchObject([ofAnotherCommand]);
  });
});

it("a connection that is in order again is used again", async () => {
  const replies: unknown[] = [bytes, "?", 1];
  const sent: string[] = [];
  const store = redisStore({
    callBuffer: async (command: string, word: string) => {
      sent.push(command);
      return replies.length > 0 ? replies.shift() : command === "ECHO" ? Buffer.from(word) : 1;
    },
  });
  const acquire = (): unknown => store.acquire("k", 1000, { token });
  await expect(acquire()).rejects.toMatchObject(ofAnotherCommand);
  await expect(acquire()).rejects.toMatchObject(ofAnotherCommand);
  await expect(acquire()).rejects.toMatchObject(ofAnotherCommand);
  expect(await acquire()).toBe(true);
  expect(await acquire()).toBe(true);
  expect(sent).toEqual(["EVAL", "ECHO", "ECHO", "ECHO", "EVAL", "EVAL"]);
});
