/** Licence documents of RSL 1.0, and what they state about a URL. */

import { describe, expect, it } from "vitest";
import { parse, usageOf } from "../../../bindings/index.ts";
import { parseRsl, rslStatements } from "../../../bindings/tools/usage/index.ts";
import fc from "../../support/properties.ts";

const rsl = (inside: string): string =>
  `<?xml version="1.0"?>\n<rsl xmlns="https://rslstandard.org/rsl">${inside}</rsl>`;
const content = (license: string, url = "/"): string => `<content url="${url}"><license>${license}</license></content>`;

describe("parseRsl", () => {
  it("reads contents, licences, terms and payments", async () => {
    const document = await parseRsl(
      rsl(`<content url="/images/*" server="https://l.example" encrypted="true" lastmod="2026-01-01">
        <schema>https://schema.example</schema>
        <license>
          <permits type="usage">Search ai-index</permits>
          <permits type="geo">DE FR</permits>
          <prohibits type="usage">ai-train,ai-input</prohibits>
          <payment type="subscription">
            <standard>https://s.example/terms</standard><custom>https://c.example</custom>
            <amount currency="USD">0.01</amount>
          </payment>
          <legal type="warranty">ownership</legal>
          <x:permits xmlns:x="https://other.example">ai-train</x:permits>
        </license>
        <license/>
      </content>`),
    );
    expect(document).toEqual({
      contents: [
        {
          url: "/images/*",
          server: "https://l.example",
          encrypted: true,
          lastModified: "2026-01-01",
          licenses: [
            {
              permits: [
                { type: "usage", values: ["search", "ai-index"] },
                { type: "geo", values: ["de", "fr"] },
              ],
              prohibits: [{ type: "usage", values: ["ai-train", "ai-input"] }],
              payments: [
                {
                  types: ["subscription"],
                  standard: ["https://s.example/terms"],
                  custom: ["https://c.example"],
                  amount: { value: "0.01", currency: "USD" },
                },
              ],
            },
            { permits: [], prohibits: [], payments: [] },
          ],
        },
      ],
    });
  });

  it.each([
    ["", "the element rsl"],
    ["<html/>", "the element rsl; got html"],
    ["not XML", "a licence document in XML"],
    ["<rsl><content></rsl>", "a licence document in XML"],
    ['<!DOCTYPE rsl [<!ENTITY a "b">]><rsl>&a;</rsl>', "a licence document without a DOCTYPE"],
    [rsl("&a;"), "a licence document in XML"],
    ["<rsl></rsl><content url='/'><license>", "one element rsl; got also content"],
    ["<rsl/><rsl/>", "one element rsl; got also rsl"],
    [rsl("<a>".repeat(100)), "at most 64 open elements"],
    [rsl("<a/>".repeat(30_000)), "at most 20000 elements"],
    [rsl(`<a ${Array.from({ length: 100 }, (_, i) => `a${i}="1"`).join(" ")}/>`), "at most 64 attributes"],
    [rsl(content(`<permits>${"a ".repeat(10_000)}</permits>`)), "at most 8192 characters in an element"],
    [rsl(" ".repeat(1_100_000)), "at most 1048576 characters"],
  ])("$0 is an error with a code: $1", async (xml, message) => {
    const expected = { code: "ERR_RSL", message: expect.stringContaining(`expected ${message}`) };
    await expect(parseRsl(xml)).rejects.toMatchObject(expected);
  });

  it.each(["<x>%</x>", "<content url='/a'/><x>%</x>", "<content url='/a'><x>%</x></content>"])(
    "content inside an unknown element is skipped, and gives no other content its licence: %s",
    async (around) => {
      const { contents } = await parseRsl(rsl(around.replace("%", content("<permits>all</permits>"))));
      expect(contents.flatMap(({ licenses }) => licenses)).toEqual([]);
    },
  );

  it("any text is read, or is an error with the code", async () => {
    const piece = fc.constantFrom(
      "<rsl>",
      "</rsl>",
      "<content url='/'>",
      "<license>",
      "<permits",
      ">",
      "x",
      "&",
      "<!--",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        try {
          rslStatements(await parseRsl(pieces.join("")), "https://h/");
        } catch (error) {
          expect(error).toMatchObject({ code: "ERR_RSL" });
        }
      }),
    );
  });
});

