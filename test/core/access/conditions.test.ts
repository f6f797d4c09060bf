/** Validators are sent back only if they can do no harm: they come from the origin, and from a store. */
import { describe, expect, it } from "vitest";
import { RobotsClient, rfc9309, type StoredEntry, start } from "../../../bindings/crawl/client/index.ts";
import { NOW } from "./access-cases.ts";
import { attempt, BODY } from "./pure.ts";

const URL = "http://a.example/robots.txt";
const { entry } = attempt(rfc9309, NOW, URL, [{ code: 200 }]);

function conditionsFor(part: { etag?: string; lastModified?: string }): Readonly<Record<string, string>> {
  const known: StoredEntry = { ...entry, copy: { ...entry.copy!, ...part } };
  const action = start(URL, known);
  return action.type === "request" ? action.headers : {};
}

describe("an ETag is sent back", () => {
  it.each(['"v1"', 'W/"v1"', '""', '"a,b"', '"\xe4"', "v1", "5f3-60a1b2", `"${"x".repeat(512)}"`])("%s", (etag) => {
    expect(conditionsFor({ etag })).toEqual({ "if-none-match": etag });
  });
});

describe("an ETag is left out", () => {
  it.each([
    ["with a line end, which would add a header", '"v1"\r\nx-injected: 1'],
    ["with a line end within quotes", '"v1\r\nx-injected: 1"'],
    ["with a bare LF", '"v1\n"'],
    ["with NUL", '"v1\0"'],
    ["with a control character", '"v1\x01"'],
    ["with DEL", '"v1\x7f"'],
    ["with a character that no header holds", '"v1日"'],
    ["with a space", '"v 1"'],
    ["that any file matches", "*"],
    ["that any file matches, in a list", '"v1", *'],
    ["of two", '"v1", "v2"'],
    ["that is empty", ""],
    ["with half its quotes", '"v1'],
    ["that servers refuse for its length", `"${"x".repeat(20_000)}"`],
  ])("%s", (_, etag) => expect(conditionsFor({ etag })).toEqual({}));
});

describe("Last-Modified", () => {
  const DATE = "Fri, 20 Nov 2026 00:00:00 GMT";
  it.each([DATE, "Friday, 20-Nov-26 00:00:00 GMT", "Fri Nov 20 00:00:00 2026"])("is sent back: %s", (lastModified) => {
    expect(conditionsFor({ lastModified })).toEqual({ "if-modified-since": lastModified });
  });

  it.each([
    [-1, true],
    [0, true],
    [86_400_000, true],
    [86_401_000, false],
  ])("is sent back unless it is a day after the response, for clocks differ: %i ms", (afterMs, isSent) => {
    const lastModified = new Date(NOW + afterMs).toUTCString();
    expect(conditionsFor({ lastModified })).toEqual(isSent ? { "if-modified-since": lastModified } : {});
  });

  it.each([`${DATE}\r\nx-injected: 1`, "yesterday", "", `${DATE}\0`, "Fri, 20 Nov 2099 00:00:00 GMT"])(
    "is left out: %j",
    (lastModified) => expect(conditionsFor({ lastModified })).toEqual({}),
  );
});

it.each(['"v1"\r\nx-injected: 1', '"\x01"', '"日"', "*"])(
  "an origin whose ETag is %j is asked again without it, and its new file decides",
  async (etag) => {
    let [now, body] = [NOW, "User-agent: *\nDisallow:\n"];
    const sent: string[][] = [];
    const fetch = async (_: string, { headers }: RequestInit): Promise<Response> => {
      // Throws for header values that no request can have.
      sent.push([...new Headers(headers).keys()]);
      const response = new Response(body);
      const received = [...response.headers, ["etag", etag]];
      return new Proxy(response, { get: (target, name) => (name === "headers" ? received : bound(target, name)) });
    };
    const client = new RobotsClient({ agent: "ExampleBot", clock: () => now, fetch });
    expect(await client.isAllowed("http://a.example/private")).toBe(true);
    [now, body] = [NOW + 2 * 86_400_000, BODY];
    expect(await client.isAllowed("http://a.example/private")).toBe(false);
    expect(sent).toHaveLength(2);
    expect(sent.flat().filter((name) => /if-|injected/.test(name))).toEqual([]);
  },
);

function bound(target: Response, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === "function" ? value.bind(target) : value;
}
