/** assembly/spell/, function by function: canonical spelling (RFC 9309 §2.2.2), and where the path of a URL starts. */
import { describe, expect, it } from "vitest";
import { PATTERN_UPPER_CASE, URL_SHIFT, URL_UPPER_CASE } from "../../bindings/core/layout.ts";
import {
  below,
  charactersOf,
  EDGES,
  type Form,
  holds,
  letters,
  names,
  oneIn,
  pick,
  place,
  putDialect,
  putSet,
  Room,
  same,
  sameBytes,
  show,
  times,
  words,
} from "./memory.ts";
import { naiveCanonical, naiveIsUrl, naiveOrigin, naivePath, type Spelling } from "./models.ts";

const [TEXT, OUT, TABLE, DIALECT] = times(4, place) as [number, number, number, number];

/** What the sets of a dialect may hold (test/embed/scalar.test.ts). */
const SPECIAL = charactersOf("\0\x01\t\n \"#$%&'()*<>\\^`{|}~\x7f");
const BEYOND_ASCII = times(128, (i) => 0x80 + i);

describe.each(names)("%s: noncanonical.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("hasNoncanonical and noncanonicalIn find a byte of the set at every place, and none behind the end", () => {
    holds(1500, () => {
      const set = SPECIAL.filter(() => oneIn(4));
      const isBeyond = oneIn(2);
      putSet(room.bytes, TABLE, [], isBeyond);
      for (const byte of set) parts.addTo(TABLE, byte);
      const text = letters(pick([0, ...EDGES]), 99, "ab/?=.");
      if (text.length > 0 && oneIn(2)) text[below(text.length)] = pick([...SPECIAL, 0x80, 0xa5, 0xff]);
      const at = room.putAnywhere(TEXT, text, Buffer.of(set[0] ?? 0xff));
      const isIn = (byte: number): boolean => set.includes(byte) || (isBeyond && byte > 0x7f);
      const what = (): string => `${show(text)} by ${set}`;
      same(parts.hasNoncanonical(at, at + text.length, TABLE), Number(text.some(isIn)), what);
      const bits = [...room.slice(at, at + 16)].reduce((sum, byte, i) => sum | (Number(isIn(byte)) << i), 0);
      same(parts.noncanonicalIn(at, TABLE), bits, what);
    });
  });

  it("unusualIn finds a byte after another as well, such as a dot after a slash, where the module has SIMD", () => {
    putSet(room.bytes, TABLE, [0x25], false);
    holds(500, () => {
      const text = Buffer.concat([letters(15, 99, "ab/.%"), letters(20, 99, "ab/.%")]);
      const at = room.putAnywhere(TEXT, text) + 5;
      const bits = [...text.subarray(5, 21)].map(
        (byte, i) => byte === 0x25 || (name === "parts" && byte === 0x2e && text[i + 4] === 0x2f),
      );
      same(
        parts.unusualIn(at, TABLE, 0x2f, 0x2e),
        bits.reduce((sum, bit, i) => sum | (Number(bit) << i), 0),
        () => show(text),
      );
    });
  });

  it("addTo puts each ASCII byte into the table of nibbles, and takes none out", () => {
    const set: number[] = [];
    putSet(room.bytes, TABLE, [], false);
    for (const byte of [0x2a, 0x24, 0x25, 0x2a, 0x00, 0x7f, 0x0a]) {
      parts.addTo(TABLE, byte);
      set.push(byte);
      const wanted = Buffer.alloc(32);
      putSet(wanted, 0, set, false);
      sameBytes(room.slice(TABLE, TABLE + 32), wanted, () => `${set}`);
    }
  });

  it("hasNoncanonical takes a turn for each block", () => {
    putSet(room.bytes, TABLE, [0x2a], false);
    room.put(TEXT, letters(1600, 100));
    same(room.turns(() => parts.hasNoncanonical(TEXT, TEXT + 1600, TABLE)) <= 100, true, () => "turns");
  });
});

