/** assembly/read/, function by function: lines as records (RFC 9309 §2.2), and the groups that a crawler obeys (§2.2.1). */
import { describe, expect, it } from "vitest";
import {
  AGENT_LINES,
  BLANK_LINE_ENDS_GROUP,
  CUTS_TOKEN,
  CUTS_VERSION,
  EMPTY_GROUPS,
  FAILURE,
  FIELDS_START,
  HAS_LICENSE,
  IS_NAMED,
  KIND_ALLOW,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  MAX_SITEMAPS,
  MERGES,
  MERGES_STAR,
  NO_RECORD,
  OTHER_RUN,
  RESULTS,
  SELECTING_LINE,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
  TOKEN_IS_CONTAINED,
} from "../../bindings/core/layout.ts";
import {
  below,
  changed,
  charactersOf,
  EDGES,
  holds,
  letters,
  names,
  oneIn,
  pick,
  place,
  putDialect,
  Room,
  same,
  show,
  type TestDialect,
  times,
  words,
} from "./memory.ts";
import {
  MARKS_WITH,
  type NaiveRecord,
  type Names,
  naiveIsName,
  naiveIsStar,
  naiveName,
  naiveNamesAgent,
  naiveRecords,
  naiveSelection,
  READS_AGENT,
  READS_ALL,
  READS_VERDICT,
} from "./models.ts";

const [FILE, TABLE, LIST, DIALECT, TOKENS] = [place(0), place(1), place(6), place(7), place(8)];
const LIST_END = LIST + 0x40000;
const RECORD_BYTES = 24;

const NAMES: Names = [
  ["allow", KIND_ALLOW],
  ["disallow", KIND_DISALLOW],
  ["disalow", KIND_DISALLOW],
  ["sitemap", KIND_SITEMAP],
  ["site-map", KIND_SITEMAP],
  ["user-agent", KIND_USER_AGENT],
  ["useragent", KIND_USER_AGENT],
  ["crawl-delay", KIND_OTHER],
  ["visit-time", KIND_OTHER],
];

const plainForm = { encode: [], decode: [], decodeInQuery: [] };
const dialectWith = (flags: number, lineCapBytes = 1 << 20, list: Names = NAMES): TestDialect => ({
  ...{ flags, lineCapBytes, names: list, pattern: plainForm, url: plainForm, wildcards: false },
  ...{ token: charactersOf("abcxyzABCXYZ-_"), urlSpecial: [], patternSpecial: [] },
});

describe.each(names)("%s: agents.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;
  const FLAGS = [CUTS_TOKEN, CUTS_VERSION, STAR_WITH_TEXT, TOKEN_CONTAINS, TOKEN_IS_CONTAINED];
  const putAny = (): TestDialect => {
    const dialect = dialectWith(FLAGS.filter(() => oneIn(2)).reduce((flags, flag) => flags | flag, 0));
    putDialect(room, DIALECT, dialect);
    return dialect;
  };

  it("isStar is true for `*`, and in some dialects for `*` before white space", () => {
    for (const flags of [0, STAR_WITH_TEXT]) {
      const dialect = dialectWith(flags);
      putDialect(room, DIALECT, dialect);
      for (const text of [
        "",
        "*",
        "a",
        "**",
        ...times(256, (byte) => `*${String.fromCharCode(byte)}`),
        "* bot",
        "a*",
        " *",
      ])
        for (const behind of [" ", "x", "*", "* "]) {
          const at = room.put(FILE, Buffer.from(text, "latin1"), Buffer.from(behind));
          const wanted = Number(naiveIsStar(text, dialect));
          same(parts.isStar(at, at + text.length, DIALECT), wanted, () => `${JSON.stringify(text)} with ${flags}`);
        }
    }
  });

  it("namesAgent compares tokens without case, as the dialect cuts and compares them", () => {
    holds(1500, () => {
      const dialect = putAny();
      const token = words(below(4), ["a", "B", "xy", "c-", "1"]);
      const value = oneIn(3)
        ? words(below(5), ["a", "b", "A", "B", "XY", "c-", "/", "1.0", " ", "[", "\xe9", "@"])
        : Buffer.concat([
            words(below(2), ["a", "/", "xy"]),
            oneIn(3) ? changed(token) : token,
            words(below(3), ["/1", "b", " ", "c-"]),
          ]);
      const at = room.putAnywhere(FILE, value, oneIn(2) ? Buffer.concat([token, Buffer.from("x")]) : undefined);
      const tokenAt = room.putAnywhere(TOKENS, token);
      const got = parts.namesAgent(at, at + value.length, tokenAt, tokenAt + token.length, DIALECT);
      const wanted = naiveNamesAgent(value.toString("latin1"), token.toString("latin1"), dialect);
      same(got, Number(wanted), () => `${show(value)} for ${show(token)} with ${dialect.flags}`);
    });
  });
});

