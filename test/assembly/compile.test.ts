/** assembly/compile/, function by function: from rules and files to programs (docs/format.md), byte for byte. */
import { describe, expect, it } from "vitest";
import {
  ANY_URL,
  ARENA,
  BLANK_LINE_ENDS_GROUP,
  CUTS_TOKEN,
  DECISIONS_BEFORE,
  EMPTY_GROUPS,
  INDEX_BEFORE,
  INDEX_HTML,
  INPUT,
  KIND_ALLOW,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  LONGEST_FIRST,
  MAX_URL_BYTES,
  MERGES,
  MERGES_STAR,
  MOST_READ_BYTES,
  OTHER_RUN,
  PADDING,
  PATTERN_UPPER_CASE,
  PREFIX_KEYS,
  REFUSED,
  ROBOTS_TXT_ALLOWED,
  STAR_WITH_TEXT,
  TOTAL_BYTES_AT,
  URL_UPPER_CASE,
  WILDCARDS,
  WRITTEN,
} from "../../bindings/core/layout.ts";
import {
  below,
  charactersOf,
  dialectAt,
  FILE_LINES,
  holds,
  letters,
  names,
  oneIn,
  PATTERN_PIECES,
  pick,
  place,
  putDialect,
  Room,
  same,
  sameBytes,
  type TestDialect,
  times,
  words,
} from "./memory.ts";
import {
  type FileRule,
  naiveCannotMatch,
  naiveDecide,
  naiveMatches,
  naivePath,
  naiveProgram,
  naiveRanking,
  naiveRecords,
  naiveSelection,
  naiveTail,
} from "./models.ts";

const [TEXT, RECORDS, LIST, WORK, URL] = [place(0), place(1), place(2), place(3), place(8)];
const DIALECT = 3;

const FLAGS = [
  ...[LONGEST_FIRST, WILDCARDS, INDEX_HTML, ROBOTS_TXT_ALLOWED, PATTERN_UPPER_CASE, URL_UPPER_CASE, ANY_URL],
  ...[MERGES, MERGES_STAR, EMPTY_GROUPS, STAR_WITH_TEXT, CUTS_TOKEN, BLANK_LINE_ENDS_GROUP, PREFIX_KEYS],
];

/** A dialect with random flags, in which patterns and URLs are spelled alike. */
function putAnyDialect(room: Room, more = 0): TestDialect {
  const flags = FLAGS.filter(() => oneIn(2)).reduce((all, one) => all | one, more);
  const encode = [0, ...(oneIn(2) ? charactersOf(' "<>') : []), ...(oneIn(2) ? times(128, (i) => 128 + i) : [])];
  const [decode, decodeInQuery] = oneIn(3)
    ? [[], []]
    : [charactersOf("abAB*$.~"), oneIn(2) ? charactersOf("/:?@") : []];
  const form = { encode, decode, decodeInQuery };
  const special = [...encode, ...charactersOf("#\n%")];
  const dialect: TestDialect = {
    ...{ flags, lineCapBytes: 1 << 20, pattern: form, url: form, urlSpecial: special },
    token: charactersOf("abxy-_"),
    wildcards: (flags & WILDCARDS) !== 0,
    patternSpecial: [...encode, 0x25, ...(flags & WILDCARDS ? charactersOf("*$") : [])],
    names: [
      ["disallow", KIND_DISALLOW],
      ["allow", KIND_ALLOW],
      ["user-agent", KIND_USER_AGENT],
      ["sitemap", KIND_SITEMAP],
      ["crawl-delay", KIND_OTHER],
    ],
  };
  putDialect(room, dialectAt(DIALECT), dialect);
  return dialect;
}

const anyPattern = (): string => {
  const text = words(below(7), PATTERN_PIECES).toString("latin1");
  return oneIn(6) ? text : `/${text}`;
};
const anyRules = (): FileRule[] =>
  times(below(pick([3, 8, 20])), (i) => ({ text: oneIn(12) ? "" : anyPattern(), isAllow: oneIn(2), line: 3 * i + 1 }));