/** A random form: each byte is encoded, decoded, decoded in a query, or left. */
function randomForm(): Form {
  const some = (list: readonly number[], n: number): number[] => list.filter(() => oneIn(n));
  return {
    encode: [...some(SPECIAL, 3).filter((byte) => byte !== 0x25 && byte !== 0x2a), ...(oneIn(2) ? BEYOND_ASCII : [])],
    decode: some(charactersOf("AZaz09-._~*$/?\x01\x80\xff"), 2),
    decodeInQuery: some(charactersOf("/:?@a"), 2),
  };
}

describe.each(names)("%s: canonical.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;
  const PIECES = [
    ...["%2f", "%2F", "%3a", "%3A", "%41", "%61", "%7e", "%7E", "%80", "%fF", "%2a", "%24", "%00", "%3f", "%3F", "%40"],
    ...[
      "%",
      "%4",
      "%g1",
      "%1g",
      "%/f",
      "%:0",
      "%@0",
      "%`0",
      "%G0",
      "?",
      "?",
      "*",
      "**",
      "$",
      " ",
      "/",
      "\x80",
      "\xff",
      "\0",
      "~",
      "^",
    ],
    ...["a", "abc", "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnopq"],
  ];

  /** Writes a dialect with two forms, and returns how it spells URLs or patterns. */
  function putForms(isUrl: boolean): Spelling {
    const [pattern, url, wildcards, flags] = [randomForm(), randomForm(), oneIn(2), below(4)];
    const always = [0x25];
    const patternSpecial = [...always, ...(wildcards ? [0x2a] : []), ...pattern.encode];
    const urlSpecial = [...always, ...url.encode];
    const rest = { lineCapBytes: 0, token: [], names: [] };
    putDialect(room, DIALECT, { ...rest, flags, pattern, url, wildcards, urlSpecial, patternSpecial });
    if (isUrl) return { ...url, upperCase: (flags & URL_UPPER_CASE) !== 0, wildcards: false };
    return { ...pattern, upperCase: (flags & PATTERN_UPPER_CASE) !== 0, wildcards };
  }

  it.each([
    ["patterns", 0],
    ["URLs", URL_SHIFT],
  ])("canonicalise spells %s byte by byte, in both readings", (_, shift) => {
    holds(1200, () => {
      const form = putForms(shift === URL_SHIFT);
      const decodesQuery = oneIn(2);
      const text = words(below(pick([3, 6, 12])), PIECES);
      const at = room.putAnywhere(TEXT, text, Buffer.from(pick(["41", "?%41", "aaaa", "%2f"])));
      room.bytes.fill(0xee, OUT, OUT + 3 * text.length + 64);
      const got = parts.canonicalise(at, at + text.length, OUT, DIALECT, shift, Number(decodesQuery));
      const wanted = naiveCanonical(text.toString("latin1"), form, decodesQuery);
      const what = (): string => `${show(text)} by ${JSON.stringify({ form, decodesQuery })}`;
      const end = parts.endOf(got);
      sameBytes(room.slice(OUT, end), Buffer.from(wanted.text, "latin1"), what);
      same(parts.hasSecondReading(got), Number(wanted.isSecond), what);
      sameBytes(room.slice(end + 16, end + 32), Buffer.alloc(16, 0xee), () => `behind ${show(text)}`);
    });
  });

  it("hexDigit tells the value of each digit in either case, and -1 for every other byte", () => {
    for (let byte = 0; byte < 256; byte++)
      same(parts.hexDigit(byte), "0123456789abcdef".indexOf(String.fromCharCode(byte).toLowerCase()), () => `${byte}`);
  });

  it("decodedAt reads `%` and two digits that stand before the end, and nothing else", () => {
    holds(1500, () => {
      const text = words(below(4), ["%", "%4", "%41", "%fF", "%0g", "%:0", "%`0", "a", "4"]);
      const at = room.putAnywhere(TEXT, text, Buffer.from("41"));
      const digits = /^%[\da-f]{2}/i.exec(text.toString("latin1"));
      const wanted = digits === null ? -1 : Number.parseInt(digits[0].slice(1), 16);
      same(parts.decodedAt(at, at + text.length), wanted, () => show(text));
    });
  });

  it("takes two turns for each escape, and one for each block", () => {
    putDialect(room, DIALECT, {
      ...{ flags: 0, lineCapBytes: 0, token: [], wildcards: false, names: [], patternSpecial: [] },
      ...{ pattern: randomForm(), url: randomForm(), urlSpecial: [0x25] },
    });
    const escapes = words(1000, ["%2f"]);
    room.put(TEXT, escapes);
    const turns = room.turns(() => parts.canonicalise(TEXT, TEXT + 3000, OUT, DIALECT, URL_SHIFT, 0));
    same(turns <= 2000, true, () => `${turns} turns`);
  });
});

