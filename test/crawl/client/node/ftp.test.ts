/** ftp: over a client that takes the place of basic-ftp. What a server sees: test/slow/crawl/client/node/ftp.test.ts. */
import type { Writable } from "node:stream";
import { expect, it } from "vitest";
import { fetchFtp } from "../../../../bindings/crawl/client/node/ftp.ts";

const settings = { isAllowed: () => true, lookup: undefined, connectTimeoutMs: 10_000 };

/** A response to a file whose transfer ends so after its last byte, and the paths that were asked for. */
async function fetched(path: string, end: (done: () => void, failed: (error: Error) => void) => void) {
  const paths: string[] = [];
  class Client {
    async access(): Promise<void> {}
    downloadTo(to: Writable, asked: string): Promise<void> {
      paths.push(asked);
      to.end("User-agent: *\n");
      return new Promise((done, failed) => to.once("end", () => end(done, failed)));
    }
    close(): void {}
  }
  return { paths, response: await fetchFtp({ Client }, new URL(path, "ftp://192.0.2.1"), settings) };
}

it("asks for the path without its escapes", async () => {
  const { paths, response } = await fetched("/a%20b/robots.txt", (done) => done());
  expect(paths).toEqual(["a b/robots.txt"]);
  expect(await response.text()).toBe("User-agent: *\n");
});

it("a file is not whole if the server says so after its last byte", async () => {
  const { response } = await fetched("/robots.txt", (_, failed) => setImmediate(failed, new Error("426")));
  await expect(response.text()).rejects.toThrow("426");
});
