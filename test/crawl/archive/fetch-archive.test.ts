/** A whole archive over HTTP, as an edge worker opens it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchArchive } from "../../../bindings/crawl/archive/index.ts";
import { archiveOf, byRules } from "./build.ts";

const archive = await archiveOf([{ host: "a.example", state: byRules("User-agent: *\nDisallow: /private") }]);
const server = createServer((request, response) => {
  const end = request.url === "/cut" ? -10 : undefined;
  if (request.url === "/gone") response.writeHead(404);
  response.end(archive.subarray(0, end));
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it("decides by an archive that it fetched", async () => {
  for (const url of [`${origin}/rules`, new URL(`${origin}/rules`)]) {
    const found = (await fetchArchive(url, { agent: "ExampleBot" })).find("https://a.example/private");
    expect(found?.rules.isAllowed("/private")).toBe(false);
  }
});

it("opens nothing that is cut, missing or compiled for something else", async () => {
  const codeOf = (path: string, options = {}): Promise<string> =>
    fetchArchive(`${origin}${path}`, options).then(
      () => "opened",
      ({ code, message }) => `${code} ${message}`,
    );
  expect(await codeOf("/cut")).toMatch(/^ERR_ARCHIVE /);
  expect(await codeOf("/gone")).toBe(`ERR_INPUT url: expected status 200; got 404 for ${origin}/gone`);
  expect(await codeOf("/rules", { agent: "OtherBot" })).toMatch(/^ERR_ARCHIVE /);
});

it("stops an answer that is longer than maxBytes", async () => {
  let sent = 0;
  const endless = {
    pull(stream: ReadableStreamDefaultController): void {
      sent++;
      stream.enqueue(new Uint8Array(1000));
    },
  };
  const fetch = async (): Promise<Response> => new Response(new ReadableStream(endless));
  const fetching = fetchArchive("https://b.example/rules", { fetch, maxBytes: 5000 });
  await expect(fetching).rejects.toThrow("url: expected at most 5000 bytes; got more");
  expect(sent).toBeLessThan(10);
});

it("requests nothing with a wrong option, and uses the fetch that it is given", async () => {
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url);
    return new Response(archive.slice());
  };
  // @ts-expect-error: a misspelt name
  await expect(fetchArchive("https://b.example/rules", { fetch, agnet: "x" })).rejects.toThrow("agent");
  await expect(fetchArchive("https://b.example/rules", { fetch, dialect: "bing" as never })).rejects.toThrow("dialect");
  expect(asked).toEqual([]);
  expect((await fetchArchive("https://b.example/rules", { fetch })).size).toBe(1);
  expect(asked).toEqual(["https://b.example/rules"]);
});
