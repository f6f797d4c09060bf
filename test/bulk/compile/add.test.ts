/** Adding to an archive: what replaces its origins, and what never turns a refusal into permission. */
import { describe, expect, it } from "vitest";
import { type Compiled, compiled } from "./compiled.ts";
import { response } from "./warc.ts";

const url = "https://a.example/robots.txt";
const day = (number: number): string => `2026-03-0${number}T00:00:00Z`;
const refusing = (pattern: string): string => `User-agent: *\nDisallow: ${pattern}\n`;

/** The paths among these that are refused, "all" without rules that refuse all. */
function refusedBy({ archive }: Compiled, origin = "https://a.example"): string {
  const rules = archive.find(origin)?.rules;
  return ["/1", "/2", "/other"].filter((path) => rules?.isAllowed(path) === false).join(" ");
}

const captured = (date: string, ...rest: [status: number, body?: string]): Buffer => response(url, date, ...rest);
const ofWarc = (...records: Buffer[]) => compiled({ warcs: [Buffer.concat(records)] });

describe("captures", () => {
  it.each<[string, Buffer, Buffer, string]>([
    [
      "a later file replaces an earlier",
      captured(day(1), 200, refusing("/1")),
      captured(day(2), 200, refusing("/2")),
      "/2",
    ],
    [
      "an earlier file replaces nothing",
      captured(day(2), 200, refusing("/2")),
      captured(day(1), 200, refusing("/1")),
      "/2",
    ],
    [
      "of one second the added counts",
      captured(day(1), 200, refusing("/1")),
      captured(day(1), 200, refusing("/2")),
      "/2",
    ],
    ["a later 404 allows", captured(day(1), 200, refusing("/1")), captured(day(2), 404), ""],
    ["a later outage refuses", captured(day(1), 200, refusing("/1")), captured(day(2), 503), "/1 /2 /other"],
    ["an earlier outage changes nothing", captured(day(2), 200, refusing("/1")), captured(day(1), 503), "/1"],
    ["a file after an outage counts", captured(day(1), 503), captured(day(2), 200, refusing("/2")), "/2"],
    [
      "a later redirect into nothing refuses",
      captured(day(1), 404),
      response(url, day(2), 301, "", ["Location: /r"]),
      "/1 /2 /other",
    ],
  ])("%s", async (_, before, after, refused) => {
    const { bytes } = await ofWarc(before);
    expect(refusedBy(await compiled({ warcs: [after], added: bytes }))).toBe(refused);
  });

  const yes = captured(day(1), 200, "User-agent: *\nDisallow:\n");
  const no = (date: string): Buffer => captured(date, 200, refusing("/"));
  const both = (...records: Buffer[]): Buffer => Buffer.concat(records);
  const longOutage = both(
    ...["01-25", "02-04", "02-14", "02-24", "03-05"].map((on) => captured(`2026-${on}T00:00:00Z`, 503)),
  );
  it.each<[string, Buffer, Buffer]>([
    ["an outage after an older copy", no(day(3)), both(yes, captured(day(5), 503))],
    ["an outage in the archive after an older copy", both(yes, captured(day(5), 503)), no(day(3))],
    ["a long outage in the archive, within which there was a file", longOutage, no("2026-03-03T00:00:00Z")],
    ["a 304 of an older copy", no(day(3)), both(yes, captured(day(5), 304))],
    ["a 304 in the archive of an older copy", both(yes, captured(day(5), 304)), no(day(3))],
  ])("%s never allows what the other input may refuse", async (_, before, after) => {
    const { bytes } = await ofWarc(before);
    const { archive } = await compiled({ warcs: [after], added: bytes });
    const found = archive.find("https://a.example");
    expect(found).toMatchObject({ status: "unreachable", verdict: "refused" });
    expect(found!.rules.isAllowed("/1")).toBe(false);
  });

  it.each(["rfc9309", "google", "google2019", "koster1996", "norobots1996"])(
    "an outage of 40 days never allows what the archive refuses: %s",
    async (policy) => {
      const { bytes } = await compiled({ warcs: [captured("2026-01-01T00:00:00Z", 200, refusing("/"))], policy });
      const outage = ["01-02", "01-12", "01-22", "02-01", "02-11"].map((on) => captured(`2026-${on}T00:00:00Z`, 503));
      const { archive } = await compiled({ warcs: [Buffer.concat(outage)], added: bytes, policy });
      expect(archive.find("https://a.example")!.rules.isAllowed("/1")).toBe(false);
    },
  );
});

describe("files", () => {
  const folder = (pattern: string) => [{ "a.example": refusing(pattern) }];

  it("replace everything, and captures do not replace them", async () => {
    const { bytes } = await ofWarc(captured(day(1), 200, refusing("/1")));
    const withFile = await compiled({ folders: folder("/2"), added: bytes });
    expect(refusedBy(withFile)).toBe("/2");
    const withCapture = await compiled({ warcs: [captured(day(9), 404)], added: withFile.bytes });
    expect(refusedBy(withCapture)).toBe("/2");
    expect(refusedBy(await compiled({ folders: folder("/1"), added: withCapture.bytes }))).toBe("/1");
  });
});

it("other origins stay; an archive and nothing else is the same, byte by byte", async () => {
  const before = await compiled({ folders: [{ "b.example": refusing("/1"), "https/c.example": refusing("/2") }] });
  expect((await compiled({ added: before.bytes })).bytes.equals(before.bytes)).toBe(true);
  const after = await compiled({ warcs: [captured(day(1), 200, refusing("/1"))], added: before.bytes });
  expect(after.archive.size).toBe(3);
  expect(["https://b.example", "https://c.example"].map((origin) => refusedBy(after, origin))).toEqual(["/1", "/2"]);
});

it("files of two folders, one added to the other, are those of both together", async () => {
  const [one, two] = [
    { "a.example": refusing("/1"), "b.example": "" },
    { "a.example": refusing("/2"), "c.example": "" },
  ];
  const { bytes: added } = await compiled({ folders: [one] });
  const [both, inTurn] = await Promise.all([compiled({ folders: [one, two] }), compiled({ folders: [two], added })]);
  expect(inTurn.bytes.equals(both.bytes)).toBe(true);
});

describe("refuses", () => {
  it.each([
    ["an archive of another crawler", { agents: ["OtherBot"] }],
    ["of another dialect", { dialect: "google" as const }],
    ["of another policy", { policy: "google" }],
  ])("%s", async (_, more) => {
    const { bytes } = await compiled({ folders: [{ "a.example": "" }], ...more });
    await expect(compiled({ added: bytes })).rejects.toThrow("expected an archive of {");
  });

  it("a damaged one, at every byte", async () => {
    const { bytes } = await compiled({ folders: [{ "a.example": refusing("/1") }] });
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 4;
      await expect(compiled({ added: damaged }), `${at}`).rejects.toMatchObject({ code: "ERR_INPUT" });
    }
  });
});
