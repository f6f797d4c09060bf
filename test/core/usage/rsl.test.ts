/** Licence documents of RSL 1.0, and what they state about a URL. */

import sax from "sax";
import { describe, expect, it } from "vitest";
import { parseRsl as parseWith, type RslDocument, rslStatements } from "../../../bindings/core/usage/index.ts";
import { parse, usageOf } from "../../../bindings/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const parseRsl = (text: string): RslDocument => parseWith(text, { xml: sax });
const rsl = (inside: string): string =>
  `<?xml version="1.0"?>\n<rsl xmlns="https://rslstandard.org/rsl" xmlns:x="https://x.example">${inside}</rsl>`;
const content = (license: string, url = "/"): string => `<content url="${url}"><license>${license}</license></content>`;

describe("parseRsl", () => {
  it("reads contents, licences, terms and payments", async () => {
    const document = parseRsl(
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
    expect(() => parseRsl(xml)).toThrow(expect.objectContaining(expected));
  });

  it.each(["<x>%</x>", "<content url='/a'/><x>%</x>", "<content url='/a'><x>%</x></content>"])(
    "content inside an unknown element permits nothing, and gives no other content its licence: %s",
    async (around) => {
      const { contents } = parseRsl(rsl(around.replace("%", content("<permits>all</permits>"))));
      expect(contents.filter(({ url }) => url === "/a").flatMap(({ licenses }) => licenses)).toEqual([]);
      expect(contents.at(-1)).toMatchObject({ url: "/", licenses: [{ unknown: true }] });
    },
  );

  it("the text and the attributes of an element are its own", async () => {
    const note = '<x:note type="geo" currency="EUR">ai-input</x:note>';
    const { contents } = parseRsl(
      `<rsl xmlns:x="https://x.example">${content(
        `<prohibits type="usage">ai-${note}train</prohibits><payment type="crawl"><amount currency="USD">1${note}2</amount></payment>`,
      )}</rsl>`,
    );
    expect(contents[0]!.licenses[0]).toEqual({
      permits: [],
      prohibits: [{ type: "usage", values: ["ai-train", "all"] }],
      payments: [{ types: ["crawl"], standard: [], custom: [], amount: { value: "12", currency: "USD" } }],
      unknown: true,
    });
  });

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
          rslStatements(parseRsl(pieces.join("")), "https://h/");
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
    rslStatements(parseRsl(rsl(xml)), url, documentUrl).map(
      ({ use, allowed, field }) => `${use} ${allowed ? "yes" : "no"} ${field}`,
    );

  itEach<[xml: string, ...expected: string[]]>("rslStatements: %s", async (xml, ...expected) =>
    expect(await stated(xml)).toEqual(expected),
  );

  it("paths are those of the host of the document", async () => {
    const xml = content("<prohibits>search</prohibits>");
    expect(await stated(xml, "https://h.example/", "https://h.example/l.xml")).toEqual(["search no rsl prohibits"]);
    expect(await stated(xml, "https://h.example/", "https://licences.example/l.xml")).toEqual([]);
  });

  describe("unknown elements, wherever they stand", () => {
    type Node = string | { readonly name: string; readonly attributes: string; readonly children: Node[] };
    const node = (name: string, attributes: string, ...children: Node[]): Node => ({ name, attributes, children });
    const textOf = (one: Node): string =>
      typeof one === "string"
        ? one
        : `<${one.name}${one.attributes}>${one.children.map(textOf).join("")}</${one.name}>`;
    const elementsIn = (one: Node): Exclude<Node, string>[] =>
      typeof one === "string" ? [] : [one, ...one.children.flatMap(elementsIn)];

    const uses = fc.subarray(["ai-train", "ai-input", "search", "ai-all", "all"]).map((words) => words.join(" "));
    const part = fc.oneof(
      uses.map((text) => node("permits", "", text)),
      uses.map((text) => node("prohibits", " type='usage'", text)),
      fc.constantFrom("permits", "prohibits").map((name) => node(name, " type='geo'", "DE")),
      fc.constantFrom(" type='free'", " type='crawl'").map((type) => node("payment", type)),
      fc.constantFrom("0", "5").map((amount) => node("payment", "", node("amount", "", amount))),
    );
    const license = fc.array(part, { maxLength: 4 }).map((parts) => node("license", "", ...parts));
    const contentOf = (url: string) =>
      fc.array(license, { maxLength: 2 }).map((licenses) => node("content", ` url='${url}'`, ...licenses));
    const document = fc
      .tuple(contentOf("/"), contentOf("/a/"))
      .map((contents) => node("rsl", " xmlns:x='https://x.example'", ...contents));
    const change = fc.record({ wraps: fc.boolean(), in: fc.nat(), at: fc.nat(), name: fc.constantFrom("x:y", "y") });

    /** Wraps a child of an element, or puts an element before it, into its text, or at the end. */
    function changed(
      root: Node,
      { wraps, in: number, at, name }: { wraps: boolean; in: number; at: number; name: string },
    ): void {
      const elements = elementsIn(root);
      const { children } = elements[number % elements.length]!;
      const place = at % (children.length + 1);
      const child = children[place];
      const unknown = (...inside: Node[]): Node => node(name, " type='geo'", ...inside);
      if (child === undefined) children.push(unknown());
      else if (wraps) children[place] = unknown(child);
      else if (typeof child !== "string") children.splice(place, 0, unknown());
      else
        children.splice(
          place,
          1,
          child.slice(0, at % (child.length + 1)),
          unknown(),
          child.slice(at % (child.length + 1)),
        );
    }

    it("never turn a refusal into something else, or anything into a permission", async () => {
      const read = async (root: Node): Promise<Map<string, boolean>> =>
        new Map(
          rslStatements(parseRsl(textOf(root)), "https://h.example/a/b").map(({ use, allowed }) => [use, allowed]),
        );
      await fc.assert(
        fc.asyncProperty(document, fc.array(change, { minLength: 1, maxLength: 5 }), async (root, changes) => {
          const before = await read(root);
          for (const one of changes) changed(root, one);
          const after = await read(root);
          for (const use of ["train-ai", "ai-input", "search"]) {
            if (before.get(use) === false) expect(after.get(use), `${use} in ${textOf(root)}`).toBe(false);
            if (after.get(use) === true) expect(before.get(use), `${use} in ${textOf(root)}`).toBe(true);
          }
        }),
        { numRuns: 1000 },
      );
    });
  });

  it("usageOf combines them with robots.txt: no wins, and each statement has its source", async () => {
    const { fields } = parse("User-agent: *\nContent-Signal: ai-train=yes\n").agent("ExampleBot");
    const document = parseRsl(rsl(content("<prohibits>ai-train</prohibits>")));
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