describe("rslStatements", () => {
  /** "use yes|no field". */
  const stated = async (xml: string, url = "https://h.example/a/b", documentUrl?: string): Promise<string[]> =>
    rslStatements(await parseRsl(rsl(xml)), url, documentUrl).map(
      ({ use, allowed, field }) => `${use} ${allowed ? "yes" : "no"} ${field}`,
    );

  it.each<[xml: string, ...expected: string[]]>([
    [
      content("<permits>search</permits><prohibits>ai-train</prohibits>"),
      "train-ai no rsl prohibits",
      "ai-input no rsl permits other uses",
      "search yes rsl permits",
    ],
    [content("<prohibits>ai-all</prohibits>"), "train-ai no rsl prohibits", "ai-input no rsl prohibits"],
    [
      content("<permits>all</permits><payment type='free'/>"),
      "train-ai yes rsl permits",
      "ai-input yes rsl permits",
      "search yes rsl permits",
    ],
    [
      content("<permits>ai-train search</permits><payment type='crawl'/>"),
      "train-ai no rsl permits on conditions",
      "ai-input no rsl permits other uses",
      "search no rsl permits on conditions",
    ],
    [
      content("<permits>search</permits><permits type='geo'>DE</permits>"),
      "train-ai no rsl permits other uses",
      "ai-input no rsl permits other uses",
      "search no rsl permits on conditions",
    ],
    [content("<payment type='free'/>")],
    [content("<permits type='user'>education</permits>")],
    // Another licence of the same content permits what the first does not list.
    [
      `<content url="/"><license><permits>search</permits></license><license><permits>ai-train</permits></license></content>`,
      "train-ai yes rsl permits",
      "ai-input no rsl permits other uses",
      "search yes rsl permits",
    ],
    // The longest path counts, as in robots.txt.
    [
      content("<prohibits>search</prohibits>") + content("<permits>all</permits>", "/a/"),
      "train-ai yes rsl permits",
      "ai-input yes rsl permits",
      "search yes rsl permits",
    ],
    [content("<prohibits>search</prohibits>", "/*/b$"), "search no rsl prohibits"],
    [content("<prohibits>search</prohibits>", "https://h.example/a"), "search no rsl prohibits"],
    [content("<prohibits>search</prohibits>", "https://other.example/a")],
    [content("<prohibits>search</prohibits>", "/A")],
    [content("<prohibits>search</prohibits>", "")],
  ])("%s", async (xml, ...expected) => expect(await stated(xml)).toEqual(expected));

  it("paths are those of the host of the document", async () => {
    const xml = content("<prohibits>search</prohibits>");
    expect(await stated(xml, "https://h.example/", "https://h.example/l.xml")).toEqual(["search no rsl prohibits"]);
    expect(await stated(xml, "https://h.example/", "https://licences.example/l.xml")).toEqual([]);
  });

  it("usageOf combines them with robots.txt: no wins, and each statement has its source", async () => {
    const { fields } = parse("User-agent: *\nContent-Signal: ai-train=yes\n").agent("ExampleBot");
    const document = await parseRsl(rsl(content("<prohibits>ai-train</prohibits>")));
    const statements = rslStatements(document, "https://h.example/");
    expect(usageOf(fields, "https://h.example/", "train-ai", { statements })).toMatchObject({
      allowed: false,
      reason: "conflict",
      source: "license",
      field: "rsl prohibits",
    });
  });

  it("misuse throws", () => {
    expect(() => rslStatements(null as never, "/")).toThrow("document: expected an object; got null");
  });
});