describe.each(names)("%s: url.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;
  const STARTS = [
    "",
    "",
    "http://",
    "https://",
    "http:",
    "http:/",
    "https:/",
    "HTTP://",
    "ftp://",
    "/",
    "//",
    "httpx://",
    "://",
    "a",
  ];
  const PIECES = [
    ...[
      "http",
      "h",
      "a.b",
      "a-b",
      "a+b",
      "1",
      ":",
      "://",
      "/",
      "//",
      "?",
      ";",
      "#",
      "x",
      "@",
      "[",
      "`",
      "{",
      "\xff",
      "_",
    ],
    ...["abcdefghijklmnop.example", ".", ",", "A", "Z", "z", "9"],
  ];

  /** The text at an address with a byte before it, which findPath may overwrite. */
  const anyUrl = (): { text: string; at: number; end: number } => {
    const text = pick(STARTS) + words(below(6), PIECES).toString("latin1");
    const at = room.putAnywhere(
      TEXT + 16,
      Buffer.from(text, "latin1"),
      Buffer.from(pick(["//x/y", "/x", "zzz", "/", "x", "#"])),
    );
    return { text, at, end: at + text.length };
  };

  it("findOrigin ends after the slash of an http(s) URL", () => {
    holds(1500, () => {
      const { text, at, end } = anyUrl();
      same(parts.findOrigin(at, end), naiveOrigin(text), () => JSON.stringify(text));
    });
  });

  it("isUrl wants a path, or a scheme and a host (RFC 3986 §3.1)", () => {
    holds(1500, () => {
      const { text, at, end } = anyUrl();
      same(parts.isUrl(at, end), Number(naiveIsUrl(text)), () => JSON.stringify(text));
    });
  });

  it("isUrl looks at each byte of a scheme, and at the first one of a host", () => {
    for (let byte = 0; byte < 256; byte++) {
      const one = String.fromCharCode(byte);
      for (const text of [`${one}://h`, `h${one}://h`, `h://${one}`, `h:/${one}h`, `h${one}//h`, `h:${one}/h`, one]) {
        const at = room.put(TEXT, Buffer.from(text, "latin1"), Buffer.from("//x"));
        same(parts.isUrl(at, at + text.length), Number(naiveIsUrl(text)), () => JSON.stringify(text));
      }
    }
  });

  it("findPath starts at the first of / ? ; after the host, and writes a slash before others", () => {
    holds(2000, () => {
      const { text, at, end } = anyUrl();
      const skips = oneIn(2);
      const start = parts.findPath(at, end, skips ? 1 : 0);
      const got = room.slice(start, end).toString("latin1");
      same(got, naivePath(text, skips), () => `${JSON.stringify(text)}, ${skips ? "skips" : "keeps"} slashes`);
    });
  });
});

/** The bytes of a dialect's table for URLs, and of its table for hosts. */
const UNUSUAL = charactersOf([...times(33, (i) => String.fromCharCode(i)), "\"#%'<>\\^`{|}\x7f"].join(""));
const NO_HOST = times(128, (i) => i).filter((byte) => !/[\w.-]/.test(String.fromCharCode(byte)));

const urlOf = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

