/** Which origin a line has: the module answers as the URL parser does, and asks only what needs tables of Unicode. */
import { describe, expect, it } from "vitest";
import { urlOf } from "../../bindings/base/url.ts";
import fc from "../support/properties.ts";
import { sized } from "../support/sized.ts";
import { BulkHost } from "./bulk-host.ts";

/** A host of the module, and the origins whose rules it was asked for. */
function recording(spell?: () => string): { host: BulkHost; found: string[] } {
  const found: string[] = [];
  const missing = (origin: string): "allow" => {
    found.push(origin);
    return "allow";
  };
  return { host: new BulkHost({ missing, ...(spell && { spell }) }), found };
}

/** The origin of a line by the module, undefined if it is not a URL; and the origins that the host had to spell. */
function originOf(line: string): { origin: string | undefined; asked: string[] } {
  const { host, found } = recording();
  const verdict = host.decide(line);
  const asked = host.asked.filter(({ kind }) => kind === "origin");
  return {
    origin: verdict === "-" ? undefined : found[0],
    asked: asked.map(({ text }) => Buffer.from(text, "latin1").toString("utf8")),
  };
}

const parsed = (line: string): string | undefined => urlOf(line)?.origin;
const alone = (line: string) => ({ origin: parsed(line), asked: [] });

const hosts = `
  127.0.0.1 0x7f.1 2130706433 0177.0.0.1 127.1 0X7F000001 127.0.0.1. 0x 00.0x.0 1.2.3 4294967295 4294967296 256.1 1.256.1
  1.2.65535 1.2.65536 1.2.3.256 1.2.3.4.5 09 1.09 08.a a.1 a.0x1 a.0xg 1.a 0xzz 1..2 1.2.. 99999999999999999999 %31%32%37.1
  0.0.0.0x100 [::1] [::] [1::] [0:0::1] [1:0:0:2:0:0:0:3] [1:0:0:2:3:0:0:4] [1:2:3:4:5:6:7:8] [1:2:3:4:5:6:7::] [::2:3:4:5:6:7:8]
  [1:2:3:4:5:6:7:8::] [1:2:3:4:5:6:7:8:9] [::1:2:3:4:5:6:7:8] [1::2::3] [:1] [1:] [:::] [] [ [::1 ::1 [::1]x [::1]. [ABCD::0ef]
  [12345::] [::g] [::127.0.0.1] [::ffff:7f00:1] [1:2:3:4:5:6:1.2.3.4] [1:2:3:4:5:6:7:1.2.3.4] [::2:3:4:5:6:7:1.2.3.4] [::1.2.3]
  [::1.2.3.4.5] [::1.2.3.256] [::01.2.3.4] [::1.2.3.4:5] [::.1.2.3] [::1.2.3.] [::1%25eth0] [%31::] a[::1] [0:0:0:0:0:0:0:0]
  a.example A.Example a.example. a..example .a . .. a_b -a %61.example %41 a%2eexample %2e a%20b a%00 a%7f a%25 %2561 a%2Fb a%3Ab
  a%40b a%5B a%5Cb a%5Eb a%7Cb a%3Cb a%3Eb a%22b a%60b a%7Bb%7D % %4 %zz a'b a*b a~b!$&()+,= x--y xn- ${"a".repeat(300)}
`
  .trim()
  .split(/\s+/);
const ports = ": :80 :443 :8080 :0 :000 :00080 :65535 :65536 :99999999999999999999 :a :8a :-1 ::1".split(" ");
const users = "u@ u:p@ @ a@b@ u:p:q@ %40@ [::1]@ :@ ü@".split(" ");

const lines = [
  ...hosts.flatMap((host) => [`http://${host}`, `HTTPS://u@${host}:8080`]),
  ...ports.flatMap((port) => ["a.example", "[::1]", "127.1"].map((host) => `http://${host}${port}`)),
  ...ports.map((port) => `https://a.example${port}`),
  ...users.flatMap((user) => [`http://${user}a.example`, `http://${user}`]),
];

