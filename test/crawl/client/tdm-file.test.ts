/** RobotsClient.tdmrep: the file of an origin about text and data mining, on request. */
import { describe, expect, it } from "vitest";
import { type Fetch, RobotsClient } from "../../../bindings/crawl/client/index.ts";

/** A client whose `fetch` answers /robots.txt with `robots` and the other URL with `answer`. */
function clientFor(answer: () => Response | Promise<Response>, robots = ""): { client: RobotsClient; asked: string[] } {
  const asked: string[] = [];
  const fetch: Fetch = async (url, { headers }) => {
    asked.push(`${url} ${new Headers(headers).get("accept")}`);
    return url.endsWith("/robots.txt") ? new Response(robots) : answer();
  };
  return { client: new RobotsClient({ agent: "ExampleBot", fetch }), asked };
}

const url = "https://h.example/.well-known/tdmrep.json";

describe("tdmrep", () => {
  it("fetches the file after robots.txt, as JSON", async () => {
    const { client, asked } = clientFor(() => new Response('[{"location":"/","tdm-reservation":1}]'));
    expect(await client.tdmrep("https://h.example/page?x")).toEqual({
      url,
      status: "found",
      httpStatus: 200,
      body: '[{"location":"/","tdm-reservation":1}]',
    });
    expect(asked).toEqual(["https://h.example/robots.txt text/plain, */*;q=0.1", `${url} application/json`]);
  });

  it.each([
    [404, "missing"],
    [410, "missing"],
    [301, "failed"],
    [403, "failed"],
    [503, "failed"],
  ])("status %i: %s", async (httpStatus, status) => {
    const { client } = clientFor(() => new Response(null, { status: httpStatus }));
    expect(await client.tdmrep("https://h.example/")).toEqual({ url, status, httpStatus });
  });

  it("is not requested if robots.txt disallows it", async () => {
    const { client, asked } = clientFor(() => new Response("[]"), "User-agent: *\nDisallow: /.well-known/\n");
    expect(await client.tdmrep("https://h.example/")).toEqual({ url, status: "refused" });
    expect(asked).toHaveLength(1);
  });

  it("a failure of the network and a file that is too long are answers", async () => {
    const broken = clientFor(() => Promise.reject(new Error("reset")));
    expect(await broken.client.tdmrep("https://h.example/")).toMatchObject({ status: "failed", error: "reset" });
    const endless = clientFor(() => new Response("x".repeat(600_000)));
    expect(await endless.client.tdmrep("https://h.example/")).toMatchObject({
      status: "failed",
      error: "more than 512000 bytes",
    });
  });

  it("a call can be aborted", async () => {
    const { client } = clientFor(() => new Response("[]"));
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(client.tdmrep("https://h.example/", { signal })).rejects.toThrow("stop");
  });
});