describe("parts: plain.ts, and findPlainOrigin in url.ts", () => {
  const room = new Room("parts");
  const { parts } = room;
  const PIECES = ["abcdefghijklmno", "a", "/", "/", ".", "..", "%", "%2e", "%41", "?", "#", "'", "{", "^", "|", "&"];
  const ODD = ["\\", '"', "`", " ", "\t", "\0", "\x7f", "\x80", "\xff", "[", ";", "<"];

  it("spellingOf finds a path that is requested as it is written, and a canonical one", () => {
    putSet(room.bytes, TABLE, UNUSUAL, true);
    const found = [0, 0, 0];
    holds(4000, () => {
      const path = `/${words(below(8), oneIn(4) ? [...PIECES, ...ODD] : PIECES).toString("latin1")}`;
      const at = room.putAnywhere(TEXT, Buffer.from(path, "latin1"), Buffer.from(pick(["/.", " ", "a", "?"])));
      const spelling = parts.spellingOf(at, at + path.length, TABLE);
      const [said] = path.split("#", 1) as [string];
      const { pathname, search, href } = new URL(`http://h${path}`);
      const isSame = pathname + search === said && !pathname.includes("^") && href.startsWith(`http://h${said}`);
      const isCanonical = !charactersOf(path).some((byte) => UNUSUAL.includes(byte) || byte > 0x7f);
      // A segment may start with a dot and a letter.
      const isSeen = !(said.endsWith("?") || /\/(?:\.(?![a-z])|%2e)/i.test(pathname));
      const mayBe = isSame ? (isCanonical ? [0, 1] : [1]) : [2];
      same(Number((isSame && !isSeen ? [...mayBe, 2] : mayBe).includes(spelling)), 1, () => JSON.stringify(path));
      found[spelling]!++;
    });
    expect(Math.min(...found)).toBeGreaterThan(100);
  });

  it("escapesIn finds percent signs that start no segment, and isEscapedDot the escapes of dots", () => {
    holds(500, () => {
      const text = letters(40, 99, "%%/2eEa.");
      const at = room.putAnywhere(TEXT, text) + 5;
      const bits = [...text.subarray(5, 21)].map((byte, i) => byte === 0x25 && text[i + 4] !== 0x2f);
      same(
        parts.escapesIn(at),
        bits.reduce((sum, bit, i) => sum | (Number(bit) << i), 0),
        () => show(text),
      );
      same(parts.isEscapedDot(at), Number(/^%2e/i.test(text.subarray(5).toString("latin1"))), () => show(text));
    });
  });

  it("findPlainOrigin finds the origin of a URL that parsers accept as it is", () => {
    putSet(room.bytes, TABLE, NO_HOST, true);
    const HOSTS = [
      "a",
      "b-c",
      "example",
      ".",
      ".",
      "com",
      "1",
      "0x1f",
      "xn--",
      "--",
      "_",
      "127.0.0.1",
      ":",
      "80",
      "99999",
      "@",
      "[",
      "ABC",
    ];
    let plain = 0;
    holds(4000, () => {
      const text = `${pick(["http://", "https://", "https://", "ftp://", "http:/", "HTTP://"])}${words(1 + below(6), HOSTS).toString("latin1")}${pick(["/", "/x", "", "?x", "/a?b"])}`;
      const at = room.putAnywhere(TEXT, Buffer.from(text), Buffer.from(pick(["/", "a/", ":1/"])));
      const bytes = parts.findPlainOrigin(at, at + text.length, TABLE);
      const path = /^https?:\/\/(?<host>[^/?#]+)\//.exec(text);
      const isPlain =
        /^[\w.-]+(:\d{0,4})?$/.test(path?.groups?.["host"] ?? "") &&
        !/--|(^|[.])\d([^.:]*[^g-wyz.:])?(:|$)|[.](:|$)/.test(path!.groups!["host"]!);
      same(bytes, isPlain ? path![0].length : 0, () => JSON.stringify(text));
      if (!isPlain) return;
      plain++;
      same(Number(urlOf(text)?.href.endsWith(text.slice(bytes - 1))), 1, () => text);
    });
    expect(plain).toBeGreaterThan(100);
  });
});