/** The line, and the text that the host is asked about. */
const beyondAscii: readonly (readonly [line: string, asked: string | undefined])[] = [
  ["HTTP://u@BÜcher.Example:080", "http://bÜcher.example"],
  ["https://%C3%BC.example:0443", "https://ü.example"],
  ["https://XN--BCHER-KVA.example:8443", "https://xn--bcher-kva.example:8443"],
  ["http://a.%78n--bcher-kva", "http://a.xn--bcher-kva"],
  ["http://a%3C%CC%B8.example", "http://a<\u0338.example"],
  ["http://ü%2561", undefined],
  ["http://ü%40a.example", undefined],
  ["http://%ff.example", undefined],
  ["http://%EF%BF%BD.example", undefined],
  ["http://ü.example:65536", undefined],
];

describe("the origin of a line", () => {
  it.each(lines)("is that of the URL parser, and nobody is asked: %s", (line) => {
    expect(originOf(line)).toEqual(alone(line));
  });

  it.each(beyondAscii)("is that of the URL parser for %s, which is asked about %s", (line, asked) => {
    expect(originOf(line)).toEqual({ origin: parsed(line), asked: asked === undefined ? [] : [asked] });
  });

  it("is none if bytes are UTF-8 only together with escapes: lines are decoded first", () => {
    const part = fc.constantFrom("%C3", "\xc3", "%A5", "\xa5", "%EF%BF", "\xbd", "%82", "\xf0\x9f", "a", ".");
    const host = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => `http://h${parts.join("")}`);
    let refused = 0;
    const property = fc.property(host, (line) => {
      const bytes = Buffer.from(line, "latin1");
      const isRefused = recording().host.decide(bytes) === "-";
      if (parsed(bytes.toString("utf8")) !== undefined) return;
      expect(isRefused, line).toBe(true);
      refused++;
    });
    fc.assert(property, { numRuns: 400, examples: [["http://h%C3\xa5A9"], ["http://h\xf0\x9f%82\xa5"]] });
    expect(refused).toBeGreaterThan(100);
  });

  it.each(["http://u@a.example", "http://%61.example", "http://ü.example", "http://a/b", "a.example"])(
    "is not the answer %s, which may mean another one",
    (answer) => expect(() => recording(() => answer).host.decide("http://é.example")).toThrow("INVALID_CALL"),
  );

  it.each(["http://a<b", "http://256.1", "http://a|b", "http://a:65536"])("is not the answer %s", (answer) => {
    expect(recording(() => answer).host.decide("http://é.example")).toBe("-");
  });

  it("is that of the URL parser for hosts of any such parts", () => {
    const part = fc.constantFrom(..."a B 0x 7f 255 256 08 0 : :: [ ] %31 %2e %5b xn-- ü 。 １ .".split(" "));
    const host = fc
      .array(part, { minLength: 1, maxLength: 7 })
      .chain((parts) => fc.constantFrom("", ".", ":").map((between) => parts.join(between)));
    const url = fc.tuple(
      fc.constantFrom("http://", "hTTps://u@", "http://["),
      host,
      fc.constantFrom("", "]", ...ports),
    );
    fc.assert(
      fc.property(url, (parts) => {
        const line = parts.join("");
        const { origin, asked } = originOf(line);
        // Labels beyond ASCII that a parser maps to ASCII are refused.
        expect(origin).toBe(asked.length > 0 && origin === undefined ? undefined : parsed(line));
      }),
      { numRuns: sized(300, 20_000, 100) },
    );
  });
});

