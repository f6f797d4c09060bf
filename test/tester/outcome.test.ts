/** What a fetch means: who decides, and what the banner says. */
import { describe, expect, it } from "vitest";
import type { LiveRobots } from "../../bindings/cli/fetch-robots.ts";
import { lint } from "../../bindings/owners/lint/index.ts";
import { outcomeOf } from "../../tester/outcome.ts";

const live = (given: Partial<LiveRobots>): LiveRobots => ({
  url: "https://shop.example/robots.txt",
  status: "success",
  verdict: "rules",
  httpStatus: 200,
  redirects: [],
  headers: { "content-type": "text/plain" },
  body: "User-agent: *\nDisallow: /cart\n",
  ...given,
});

/** As the page asks. */
const findingsOf = ({ body, headers, redirects, url }: LiveRobots) =>
  body === undefined ? [] : lint(body, { url, response: { contentType: headers["content-type"] ?? null, redirects } });

const missing = (httpStatus: number): LiveRobots =>
  live({ status: "unavailable", verdict: "allowed", httpStatus, errorCode: "status" });
const failing = (errorCode: NonNullable<LiveRobots["errorCode"]>, httpStatus?: number): LiveRobots => {
  const { httpStatus: _, body: __, ...rest } = live({ status: "unreachable", verdict: "refused", errorCode });
  return httpStatus === undefined ? rest : { ...rest, httpStatus };
};

describe("the outcome of a fetch", () => {
  it.each<[string, LiveRobots, string, string]>([
    ["200", live({}), "file", "Fetched https://shop.example/robots.txt"],
    ["404", missing(404), "allow", "HTTP 404: there is no robots.txt"],
    ["403", missing(403), "allow", "HTTP 403: the server refuses to show the file"],
    ["503", failing("status", 503), "refuse", "HTTP 503: crawlers stop while this lasts"],
    [
      "a name without an address",
      failing("dns"),
      "nothing",
      "shop.example has no address (DNS): is the name spelt right?",
    ],
    ["a challenge", failing("challenge", 403), "refuse", "A firewall asks for a proof of being human"],
    ["a redirect to nowhere", failing("bad-redirect", 301), "refuse", "The server redirects to nowhere"],
    ["no listener", failing("refused"), "refuse", "Nothing answers at shop.example"],
    ["no certificate", failing("tls"), "refuse", "No secure connection to shop.example"],
    ["a damaged body", failing("coding", 200), "refuse", "The file is damaged or compressed in an unknown way"],
    ["anything else", failing("network"), "refuse", "shop.example could not be reached"],
    ["a timeout", failing("first-byte-timeout"), "refuse", "shop.example does not answer in time"],
    ["a body that ends early", failing("reset"), "refuse", "The connection ended before the file did"],
    ["an address that is not asked", failing("address"), "nothing", "This address is not asked"],
    [
      "HTML",
      live({ body: "<!doctype html>\n<html>", headers: { "content-type": "text/html" } }),
      "file",
      "The file is an HTML page, not a robots.txt",
    ],
    [
      "another type",
      live({ headers: { "content-type": "application/octet-stream" } }),
      "file",
      "The Content-Type is application/octet-stream",
    ],
    [
      "a long file",
      live({ body: "Disallow: /x\n".repeat(50_000) }),
      "file",
      expect.stringMatching(/^The file has more than 512.?000 bytes; crawlers may ignore it from here on$/),
    ],
    [
      "another host",
      live({ redirects: ["https://www.shop.example/robots.txt"] }),
      "file",
      "The file comes from another host: www.shop.example",
    ],
  ])("%s", (_, given, decides, title) => {
    const outcome = outcomeOf(given, true, findingsOf(given));
    expect(outcome.decides).toBe(decides);
    expect(outcome.notes[0]!.title).toEqual(title);
    if (decides !== "file") expect(outcome.because).not.toBe("");
  });

  it.each([
    ["403", "try curl, or your browser", true],
    ["404", "try curl", false],
    ["401", "try curl", true],
    ["410", "try curl", false],
    // Google alone stops.
    ["429", "try curl", true],
  ])("%s: says that a firewall may be the reason: %s", (status, words, says) =>
    expect(outcomeOf(missing(Number(status))).notes[0]!.text.includes(words)).toBe(says),
  );

  it("names another file only if there was one", () => {
    expect(outcomeOf(missing(404)).notes[0]!.text).toContain("the file you had open");
    expect(outcomeOf(missing(404), false).notes[0]!.text).not.toContain("the file you had open");
  });

  it("says what Google does with 429, which the standard reads as no rules", () => {
    expect(outcomeOf(missing(429)).notes[0]!.text).toContain("Google alone treats 429 as a failing server");
  });

  it("shows no code of OpenSSL and no raw time", () => {
    const error =
      "write EPROTO C0B7:error:0A000410:SSL routines:ssl3_read_bytes:tlsv1 alert:ssl/record/rec_layer_s3.c:1586:";
    const { short, details } = outcomeOf({ ...failing("tls"), error, expiresAt: "2026-11-28T15:00:00.000Z" });
    expect(short).toBe("write EPROTO");
    expect(JSON.stringify(details)).not.toMatch(/:error:|T15:00/);
  });

  it.each([
    [[], undefined],
    [["https://shop.example/r.txt"], undefined],
    [["https://www.shop.example/a", "https://shop.example/r.txt"], undefined],
    [["http://shop.example/robots.txt"], "http://shop.example"],
    [["https://shop.example/a", "https://www.shop.example/robots.txt"], "www.shop.example"],
  ])("the file has moved after %j to %s", (redirects, movedTo) =>
    expect(outcomeOf(live({ redirects })).movedTo).toBe(movedTo),
  );

  it("shows the redirects and the headers", () => {
    const { details } = outcomeOf(live({ redirects: ["https://shop.example/r.txt"], headers: { server: "x" } }));
    expect(details).toContainEqual(["Redirect 1", "https://shop.example/r.txt"]);
    expect(details).toContainEqual(["server", "x"]);
  });
});