const showRules = (rules: readonly FileRule[]): string =>
  JSON.stringify(rules.map(({ text, isAllow }) => `${isAllow ? "allow" : "disallow"}: ${text}`));

/** Writes records with these keys and values, and a list of them. */
function putRecords(
  room: Room,
  rows: readonly { kind: number; line: number; key: string; value: string }[],
  behind = pick(["*", "$", "%41", "a"]),
): void {
  let at = TEXT + below(16);
  rows.forEach(({ kind, line, key, value }, i) => {
    const valueAt = at + key.length + 2;
    room.put(at, Buffer.from(`${key}: ${value}`, "latin1"), Buffer.from(behind));
    room.putWords(RECORDS + 24 * i, kind, line, at, at + key.length, valueAt, valueAt + value.length);
    room.putWords(LIST + 4 * i, RECORDS + 24 * i);
    at = valueAt + value.length + below(4);
  });
}

const rowsOf = (rules: readonly FileRule[]): { kind: number; line: number; key: string; value: string }[] =>
  rules.map(({ text, isAllow, line }) => ({ kind: isAllow ? KIND_ALLOW : KIND_DISALLOW, line, key: "k", value: text }));

describe.each(names)("%s: compile.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  /** Compiles the rules in a room of so many bytes, behind which nothing may be written. Returns the program, if there is one. */
  function compileIn(rules: readonly FileRule[], roomBytes: number, work = WORK + below(16)): Buffer | undefined {
    putRecords(room, rowsOf(rules));
    parts.expectAnyUrl();
    const limit = work + roomBytes;
    room.bytes.fill(0xdd, limit, limit + 256);
    const program = parts.compile(DIALECT, LIST, rules.length, work, limit);
    same(
      room.slice(limit, limit + 256).every((byte) => byte === 0xdd),
      true,
      () => `behind ${roomBytes} bytes`,
    );
    return program === 0 ? undefined : room.slice(program, program + room.u32(program + TOTAL_BYTES_AT));
  }

  it("compile ranks rules and writes a program, in the room that compilingBytes names (RFC 9309 §2.2.2)", () => {
    holds(500, () => {
      const dialect = putAnyDialect(room);
      const rules = anyRules();
      const bytes = parts.compilingBytes(
        rules.length,
        rules.reduce((sum, { text }) => sum + text.length, 0),
      );
      const got = compileIn(rules, bytes);
      sameBytes(
        got ?? Buffer.alloc(0),
        naiveProgram(rules, dialect, DIALECT),
        () => `${showRules(rules)} with ${dialect.flags}`,
      );
    });
  });

  it("compile looks at every byte of a pattern of one wildcard, and at no byte behind it", () => {
    holds(500, () => {
      const dialect = putAnyDialect(room);
      const bytes = letters(pick([1, 2, 14, 15, 16, 17, 18, 31, 32, 33, 47, 48, 49]), 100);
      for (const _ of times(1 + below(3), String)) bytes[below(bytes.length)] = pick(charactersOf("**$%<"));
      const rules = [{ text: `/${bytes.toString("latin1")}`, isAllow: oneIn(2), line: 1 }];
      sameBytes(
        compileIn(rules, 10_000)!,
        naiveProgram(rules, dialect, DIALECT),
        () => `${showRules(rules)} with ${dialect.flags}`,
      );
    });
  });

  it("compile knows an index by its whole name, whatever lies behind it (google/robotstxt)", () => {
    for (const text of ["/a/index.htm", "/a/index.html", "/a/index.ht", "/index.ht"]) {
      let dialect = putAnyDialect(room);
      while ((dialect.flags & INDEX_HTML) === 0) dialect = putAnyDialect(room);
      const rules = [{ text, isAllow: true, line: 1 }];
      putRecords(room, rowsOf(rules), "m");
      parts.expectAnyUrl();
      const program = parts.compile(DIALECT, LIST, 1, WORK, WORK + 10_000);
      const got = room.slice(program, program + room.u32(program + TOTAL_BYTES_AT));
      sameBytes(got, naiveProgram(rules, dialect, DIALECT), () => text);
    }
  });

  it("compile returns 0 if the room does not suffice, and writes nothing behind it", () => {
    holds(200, () => {
      const dialect = putAnyDialect(room);
      const rules = anyRules();
      const most = parts.compilingBytes(
        rules.length,
        rules.reduce((sum, { text }) => sum + text.length, 0),
      );
      const got = compileIn(rules, below(most));
      if (got !== undefined) sameBytes(got, naiveProgram(rules, dialect, DIALECT), () => showRules(rules));
    });
  });

  it("compile leaves out the rules that cannot match the expected URL", () => {
    putAnyDialect(room);
    const rules = ["/a", "/b", "/", "/ab"].map((text, i) => ({ text, isAllow: false, line: i }));
    putRecords(room, rowsOf(rules));
    room.put(URL, Buffer.from("/abc"), Buffer.from("x"));
    parts.expectUrl(URL, URL + 4, dialectAt(DIALECT));
    const ruleCount = (): number => parts.ruleCountOf(parts.compile(DIALECT, LIST, rules.length, WORK, WORK + 10_000));
    same(ruleCount(), 3, () => "rules");
    parts.expectAnyUrl();
    same(ruleCount(), 4, () => "rules for any URL");
  });
});

