/** Stored entries decode to what was encoded, or to nothing. */
import { describe, expect, it } from "vitest";
import { encodeEntry } from "../../../bindings/core/access/entry.ts";
import { decodeEntry, memoryStore, RobotsClient, rfc9309 } from "../../../bindings/crawl/client/index.ts";
import { tablesOf } from "../../support/tables.ts";
import { NOW } from "./access-cases.ts";
import { attempt, BODY } from "./pure.ts";

const { itEach } = tablesOf(import.meta.url);

describe("stored entries", () => {
  const entry = attempt(rfc9309, NOW, "http://a.example/robots.txt", [{ code: 200, headers: { etag: '"v1"' } }]).entry;
  const bytes = encodeEntry(entry);

  it("decode to what was encoded, rules included", () => {
    const { copy, ...state } = decodeEntry(bytes)!;
    expect(state).toEqual((({ copy: _, ...rest }) => rest)(entry));
    expect([copy!.rules.isAllowed("/private"), copy!.rules.isAllowed("/"), copy!.etag]).toEqual([false, true, '"v1"']);
  });

  it("decode to nothing if a byte is changed, the end is missing or the bytes are foreign", () => {
    for (let i = 0; i < bytes.length; i++) {
      expect(decodeEntry(bytes.with(i, bytes[i]! ^ 1)), `byte ${i}`).toBeUndefined();
      expect(decodeEntry(bytes.subarray(0, i)), `length ${i}`).toBeUndefined();
    }
    for (const foreign of [undefined, null, "text", new Uint8Array(100)]) expect(decodeEntry(foreign)).toBeUndefined();
  });

  it("of the version before decode to nothing: their rules may come from bodies that are not read any more", () => {
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("RWE3");
    const older = bytes.slice();
    older[3] = "1".charCodeAt(0);
    expect(decodeEntry(older)).toBeUndefined();
  });

  it("keep the code of a failure", () => {
    const { entry } = attempt(rfc9309, NOW, "http://a.example/robots.txt", [{ code: 503 }]);
    expect(decodeEntry(encodeEntry(entry))).toMatchObject({ errorCode: "status", httpStatus: 503 });
  });

  itEach<Record<string, unknown>>("of a wrong form are fetched again: %j", async (part) => {
    const state = { status: "unreachable", redirects: [], fetchedAtMs: NOW, expiresAtMs: NOW + 1000, failures: 1 };
    const get = (): Uint8Array => encodeEntry({ ...state, ...part } as never);
    expect(decodeEntry(get())).toBeUndefined();
    const store = { get, set: () => undefined, delete: () => undefined };
    const fetch = async (): Promise<Response> => new Response(BODY);
    const client = new RobotsClient({ agent: "ExampleBot", store, fetch, clock: () => NOW });
    expect(await client.isAllowed("http://a.example/private")).toBe(false);
    expect(await client.isAllowed("http://a.example/")).toBe(true);
  });

  it("that are corrupt are fetched again, as if the store failed", async () => {
    const memory = memoryStore(1_000);
    const broken = {
      get: () => Promise.reject(new Error("down")),
      set: () => Promise.reject(new Error("down")),
      delete: () => undefined,
    };
    const foreign = { ...memory, get: () => new Uint8Array(50) };
    for (const store of [broken, foreign]) {
      const fetch = async (): Promise<Response> => new Response(BODY);
      const client = new RobotsClient({ agent: "ExampleBot", store, fetch, storeTimeoutMs: 50 });
      expect(await client.isAllowed("http://a.example/private")).toBe(false);
    }
  });
});