describe.each(names)("%s: namesAgent in agents.ts where a token may contain the name", (name) => {
  const room = new Room(name);
  const { parts } = room;
  const put = (value: Buffer, token: Buffer): number => {
    room.spoilFailure(Buffer.of(pick([3, 5, 255]), 0));
    const [at, tokenAt] = [room.putAnywhere(FILE, value), room.putAnywhere(TOKENS, token)];
    return parts.namesAgent(at, at + value.length, tokenAt, tokenAt + token.length, DIALECT);
  };

  it("finds parts whose letters repeat, in any letter case", () => {
    const dialect = dialectWith(TOKEN_CONTAINS | TOKEN_IS_CONTAINED);
    putDialect(room, DIALECT, dialect);
    holds(1200, () => {
      const value = letters(below(40), pick([50, 70, 90]), "aAbB");
      const token = oneIn(3)
        ? letters(1 + below(8), 60, "ab")
        : Buffer.from(value.subarray(below(value.length + 1)).subarray(0, below(12)));
      const wanted = naiveNamesAgent(value.toString(), token.toString(), dialect);
      same(put(value, token), Number(wanted), () => `${show(value)} for ${show(token)}`);
      same(
        put(token, value),
        Number(naiveNamesAgent(token.toString(), value.toString(), dialect)),
        () => "the other way round",
      );
    });
  });

  it("folds letters, and no other byte", () => {
    const dialect = dialectWith(0);
    putDialect(room, DIALECT, dialect);
    for (let byte = 0; byte < 256; byte++)
      for (const other of [byte ^ 0x20, byte ^ 0x01]) {
        const [value, token] = [`x${String.fromCharCode(byte)}`, `x${String.fromCharCode(other)}`];
        const wanted = /^[a-z]{2}$/i.test(value) && value.toLowerCase() === token.toLowerCase();
        same(
          put(Buffer.from(value, "latin1"), Buffer.from(token, "latin1")),
          Number(wanted),
          () => `${value} for ${token}`,
        );
      }
  });

  it("takes a few turns for each byte of a long line and a long token", () => {
    putDialect(room, DIALECT, dialectWith(TOKEN_CONTAINS));
    const turns = room.turns(() => put(letters(6000, 100), Buffer.concat([letters(2000, 100), Buffer.from("b")])));
    expect(turns).toBeLessThanOrEqual(4 * 8000);
  });
});