describe.each(names)("%s: prefilter.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("cannotMatch is true where pattern and path differ in a byte that neither spelling changes", () => {
    holds(800, () => {
      const dialect = putAnyDialect(room);
      const start = pick(["", "", "http://a.b", "https://a.example", "//a", "ftp://a.b"]);
      const path = `/${letters(pick([1, 3, 14, 15, 16, 17, 31, 32, 33, 40]), pick([50, 90]), "ab/")}${oneIn(2) ? anyPattern() : ""}`;
      const url = start + path;
      const like = Buffer.from(path, "latin1").subarray(0, 1 + below(path.length));
      if (oneIn(2)) like[below(like.length)] = pick(charactersOf("ab%*$ "));
      const pattern = (oneIn(4) ? anyPattern() : like.toString("latin1")) + (oneIn(4) ? anyPattern() : "");
      const at = room.putAnywhere(URL, Buffer.from(url, "latin1"), Buffer.from("x"));
      parts.expectUrl(at, at + url.length, dialectAt(DIALECT));
      const patternAt = room.putAnywhere(TEXT, Buffer.from(pattern, "latin1"));
      // Finding the path of any other URL takes more than one look.
      const isKnown = start.startsWith("http") || /^\/(?!\/)/.test(url);
      const wanted = isKnown && naiveCannotMatch(pattern, path, dialect);
      const what = (): string => `${JSON.stringify(pattern)} for ${JSON.stringify(url)} with ${dialect.flags}`;
      same(parts.cannotMatch(patternAt, patternAt + pattern.length), Number(wanted), what);
      // And then no reading of the rule matches.
      const rules = naiveRanking([{ text: pattern, isAllow: true, line: 1 }], dialect);
      const whole = Buffer.from(naivePath(url, false).split("#")[0]!, "latin1");
      if (wanted && !/[#%?]/.test(whole.toString()))
        same(
          rules.some((rule) => naiveMatches(rule, whole)),
          false,
          what,
        );
      parts.expectAnyUrl();
      same(parts.cannotMatch(patternAt, patternAt + pattern.length), 0, () => "for any URL");
    });
  });
});