/** A text of RFC 3492 §7.1 or one that parsers read in two ways, and what a host of the module answers. */
const answers: readonly (readonly [asked: string, answer: string, isTaken: boolean, why: string])[] = [
  ["xn--shop-", "shop", false, "Punycode of nothing but ASCII is not shop"],
  ["xn--shop-", "xn--shop-", false, "nor is it a label that all parsers accept"],
  ["xn--", "", false, "no Punycode at all"],
  ["xn---", "-", false, "a hyphen without letters before it"],
  ["xn--bcher-kva", "xn--bcher-kva", true, ""],
  ["xn--bcher-kva", "bcher", false, "a label in ASCII stays as it is"],
  ["XN--BCHER-KVA", "xn--bcher-kva", true, ""],
  ["xn--bcher-kv!", "xn--bcher-kv!", false, "a digit that Punycode does not have"],
  ["xn--99999999", "xn--99999999", false, "a number above 2^28"],
  ["bücher", "xn--bcher-kva", true, ""],
  ["bücher", "shop", false, "a label beyond ASCII cannot become one in ASCII"],
  ["bücher.shop", "xn--bcher-kva.evil", false, "another label changed"],
  ["bücher.shop", "xn--bcher-kva", false, "a label less"],
  ["bücher。shop", "xn--bcher-kva.shop", true, ""],
  ["bücher．shop｡", "xn--bcher-kva.shop.", true, ""],
  ["ａ", "a", false, "full width"],
  ["０x7f.1", "0x7f.1", false, "an address in full width"],
  ["bücher.1", "xn--bcher-kva.1", false, "ends in a number, so it would be an address"],
  ["straße", "xn--strae-oqa", true, ""],
  ["STRAẞE", "xn--strae-oqa", false, "ẞ is ss in Unicode 15.0 and ß in 15.1"],
  ["STRAẞE", "strasse", false, "the same"],
  ["a\u04c0", "xn--a-c2b", false, "a letter whose lower case is younger than 15.0"],
  ["xn--7xb", "xn--7xb", false, "U+088F of Unicode 17"],
  ["موقع", "xn--4gbrim", true, ""],
  ["موقع.a-1", "xn--4gbrim.a-1", true, ""],
  ["موقع.1a", "xn--4gbrim.1a", false, "RFC 5893 §2: a digit first beside a right-to-left label"],
  ["1א", "xn--1-0hc", false, "the same in one label"],
  ["אa", "xn--a-zhc", false, "two directions in one label"],
  ["xn--b6902716a", "xn--b6902716a", false, "2^32 more than xn--zfa, which is ň"],
  ["xn---02b", "xn---02b", false, "a hyphen that stands behind no letter"],
  ["क\u200d", "xn--11b478i", false, "a joiner last"],
  ["\u200dक", "xn--11b378i", false, "a joiner first"],
  ["شركةالاتصالاتالعربية", "xn--mgbaaaagbgec4ei3at8d5htaed7j", true, ""],
  ["אבגדהוזחטיכלמנסעפצקרשת", "xn--4dbcdefghijkwm0a2apq8azbtuvw", true, ""],
  ["אב-", "xn----zhcd", false, "RFC 5893 §2: a hyphen last"],
  ["日本語のなまえ", "xn--r8j7cl9dy019acvb2w6i", true, ""],
  ["日本語ӀのÅ", "xn--5ca71rgv6cgy7bzlbtz6h", false, "one character of several is in doubt"],
  ["xn--a-5md5371agy8bzlbtz6h", "xn--a-5md5371agy8bzlbtz6h", false, "the same in Punycode"],
  ["क्\u200dष", "xn--11b2ezcw70k", true, ""],
  ["क्\u200d\u200dष", "xn--11b2ezcw70ka", false, "two joiners in a row"],
];

describe("what a host of the module says of a name is checked", () => {
  it.each(answers)("%s is %s: %s %s", (asked, answer, isTaken) => {
    const { host } = recording(() => (answer === "" ? "" : `http://${answer}`));
    expect(host.decide(`http://${asked}/`)).toBe(isTaken ? "1" : "-");
  });

  it("takes names of several alphabets, as letters and as Punycode (RFC 3492)", () => {
    const letters = fc.constantFrom(..."бгджфюя中国日本語한국의ประเทศไทยभारतñüabc019-");
    const label = fc.string({ unit: letters, minLength: 1, maxLength: 30 }).map((text) => `б${text}я`);
    fc.assert(
      fc.property(label, (text) => {
        const host = parsed(`http://${text}.example`)?.slice("http://".length);
        fc.pre(host !== undefined);
        expect(originOf(`http://${text}.example`).origin).toBe(`http://${host}`);
        expect(originOf(`http://${host}`).origin).toBe(`http://${host}`);
      }),
      { numRuns: sized(300, 20_000, 100) },
    );
  });

  it.each(["https://xn--bcher-kva", "http://xn--bcher-kva:8080", "http://xn--bcher-kva:443"])(
    "not %s for http://bücher",
    (answer) => {
      expect(recording(() => answer).host.decide("http://bücher/")).toBe("-");
    },
  );
});