describe.each(names)("%s: field-names.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("nameAt finds the first name that the text starts with, in any letter case", () => {
    holds(2000, () => {
      const list = NAMES.filter(() => !oneIn(4));
      putDialect(room, DIALECT, dialectWith(0, 0, list));
      const word = pick(NAMES)[0].replaceAll(/[a-z]/g, (one) => (oneIn(3) ? one.toUpperCase() : one));
      const whole = Buffer.from(word + pick(["", "", ":", "s", "-"]));
      const text = Buffer.from(oneIn(3) ? changed(whole) : whole).subarray(
        0,
        oneIn(4) ? below(whole.length + 1) : whole.length,
      );
      const at = room.putAnywhere(FILE, text, oneIn(2) ? Buffer.from(word.slice(text.length) || "x") : undefined);
      const found = parts.nameAt(at, at + text.length, DIALECT);
      const [wanted, kind] = naiveName(text.toString("latin1"), list) ?? ["", 0];
      same(parts.lengthOfName(found), wanted.length, () => `${show(text)} among ${list}`);
      same(parts.kindOfName(found), kind, () => `the kind of ${show(text)}`);
    });
  });
});

describe.each(names)("%s: isName in field-names.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("isName compares the whole key, which is not empty, with every name", () => {
    putDialect(room, DIALECT, dialectWith(0));
    holds(600, () => {
      const word = pick(NAMES)[0].replaceAll(/[a-z]/g, (one) => (oneIn(3) ? one.toUpperCase() : one));
      const key = pick([word, word.slice(0, -1), `${word}s`, changed(Buffer.from(word)).toString("latin1"), "k"]);
      const at = room.putAnywhere(FILE, Buffer.from(key, "latin1"), Buffer.from(pick([word.slice(-1), "x"])));
      same(parts.isName(at, at + key.length, DIALECT), Number(naiveIsName(key, NAMES)), () => JSON.stringify(key));
    });
  });
});

describe.each(names)("%s: marks.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("noteMarks lists the marks in the range, and none behind it", () => {
    holds(600, () => {
      const text = letters(pick([0, ...EDGES, 500, 8192]), pick([50, 90, 99]), "a\n\r#\0\x01\x03\x1a\x2a");
      const at = FILE + 16 * below(4) + below(2);
      room.put(at, text, Buffer.of(pick([0x0a, 0x0d, 0x23, 0x00, 0x61])));
      const isNul = oneIn(2);
      room.spoilFailure();
      const end = parts.noteMarks(at, at + text.length, Number(isNul));
      const marks = isNul ? [...MARKS_WITH, 0] : MARKS_WITH;
      const wanted = [...text.keys()].filter((i) => marks.includes(text[i]!)).map((i) => at + i);
      same(String(room.words(FAILURE, (end - FAILURE) / 4)), String(wanted), () => `${show(text)}, NUL ${isNul}`);
    });
  });
});

const PIECES = {
  key: [
    "Allow",
    "ALLOW",
    "disallow",
    "DisalloX",
    "Disallowed",
    "disalow",
    "Sitemap",
    "site-map",
    "user-agent",
    "User-Agent",
    "useragent",
    "x",
    "License",
    "",
  ],
  separator: [":", ":", ":", ": ", ": ", " : ", ":\t", " ", "\t", " \t", "", "::", " a b", "\v:\f"],
  value: [
    "/",
    "/a",
    "/a b",
    "/x ",
    " ",
    "\v/y\f",
    "*",
    "",
    "/long/path/with/bytes",
    "a:b",
    "\0",
    "a\0b",
    "#",
    "/a#b",
    "\t/\t",
  ],
  end: [
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\r\r",
    "\n \n",
    "\n\t\r",
    " # c\n",
    "#c\r\n",
    "\0\n",
    "\n#\n",
    "\n#\n\n",
    "\r\n\r\n",
    "\n\r\n",
    "",
  ],
};
/** Indentation as in web pages, around the sixteen bytes that are looked at together. */
const indentation = (): string =>
  oneIn(2)
    ? ""
    : pick([" ", "\t", "\v", " \t"]).repeat(pick([1, 8, 15, 16, 17, 33])) + pick(["", "", "\f", "\0", "\x19"]);
const line = (): string => indentation() + Object.values(PIECES).map(pick).join("");