describe.each(names)("%s: program-tail.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("writeTail writes the agent and the fields, whose keys are cut to 255 bytes, in tailBytes", () => {
    holds(300, () => {
      const key = (): string => "k".repeat(pick([1, 15, 16, 17, 254, 255, 256, 257, 300]));
      const fields = times(below(4), (i) => ({
        key: key(),
        value: "v".repeat(pick([0, 1, 15, 16, 17, 100])),
        line: i + pick([7, OTHER_RUN]),
      }));
      const agent = oneIn(3) ? undefined : "a".repeat(pick([0, 1, 16, 40]));
      const isNamed = oneIn(2);
      const agentRow = { kind: KIND_USER_AGENT, line: 1, key: "user-agent", value: agent ?? "" };
      // Fields are listed from the end.
      putRecords(room, [...fields.toReversed().map((one) => ({ kind: KIND_OTHER, ...one })), agentRow]);
      const program = naiveProgram([{ text: "/a", isAllow: true, line: 9 }], dialectWithout, DIALECT);
      room.put(WORK, program);
      const agentAt = agent === undefined ? 0 : RECORDS + 24 * fields.length;
      const listEnd = LIST + 4 * fields.length;
      const length = parts.writeTail(WORK, agentAt, Number(isNamed), LIST, listEnd);
      const what = (): string => JSON.stringify({ agent, fields });
      sameBytes(room.slice(WORK, WORK + length), naiveTail(program, agent, isNamed, fields), what);
      same(parts.tailBytes(agentAt, LIST, listEnd), length - program.length, what);
    });
  });

  const none = { encode: [], decode: [], decodeInQuery: [] };
  const dialectWithout: TestDialect = {
    ...{ flags: 0, lineCapBytes: 0, pattern: none, url: none, token: [], wildcards: false, names: [] },
    ...{ urlSpecial: [], patternSpecial: [] },
  };
});

const anyLine = (): string =>
  oneIn(2) ? `${pick(["Allow", "Disallow"])}: ${anyPattern().replaceAll(/[\0#]/g, "")}` : pick(FILE_LINES);