/** A text that is filled up with whole lines to a length around a chunk. */
function aroundChunk(start: string): string {
  const length = 8192 * pick([1, 1, 2]) + pick([-1, 0, 0, 1]);
  const filler = pick(["Disallow: /abcdefg\n", "#comment\n", "Allow: /x#\r\n", "\n", "\r\n", "Allow: /a\r"]);
  const tail = line() + pick(["", "Allow: /end", "Sitemap: /s", "\r\n", "#"]);
  const room = length - start.length - tail.length;
  return start + filler.repeat(Math.ceil(room / filler.length)).slice(0, room) + tail;
}

describe.each(names)("%s: records.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  const recordAt = (at: number): NaiveRecord => ({
    kind: parts.kindOf(at),
    line: parts.lineOf(at),
    key: [parts.keyStartOf(at) - FILE, parts.keyEndOf(at) - FILE],
    value: [parts.valueStartOf(at) - FILE, parts.valueEndOf(at) - FILE],
  });

  function expectRecords(
    text: string,
    dialect: TestDialect,
    wanted: readonly NaiveRecord[],
    most: number,
    reads = READS_ALL,
  ): void {
    const what = (): string =>
      `${text.length > 300 ? `${text.length}: ${JSON.stringify(text.slice(-80))}` : JSON.stringify(text)} with ${dialect.flags}, ${dialect.lineCapBytes} for ${reads}`;
    const file = Buffer.from(text, "latin1");
    const outside = [0x0a, 0x23, 0x61, 0x0d, 0x3a, 0x20];
    room.put(FILE, file, Buffer.of(pick(outside)));
    room.bytes[FILE - 1] = pick(outside);
    room.bytes.fill(0xff, TABLE, TABLE + RECORD_BYTES * (wanted.length + 4));
    room.spoilFailure();
    const end = parts.readRecords(FILE, FILE + file.length, TABLE, most, DIALECT, reads);
    if (wanted.length > most) same(end, 0, what);
    if (wanted.length > most) return;
    same(
      JSON.stringify(times((end - TABLE) / RECORD_BYTES, (i) => recordAt(TABLE + RECORD_BYTES * i))),
      JSON.stringify(wanted),
      what,
    );
    const agents = [...wanted.keys()]
      .filter((i) => wanted[i]!.kind === KIND_USER_AGENT)
      .map((i) => TABLE + RECORD_BYTES * i);
    const agentLines = room.u32(AGENT_LINES);
    same(String(room.words(agentLines, agents.length + 1)), String([...agents, NO_RECORD]), what);
    same(agentLines >= TABLE + RECORD_BYTES * most, true, () => "the list lies behind the table");
    const sitemaps = wanted.filter(({ kind }) => kind === KIND_SITEMAP).map(({ value }) => value);
    same(room.u32(RESULTS), sitemaps.length, what);
    same(
      String(room.words(RESULTS + 8, 2 * Math.min(sitemaps.length, MAX_SITEMAPS))),
      String(sitemaps.slice(0, MAX_SITEMAPS).flat()),
      what,
    );
    const isLicense = ({ kind, key }: NaiveRecord): boolean =>
      kind === KIND_OTHER && /^license$/i.test(text.slice(...key));
    same(room.u32(HAS_LICENSE), Number(wanted.some(isLicense)), what);
    wanted.forEach((one, i) => {
      if (one.kind === KIND_OTHER) same(parts.isLicense(TABLE + RECORD_BYTES * i), Number(isLicense(one)), what);
    });
  }

  const anyDialect = (): TestDialect => {
    const dialect = dialectWith(below(64) << 8, pick([1, 20, 1 << 20, 1 << 20]));
    putDialect(room, DIALECT, dialect);
    return dialect;
  };
  const check = (text: string, most = 20_000): void => {
    const dialect = anyDialect();
    const reads = pick([READS_ALL, READS_ALL, READS_AGENT, READS_VERDICT]);
    expectRecords(text, dialect, naiveRecords(text, dialect, reads), most, reads);
  };
  const START = ["", "", "\xef\xbb\xbf", "\xef\xbb", "\xef", "\n", "\r\n", "\xef\xbb\xbf\n", "\xef\n", "\xbf"];

  it("readRecords reads lines, agents, licences and sitemaps as the dialect reads them, but for fields that nothing is asked of", () => {
    holds(700, () => check(pick(START) + times(below(10), line).join("")));
  });

  it("readRecords reads files that end around a chunk of 8,192 bytes", () => {
    holds(30, () => check(aroundChunk(pick(START) + times(below(4), line).join(""))));
  });

  it("readRecords returns 0 if there are more records than the most", () => {
    holds(200, () =>
      check(times(below(6), () => pick(["Allow: /a\n", "\n", "k: v\n", "Allow:\n"])).join(""), below(4)),
    );
  });

  it.each([8190, 8191, 8192, 8193])("readRecords notes the first 8,191 of %i sitemaps", (count) => {
    const dialect = dialectWith(0);
    putDialect(room, DIALECT, dialect);
    const value = (i: number): string => `/${i}`;
    const text = times(count, (i) => `Sitemap: ${value(i)}\n`).join("");
    let at = 0;
    const wanted = times(count, (i) => {
      const [start, length] = [at, value(i).length];
      at += 10 + length;
      return {
        kind: KIND_SITEMAP,
        line: i + 1,
        key: [start, start + 7],
        value: [start + 9, start + 9 + length],
      } as const;
    });
    expectRecords(text, dialect, wanted, count);
  });

  it("isLicense looks at each letter of the key, and no further", () => {
    const keys = [
      "license",
      "LICENSE",
      "LiCeNsE",
      "licence",
      "licens",
      "licenses",
      "Xicense",
      "licensE",
      "licens\x05",
      "\x4cicense",
      "lic\x05nse",
    ];
    for (const key of keys) {
      room.put(FILE, Buffer.from(key, "latin1"), Buffer.from("e"));
      room.putWords(TABLE, KIND_OTHER, 1, FILE, FILE + key.length, 0, 0);
      same(parts.isLicense(TABLE), Number(/^license$/i.test(key)), () => JSON.stringify(key));
    }
  });

  it("flagLine sets bits of the line, and of no other number", () => {
    room.putWords(TABLE, 1, 2, 3, 4, 5, 6, 7);
    parts.flagLine(TABLE, OTHER_RUN);
    same(String(room.words(TABLE, 7)), String([1, OTHER_RUN | 2, 3, 4, 5, 6, 7]), () => "a record with a flag");
  });

  it("makeRelative turns four addresses into offsets, and maxRecords has room for lines of two bytes", () => {
    room.putWords(TABLE, 7, 8, FILE + 1, FILE + 2, FILE + 3, FILE + 4, 9);
    parts.makeRelative(TABLE, FILE);
    same(String(room.words(TABLE, 7)), "7,8,1,2,3,4,9", () => "a record with offsets");
    for (const [bytes, wanted] of [
      [0, 1],
      [1, 1],
      [2, 2],
      [9, 5],
    ] as const)
      same(parts.maxRecords(bytes), wanted, () => `${bytes} bytes`);
  });

  it.each(["Allow: /\n", "a:\n", "\n", "#\t\n", ": :\n", " a a\n", "User-agent: x\n"])(
    "takes a few turns for each byte: %j",
    (text) => {
      putDialect(room, DIALECT, dialectWith(63 << 8));
      const file = Buffer.from(text.repeat(1000));
      room.put(FILE, file, Buffer.from("x"));
      const turns = room.turns(() => parts.readRecords(FILE, FILE + file.length, TABLE, 10_000, DIALECT));
      expect(turns).toBeLessThanOrEqual(4 * file.length);
    },
  );
});

describe.each(names)("%s: groups.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;
  const FLAGS = [BLANK_LINE_ENDS_GROUP, EMPTY_GROUPS, MERGES, MERGES_STAR];
  const AGENT = ["a", "a", "b", "A/1", "*", "*", "c", "", "* x", "xa"];
  const LINES = [
    "Allow: /1",
    "Disallow: /2",
    "",
    "",
    "k: v",
    "Crawl-delay: 1",
    "VISIT-TIME: 2",
    "crawl-delays: 3",
    "License: l",
    "Sitemap: s",
    "#",
  ];
  const anyLine = (): string => (oneIn(2) ? `User-agent: ${pick(AGENT)}` : pick(LINES));

  /** Tokens as selectGroups reads them; the length of the last one may be too large. */
  function putTokens(tokens: readonly string[]): number {
    let at = TOKENS;
    tokens.forEach((token, i) => {
      room.putWords(at, token.length + (i === tokens.length - 1 && oneIn(4) ? 1000 : 0));
      room.put(at + 4, Buffer.from(token));
      at += 4 + token.length;
    });
    return at;
  }

  const listed = (from: number, to: number): number[] =>
    room.words(from, (to - from) / 4).map((at) => parts.lineOf(at));
  const linesOf = (records: readonly NaiveRecord[]): number[] => records.map((one) => one.line);

  it("selectGroups selects rules and fields for the first token that a group names, else for `*`, also without idle fields", () => {
    holds(1200, () => {
      const random = FLAGS.filter(() => oneIn(2)).reduce((flags, flag) => flags | flag, 0);
      const dialect = dialectWith(
        random | pick([0, CUTS_TOKEN, CUTS_VERSION, TOKEN_CONTAINS | TOKEN_IS_CONTAINED, STAR_WITH_TEXT]),
      );
      putDialect(room, DIALECT, dialect);
      const text = times(1 + below(12), anyLine).join("\n") + pick(["", "\n"]);
      const tokens = times(below(3), () => pick(["a", "b", "c", "", "d"]));
      const wanted = naiveSelection(text, naiveRecords(text, dialect), tokens, dialect);
      const file = Buffer.from(text, "latin1");
      room.put(FILE, file);
      // Rules of an older file lie behind the table.
      room.putWords(TABLE, ...times(160, () => KIND_DISALLOW));
      const reads = pick([READS_ALL, READS_AGENT, READS_VERDICT]);
      const end = parts.readRecords(FILE, FILE + file.length, TABLE, 20, DIALECT, reads);
      const rulesEnd = parts.selectGroups(TABLE, end, TOKENS, putTokens(tokens), LIST, LIST_END, DIALECT);
      const what = (): string => `${JSON.stringify(text)} for ${JSON.stringify(tokens)} with ${dialect.flags}`;
      same(String(listed(LIST, rulesEnd)), String(linesOf(wanted.rules)), what);
      const fields = wanted.fields.map((one) => one.line | (wanted.fieldsOfOthers.includes(one) ? OTHER_RUN : 0));
      if (reads !== READS_VERDICT)
        same(String(listed(room.u32(FIELDS_START), LIST_END).reverse()), String(fields), what);
      const selecting = room.u32(SELECTING_LINE);
      same(selecting === 0 ? undefined : parts.lineOf(selecting), wanted.agent?.line, what);
      same(room.u32(IS_NAMED), Number(wanted.isNamed), what);
    });
  });

  it("takes a few turns for each record and token", () => {
    const dialect = dialectWith(MERGES | EMPTY_GROUPS | BLANK_LINE_ENDS_GROUP);
    putDialect(room, DIALECT, dialect);
    const file = Buffer.from("User-agent: a\nk: v\nAllow: /\nLicense: l\n\nLicense: m\n".repeat(500));
    room.put(FILE, file);
    const end = parts.readRecords(FILE, FILE + file.length, TABLE, 4000, DIALECT);
    const turns = room.turns(() =>
      parts.selectGroups(TABLE, end, TOKENS, putTokens(["b", "a"]), LIST, LIST_END, DIALECT),
    );
    expect(turns).toBeLessThanOrEqual(8 * 3000);
  });
});