describe.each(names)("%s: file-compiler.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;
  const AT = WORK;

  interface Call {
    readonly fileBytes: number;
    readonly tokensBytes: number;
  }

  /** Writes a file and tokens as compileFile reads them, and hostile bytes before and behind a room. */
  function putFile(text: string, tokens: readonly string[], roomBytes: number): Call {
    const file = Buffer.from(text, "latin1");
    const list = Buffer.concat(
      tokens.flatMap((token) => [Buffer.from(Uint32Array.of(token.length).buffer), Buffer.from(token)]),
    );
    room.bytes
      .fill(0xdd, AT - 64, AT)
      .fill(0x2a, AT, AT + roomBytes)
      .fill(0xdd, AT + roomBytes, AT + roomBytes + 256);
    room.bytes.set(file, AT);
    room.bytes.set(list, AT + file.length + PADDING);
    return { fileBytes: file.length, tokensBytes: list.length };
  }

  /** Calls with a small room, and with the room that the first call asks for. */
  function callTwice(
    text: string,
    tokens: readonly string[],
    call: (given: Call, roomBytes: number) => number,
  ): number {
    let roomBytes = text.length + 400 + below(4000);
    for (const again of [true, false]) {
      const result = call(putFile(text, tokens, roomBytes), roomBytes);
      same(
        room.slice(AT + roomBytes, AT + roomBytes + 256).every((byte) => byte === 0xdd),
        true,
        () => `behind ${roomBytes} bytes`,
      );
      same(
        room.slice(AT - 64, AT - 16).every((byte) => byte === 0xdd),
        true,
        () => "before the program's prefix",
      );
      if (result > -100 || !again) return result;
      expect(-result).toBeGreaterThan(roomBytes);
      roomBytes = -result;
    }
    throw new Error("called twice");
  }

  const selectionOf = (text: string, tokens: readonly string[], dialect: TestDialect) => {
    const selection = naiveSelection(text, naiveRecords(text, dialect), tokens, dialect);
    const rules = selection.rules.map(({ kind, value, line }) => ({
      text: text.slice(...value),
      isAllow: kind === KIND_ALLOW,
      line,
    }));
    const fields = selection.fields.map((one) => ({
      key: text.slice(...one.key),
      value: text.slice(...one.value),
      line: one.line | (selection.fieldsOfOthers.includes(one) ? OTHER_RUN : 0),
    }));
    const { agent, isNamed } = selection;
    return { rules, fields, isNamed, agent: agent === undefined ? undefined : text.slice(...agent.value) };
  };

  const programOf = (text: string, tokens: readonly string[], dialect: TestDialect): Buffer => {
    const { rules, fields, agent, isNamed } = selectionOf(text, tokens, dialect);
    return naiveTail(naiveProgram(rules, dialect, DIALECT), agent, isNamed, fields);
  };

  const anyFile = (): string => times(below(16), anyLine).join(pick(["\n", "\r\n"]));
  const anyTokens = (): string[] => times(below(3), () => pick(["a", "b", "c"]));

  it("compileFile makes the program of a file, and asks for the room that it needs", () => {
    holds(300, () => {
      const dialect = putAnyDialect(room);
      const [text, tokens] = [anyFile(), anyTokens()];
      const length = callTwice(text, tokens, ({ fileBytes, tokensBytes }, bytes) =>
        parts.compileFile(DIALECT, AT, fileBytes, tokensBytes, bytes),
      );
      const what = (): string => `${JSON.stringify(text)} for ${tokens} with ${dialect.flags}`;
      sameBytes(room.slice(AT, AT + Math.max(0, length)), programOf(text, tokens, dialect), what);
      same(room.u32(AT - INDEX_BEFORE) + room.u32(AT - DECISIONS_BEFORE), 0, () => "no index, no decisions");
    });
  });

  const URLS = [
    "/",
    "/a",
    "/ab",
    "/b",
    "http://a.b/ab",
    "//a/b",
    "",
    "x",
    "/robots.txt",
    "/a?b:/",
    "/a%3fb",
    "/%61b",
    "/index.html",
    "/a/",
  ];

  it("decideFile gives the verdict that the whole program gives", () => {
    holds(300, () => {
      const dialect = putAnyDialect(room, WRITTEN);
      const [text, tokens] = [anyFile(), anyTokens()];
      const url = oneIn(2) ? pick(URLS) : anyPattern().replaceAll("\0", "");
      room.put(INPUT, Buffer.from(url, "latin1"), Buffer.from("x"));
      const verdict = callTwice(text, tokens, ({ fileBytes, tokensBytes }, bytes) =>
        parts.decideFile(DIALECT, AT, fileBytes, tokensBytes, bytes, url.length),
      );
      const ranked = naiveRanking(selectionOf(text, tokens, dialect).rules, dialect);
      const wanted = naiveDecide(ranked, url, dialect, (dialect.flags & ROBOTS_TXT_ALLOWED) !== 0) & 1;
      same(
        verdict,
        wanted,
        () => `${JSON.stringify(url)} by ${JSON.stringify(text)} for ${tokens} with ${dialect.flags}`,
      );
      // After a verdict, a program has all rules.
      const length = callTwice(text, tokens, ({ fileBytes, tokensBytes }, bytes) =>
        parts.compileFile(DIALECT, AT, fileBytes, tokensBytes, bytes),
      );
      same(length, programOf(text, tokens, dialect).length, () => "the program after a verdict");
    });
  });

  it("readFile gives the records with offsets", () => {
    holds(200, () => {
      const dialect = putAnyDialect(room);
      const text = anyFile();
      const length = callTwice(text, [], ({ fileBytes }, bytes) => parts.readFile(DIALECT, AT, fileBytes, 0, bytes));
      const wanted = naiveRecords(text, dialect).flatMap(({ kind, line, key, value }) => [
        kind,
        line,
        ...key,
        ...value,
      ]);
      same(String(room.words(AT, length / 4)), String(wanted), () => JSON.stringify(text));
    });
  });

  it("decides for a URL of 8,192 bytes, and refuses a longer one", () => {
    putAnyDialect(room);
    for (const bytes of [MAX_URL_BYTES, MAX_URL_BYTES + 1]) {
      room.put(INPUT, Buffer.from(`/${"a".repeat(bytes - 1)}`));
      const { fileBytes } = putFile("User-agent: *\nDisallow: /a", [], 4000);
      same(
        parts.decideFile(DIALECT, AT, fileBytes, 0, 4000, bytes) === REFUSED,
        bytes > MAX_URL_BYTES,
        () => `${bytes} bytes`,
      );
    }
  });

  it.each<
    [string, (fileBytes: number) => readonly [dialect: number, at: number, file: number, tokens: number, room: number]]
  >([
    ["the prefix would lie before the arena", (bytes) => [DIALECT, ARENA, bytes, 0, 4000]],
    ["one byte of the prefix would", (bytes) => [DIALECT, ARENA + 15, bytes, 0, 4000]],
    ["there is no such dialect", (bytes) => [8, AT, bytes, 0, 4000]],
    ["the room ends behind the memory", (bytes) => [DIALECT, AT, bytes, 0, 0x7fffffff]],
    ["the room's end overflows", (bytes) => [DIALECT, AT, bytes, 0, -16]],
    ["the file has no room", () => [DIALECT, AT, 4000, 0, 4000]],
    ["the file and its padding have no room", () => [DIALECT, AT, 4000 - 3 * PADDING + 1, 0, 4000]],
    ["the tokens have no room", (bytes) => [DIALECT, AT, bytes, 4000, 4000]],
    ["the sum overflows", () => [DIALECT, AT, 4000, -4000, 4000]],
    ["the file is longer than any", () => [DIALECT, AT, MOST_READ_BYTES + 1, 0, MOST_READ_BYTES + 1000]],
  ])("refuses where %s", (_, make) => {
    putAnyDialect(room);
    const { fileBytes } = putFile("User-agent: *\nDisallow: /a", [], 4000);
    const given = make(fileBytes);
    same(parts.compileFile(...given), REFUSED, () => "compileFile");
    same(parts.decideFile(...given, 1), REFUSED, () => "decideFile");
    same(parts.readFile(...given), REFUSED, () => "readFile");
  });

  it("refuses a file that is longer than any, however much memory there is", () => {
    const large = new Room(name, 80);
    putAnyDialect(large);
    large.bytes.fill(0x20, AT, AT + MOST_READ_BYTES + 1);
    const roomBytes = MOST_READ_BYTES + 1000;
    same(large.parts.compileFile(DIALECT, AT, MOST_READ_BYTES + 1, 0, roomBytes), REFUSED, () => "compileFile");
  });

  it("compileFile asks for the room of all its patterns", () => {
    const dialect = putAnyDialect(room);
    const rules = times(30, (i) => `Disallow: /${"a".repeat(200)}${i}\n`).join("");
    const text = `User-agent: *\n${rules}Disallow: /a\n`;
    const tooLittle = text.length + 2000;
    const sizes = [tooLittle, 0];
    for (let i = 0; i < 2; i++) {
      const { fileBytes, tokensBytes } = putFile(text, [], sizes[i]!);
      const result = parts.compileFile(DIALECT, AT, fileBytes, tokensBytes, sizes[i]!);
      if (i === 0) sizes[1] = -result;
      else same(result, programOf(text, [], dialect).length, () => `${sizes}`);
    }
  });

  it("takes what just fits: the first address, the last dialect, the memory's end", () => {
    putAnyDialect(room);
    const file = Buffer.from("User-agent: *\nDisallow: /a");
    const end = room.bytes.length;
    const whole = 16 + file.length + 3 * PADDING;
    for (const [dialect, at, roomBytes] of [
      [7, AT, 4000],
      [DIALECT, ARENA + 16, 4000],
      [DIALECT, end - 4000, 4000],
      [DIALECT, AT, whole],
    ] as const) {
      room.bytes.set(file, at);
      expect(parts.compileFile(dialect, at, file.length, 0, roomBytes), `${dialect} ${at} ${roomBytes}`).not.toBe(
        REFUSED,
      );
    }
  });
});
