/** assembly/match/, the engines: each against a naive match, not against each other (RFC 9309 §2.2.2 and §2.2.3). */
import { describe, expect, it } from "vitest";
import {
  ALLOW,
  ALLOWED,
  ANCHORED,
  ANY_URL,
  DECISIONS_BEFORE,
  HAS_WILDCARD,
  INDEX_BEFORE,
  INPUT,
  MAX_URL_BYTES,
  NOT_NORMALISED,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  PROGRAM_WRITTEN,
  RESULTS,
  URL_NUL_ENDS,
  URL_SKIPS_SLASHES,
  URL_UPPER_CASE,
  WANTS_INDEX,
  WANTS_ROOM,
} from "../../bindings/core/layout.ts";
import { tablesOf } from "../support/tables.ts";
import {
  below,
  charactersOf,
  dialectAt,
  holds,
  letters,
  names,
  oneIn,
  pick,
  place,
  putDialect,
  putProgram,
  Room,
  same,
  show,
  type TestDialect,
  times,
  words,
} from "./memory.ts";
import { type NaiveRule, naiveDecide, naiveDecision, naiveLongMatches, naiveMatches } from "./models.ts";

const { itEach } = tablesOf(import.meta.url);

const [PATH, PROGRAM, INDEX, NOTES, OUT] = [place(0), place(1), place(2), place(6), place(5)];
const NOTES_END = place(14);
const NO_DECISION = 0xffffffff;

const flagsOf = ({ pattern, isAnchored, isAllowed }: NaiveRule): number =>
  (isAllowed ? ALLOW | ALLOWED : 0) | (isAnchored ? ANCHORED : 0) | (pattern.includes(0) ? HAS_WILDCARD : 0);

const showRules = (rules: readonly NaiveRule[]): string =>
  `${rules.length} rules ${rules.slice(0, 8).map(({ pattern, isAnchored }) => show(pattern) + (isAnchored ? "$" : ""))}`;

const decisionOf = (rules: readonly NaiveRule[], rank: number): number => (rank << 1) | Number(rules[rank]!.isAllowed);

/** Writes the program of the rules, and an index of it if there are any. Returns the index, or 0. */
function putRules(room: Room, rules: readonly NaiveRule[], dialect = 1, flags = 0): number {
  putProgram(
    room,
    PROGRAM,
    rules.map((rule) => ({ pattern: rule.pattern, flags: flagsOf(rule) })),
    dialect,
    flags,
  );
  if (rules.length === 0) return 0;
  const bytes = room.parts.indexBytes(PROGRAM);
  // Numbers of children, as an older index leaves them.
  room.bytes.fill(1, INDEX, INDEX + bytes + 256);
  const end = room.parts.buildIndex(PROGRAM, INDEX, bytes);
  expect(end).toBeGreaterThan(INDEX);
  expect(end).toBeLessThanOrEqual(INDEX + bytes);
  same(
    room.slice(INDEX + bytes, INDEX + bytes + 256).every((byte) => byte === 1),
    true,
    () => "behind the index",
  );
  return INDEX;
}

/** A pattern that has much of the path, up to `stars` wildcards, and now and then another byte. */
function patternLike(path: Buffer, stars: number, from: string): Buffer {
  const piece = (): Buffer => {
    const start = below(path.length);
    return oneIn(2) ? letters(1 + below(3), 50, from) : path.subarray(start, start + 1 + below(pick([3, 20, 40])));
  };
  const head = oneIn(2)
    ? Buffer.concat([Buffer.from("/"), letters(below(4), 60, from)])
    : path.subarray(0, 1 + below(pick([4, 20, 40, path.length])));
  const pattern = Buffer.concat([head, ...times(below(stars + 1), () => [Buffer.of(0), piece()]).flat()]);
  const at = 1 + below(pattern.length);
  if (oneIn(6) && pattern[at]) pattern[at] = pattern[at]! ^ 3 || 0x61;
  return pattern;
}

const PATH_BYTES = [0, 1, 2, 3, 5, 8, 15, 16, 17, 18, 31, 32, 33, 48, 64];
const anyPath = (from: string): Buffer =>
  Buffer.concat([Buffer.from("/"), letters(pick(PATH_BYTES), pick([50, 80, 95]), from)]);

function anyRules(paths: readonly Buffer[], from: string): NaiveRule[] {
  const rules = times(1 + below(pick([3, 9, 20, 40])), () => ({
    pattern: patternLike(pick(paths), 3, from),
    isAnchored: oneIn(4),
    isAllowed: oneIn(2),
  }));
  const start = oneIn(2) ? Buffer.of(0) : Buffer.from(pick(["", "a", "-", ".", "\0a\0b", "b\0"]));
  if (oneIn(5))
    rules.splice(below(rules.length), 0, {
      pattern: Buffer.concat([start, letters(1 + below(3), 50, from)]),
      isAnchored: oneIn(2),
      isAllowed: true,
    });
  if (oneIn(8)) rules.push({ pattern: Buffer.alloc(0), isAnchored: oneIn(2), isAllowed: true });
  return rules;
}

describe.each(names)("%s: scan.ts, search.ts and index-builder.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  function check(
    rules: readonly NaiveRule[],
    paths: readonly Buffer[],
    bests: readonly number[],
    matches = naiveMatches,
  ): void {
    const index = putRules(room, rules);
    for (const path of paths) {
      const at = room.putAnywhere(PATH, path);
      for (const best of bests) {
        const wanted = naiveDecision(rules, path, best, matches);
        const what = (): string => `${show(path)} below ${best} by ${showRules(rules)}`;
        same(parts.scan(PROGRAM, at, at + path.length, best) >>> 0, wanted, () => `scan ${what()}`);
        if (index !== 0)
          same(parts.searchIndex(PROGRAM, index, at, at + path.length, best) >>> 0, wanted, () => `search ${what()}`);
      }
    }
  }

  it("scan and searchIndex give the first rule that matches, if it is below the best so far", () => {
    holds(300, () => {
      const from = pick(["ab", "ab/", "abcdefghijklmnopqrstuvwxyz", "a\x80\xff"]);
      const paths = times(4, () => anyPath(from));
      const rules = anyRules(paths, from);
      check(rules, [...paths, Buffer.from("/")], [NO_DECISION, decisionOf(rules, below(rules.length))]);
    });
  });

  it("a program without rules decides nothing", () => check([], [Buffer.from("/"), Buffer.from("/a")], [NO_DECISION]));

  it.each([1, 2, 8, 15, 16, 17, 18, 33, 60, 200])(
    "a node with %i children finds each of them, and no other",
    (count) => {
      const byte = (k: number): number => 1 + ((k * 7) % 254);
      const rules = times(count, (k) => ({
        pattern: Buffer.of(0x2f, 0x78, byte(k)),
        isAnchored: false,
        isAllowed: k % 2 === 0,
      }));
      check(
        rules,
        times(254, (k) => Buffer.of(0x2f, 0x78, 1 + k, 0x61)),
        [NO_DECISION],
      );
    },
  );

  it.each([1, 7, 8, 9, 14, 15, 16, 17, 24, 40, 94])("each of %i pieces behind one wildcard is found", (count) => {
    // Three bytes of its own, so that the sieve has no other piece's bits for it.
    const piece = (k: number): Buffer => Buffer.alloc(3, 0x21 + ((k * 37) % 94));
    const rules = times(count, (k) => ({
      pattern: Buffer.concat([Buffer.from("/\0"), piece(k)]),
      isAnchored: false,
      isAllowed: k % 2 === 0,
    }));
    check(
      rules,
      times(94, (k) => Buffer.concat([Buffer.from("/zy"), piece(k)])),
      [NO_DECISION],
    );
  });

  it.each([14, 15, 16, 17, 18, 31, 32, 33, 34, 64])("a label of %i bytes is compared to its last byte", (length) => {
    const label = letters(length, 0, "abcdefgh");
    const pattern = Buffer.concat([Buffer.from("/x"), label]);
    const paths = times(length, (i) => {
      const path = Buffer.concat([pattern, Buffer.from("y")]);
      path[2 + i]! ^= 1;
      return path;
    });
    check(
      [{ pattern, isAnchored: false, isAllowed: true }],
      [...paths, pattern, pattern.subarray(0, -1)],
      [NO_DECISION],
    );
  });

  itEach<[title: string, pattern: string, isAnchored: boolean, paths: string[]]>(
    "%s (RFC 9309 §2.2.3)",
    (_, pattern, isAnchored, paths) => {
      const rule = { pattern: Buffer.from(pattern), isAnchored, isAllowed: true };
      // So often that each path meets every kind of bytes behind it.
      const each = paths.flatMap((path) => times(120, () => Buffer.from(path)));
      check([rule], each, [NO_DECISION]);
    },
  );

  /** Rules of pieces of a long path, and paths on which the budgets of turns are spent. */
  function longRules(path: Buffer, count: number): NaiveRule[] {
    const piece = (): Buffer => {
      const start = below(path.length);
      const cut = Buffer.from(path.subarray(start, start + pick([1, 3, 8, 16, 31, 32, 33, 40])));
      if (oneIn(2)) cut[below(cut.length)]! ^= pick([3, 16]);
      return cut;
    };
    return times(count, () => {
      const pieces = [...times(1 + below(3), piece), ...(oneIn(3) ? [path.subarray(-(1 + below(40)))] : [])];
      const pattern = Buffer.concat([Buffer.from("/"), ...pieces.flatMap((one) => [Buffer.of(0), one])]);
      return { pattern, isAnchored: oneIn(2), isAllowed: oneIn(2) };
    });
  }

  it("scan and searchIndex decide long paths by notes, with the first rule that matches in any place", () => {
    holds(10, () => {
      const from = pick(["ab", "abcd"]);
      const path = Buffer.concat([Buffer.from("/"), letters(3000 + below(3000), pick([0, 90, 99]), from)]);
      const rules = longRules(path, pick([40, 63, 64, 70, 200]));
      const without = rules.filter((rule) => !naiveLongMatches(rule, path));
      const late = [...without, ...rules.filter((rule) => naiveLongMatches(rule, path)).slice(0, 2)];
      for (const list of [rules, late, late.toReversed(), without].filter(({ length }) => length > 0)) {
        const index = putRules(room, list);
        const at = room.putAnywhere(PATH, path);
        const wanted = naiveDecision(list, path, NO_DECISION, naiveLongMatches);
        for (const part of ["scan", "searchIndex"]) {
          parts.offerRoom(NOTES, NOTES_END);
          const given = part === "scan" ? [PROGRAM] : [PROGRAM, index];
          const got = parts[part]!(...given, at, at + path.length, NO_DECISION) >>> 0;
          parts.offerRoom(0, 0);
          same(parts.takeRoomWanted(), 0, () => "room was offered");
          same(got, wanted, () => `${part} ${show(path)} by ${showRules(list)}`);
        }
      }
    });
  });

  /** Rules that a path all reaches, each with a second piece; turns are counted for these and for twice as many. */
  const reaching = (count: number): { rules: NaiveRule[]; path: Buffer } => {
    const piece = (i: number): string => `x${i.toString(36).padStart(3, "0")}`;
    const rules = times(count, (i) => ({
      pattern: Buffer.from(`/\0${piece(i)}\0Z`),
      isAnchored: false,
      isAllowed: false,
    }));
    return { rules, path: Buffer.from(`/${times(count, piece).join("")}`) };
  };

  itEach<[title: string, patterns: string[], start: string, end: string, isMatch: boolean, later?: string[]]>(
    "after the budget is spent: %s (RFC 9309 §2.2.3)",
    (_, patterns, start, end, isMatch, later = []) => {
      // What is reached first is looked up last, by notes.
      const { rules, path } = reaching(1000);
      const ruleOf = (pattern: string): NaiveRule => ({
        ...{ pattern: Buffer.from(pattern.replace("$", "")), isAnchored: pattern.endsWith("$"), isAllowed: false },
      });
      const list = [...patterns.map(ruleOf), ...rules, ...later.map(ruleOf)];
      const index = putRules(room, list);
      const text = Buffer.from(`/${start}${path.toString().slice(1)}${end}`);
      const at = room.put(PATH, text);
      for (const part of ["scan", "searchIndex"]) {
        parts.offerRoom(NOTES, NOTES_END);
        const given = part === "scan" ? [PROGRAM] : [PROGRAM, index];
        same(parts[part]!(...given, at, at + text.length, NO_DECISION), isMatch ? 0 : -1, () => part);
        parts.offerRoom(0, 0);
      }
    },
  );

  it.each(["scan", "searchIndex"])("%s takes few turns where a path reaches every rule, with notes", (part) => {
    const turnsOf = (count: number): number => {
      const { rules, path } = reaching(count);
      const index = putRules(room, rules);
      const at = room.put(PATH, path);
      parts.offerRoom(NOTES, NOTES_END);
      const given = part === "scan" ? [PROGRAM] : [PROGRAM, index];
      const turns = room.turns(() => {
        same(parts[part]!(...given, at, at + path.length, NO_DECISION), -1, () => "no rule matches");
      });
      parts.offerRoom(0, 0);
      return turns;
    };
    expect(turnsOf(2000) / turnsOf(1000)).toBeLessThan(2.3);
  });

  it.each([5, 70])("searchIndex takes few turns where nearly every start of %i rules is walked in vain", (count) => {
    const rules = times(count, (i) => {
      const pattern = Buffer.concat([Buffer.from("/\0"), letters(300, 100), Buffer.from(`b${i}`)]);
      return { pattern, isAnchored: false, isAllowed: false };
    });
    const index = putRules(room, rules);
    const path = Buffer.concat([Buffer.from("/"), letters(6000, 100)]);
    const at = room.put(PATH, path);
    parts.offerRoom(NOTES, NOTES_END);
    const turns = room.turns(() => parts.searchIndex(PROGRAM, index, at, at + path.length, NO_DECISION));
    parts.offerRoom(0, 0);
    expect(turns).toBeLessThan(count === 5 ? 95_000 : 60_000);
  });

  it("without room, a decision that takes long wants some and decides nothing", () => {
    const { rules, path } = reaching(1000);
    const index = putRules(room, rules);
    const at = room.put(PATH, path);
    parts.offerRoom(0, 0);
    for (const call of [
      () => parts.scan(PROGRAM, at, at + path.length, NO_DECISION),
      () => parts.searchIndex(PROGRAM, index, at, at + path.length, NO_DECISION),
    ]) {
      parts.takeRoomWanted();
      call();
      same(parts.takeRoomWanted(), 1, () => "room is wanted");
    }
  });

  it("an index that has been searched 2^32 times is given up, and the program is scanned", () => {
    const rules = [{ pattern: Buffer.from("/\0b"), isAnchored: false, isAllowed: true }];
    const index = putRules(room, rules);
    room.putWords(PROGRAM - INDEX_BEFORE, index);
    room.putWords(index, NO_DECISION - 1);
    const at = room.put(PATH, Buffer.from("/ab"));
    for (const wanted of [index, 0]) {
      same(parts.searchIndex(PROGRAM, index, at, at + 3, NO_DECISION), 1, () => "the decision");
      same(room.u32(PROGRAM - INDEX_BEFORE), wanted, () => "the index");
    }
  });

  it("buildIndex in less room gives an index that decides, or 0, and writes nothing behind the room", () => {
    holds(3, () => {
      const from = pick(["ab", "abcdefghijklmnopqrstuvwxyz"]);
      const paths = times(3, () => anyPath(from));
      const rules = anyRules(paths, from);
      putRules(room, rules);
      const bytes = parts.indexBytes(PROGRAM);
      for (let roomBytes = 0; roomBytes <= bytes; roomBytes += 16) inRoom(roomBytes, rules, paths);
    });

    function inRoom(roomBytes: number, rules: readonly NaiveRule[], paths: readonly Buffer[]): void {
      room.bytes.fill(0xdd, INDEX, INDEX + roomBytes + 4096);
      const end = parts.buildIndex(PROGRAM, INDEX, roomBytes);
      same(
        room.slice(INDEX + roomBytes, INDEX + roomBytes + 4096).every((byte) => byte === 0xdd),
        true,
        () => `behind ${roomBytes} bytes`,
      );
      for (const path of end === 0 ? [] : paths) {
        const at = room.putAnywhere(PATH, path);
        const wanted = naiveDecision(rules, path, NO_DECISION);
        same(
          parts.searchIndex(PROGRAM, INDEX, at, at + path.length, NO_DECISION) >>> 0,
          wanted,
          () => `${show(path)} by ${showRules(rules)}`,
        );
      }
    }
  });

  it.each([
    ["patterns that begin each other", (n: number) => times(Math.sqrt(n), (i) => Buffer.from(`/${"a".repeat(i)}`))],
    ["wildcards only", (n: number) => [Buffer.from(`/${"\0a".repeat(n / 2)}`)]],
    ["different bytes", (n: number) => times(n / 4, (i) => Buffer.from(`/${i}`))],
  ])("buildIndex takes turns in line with the patterns: %s", (_, make) => {
    const turnsOf = (n: number): number => {
      const rules = make(n).map((pattern) => ({ pattern, isAnchored: false, isAllowed: false }));
      putProgram(
        room,
        PROGRAM,
        rules.map((rule) => ({ pattern: rule.pattern, flags: flagsOf(rule) })),
      );
      const bytes = parts.indexBytes(PROGRAM);
      return room.turns(() => expect(parts.buildIndex(PROGRAM, INDEX, bytes)).toBeGreaterThan(0));
    };
    expect(turnsOf(8192) / turnsOf(4096)).toBeLessThan(2.6);
  });
});

const RESERVED = charactersOf("/:?@");
const UNRESERVED = charactersOf("abcAB*$.~");
const DIALECT = 5;

/** A dialect with an index of special bytes that fits its form, as bindings/core/engine/dialect-bytes.ts makes them. */
function putUrlDialect(room: Room): TestDialect {
  const flags = [URL_NUL_ENDS, URL_SKIPS_SLASHES, URL_UPPER_CASE, ANY_URL]
    .filter(() => oneIn(2))
    .reduce((all, one) => all | one, 0);
  const encode = [0, ...(oneIn(2) ? charactersOf(' "<>\r\t') : []), ...(oneIn(2) ? times(128, (i) => 128 + i) : [])];
  const [decode, decodeInQuery] = oneIn(3) ? [[], []] : [UNRESERVED, oneIn(2) ? RESERVED : []];
  const form = { encode, decode, decodeInQuery };
  const dialect: TestDialect = {
    ...{ flags, lineCapBytes: 0, pattern: form, url: form, token: [], wildcards: false, names: [], patternSpecial: [] },
    urlSpecial: [...encode, ...charactersOf("#\n%")],
  };
  putDialect(room, dialectAt(DIALECT), dialect);
  return dialect;
}

const URL_STARTS = [
  "",
  "",
  "http://a.b",
  "https://abc.example",
  "HTTP://a",
  "ftp://a.b",
  "//a.b",
  "a.b",
  "http:/",
  "x:",
  "http://",
  "?",
  "/",
];
const URL_PIECES = [
  ...[
    "/",
    "/",
    "/",
    "a",
    "b",
    "ab",
    "%61",
    "%2F",
    "%2f",
    "%3f",
    "%3a",
    "%E4",
    "%e4",
    "%",
    "?",
    "?",
    ";",
    "#",
    "\0",
    " ",
    "\xe4",
    "<",
  ],
  ...["/robots.txt", "//robots.txt", "aaaaaaaaaaaaaaa", ":", "@"],
];
/** Patterns as they stand in a program: canonical. */
const PATTERN_PIECES = [
  "/",
  "a",
  "b",
  "ab",
  "\0",
  "?",
  "%2F",
  "%2f",
  ":",
  "/",
  "%E4",
  "\xe4",
  "%20",
  "robots",
  ";",
  "@",
  "%00",
];

const anyUrl = (): string => pick(URL_STARTS) + words(below(7), URL_PIECES).toString("latin1");
/** No two wildcards in a row, and none at the end (docs/format.md). */
const withoutIdleWildcards = (pattern: Buffer): Buffer =>
  Buffer.from(pattern.toString("latin1").replaceAll(/\0+/g, "\0").replace(/\0$/, ""), "latin1");
const urlRules = (): NaiveRule[] =>
  times(below(8), () => ({
    pattern: withoutIdleWildcards(Buffer.concat([Buffer.from("/"), words(below(5), PATTERN_PIECES)])),
    isAnchored: oneIn(4),
    isAllowed: oneIn(2),
  }));

describe.each(names)("%s: decide.ts and lines.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  /** Writes rules and a dialect, with or without an index, and returns what a URL's decision should be. */
  function putAll(rules: readonly NaiveRule[] = urlRules()): (url: string) => number {
    const dialect = putUrlDialect(room);
    const isExempt = oneIn(2);
    const index = putRules(room, rules, DIALECT, isExempt ? PROGRAM_ROBOTS_TXT_ALLOWED : 0);
    if (oneIn(2)) room.putWords(PROGRAM - INDEX_BEFORE, index);
    return (url) => naiveDecide(rules, url, dialect, isExempt);
  }

  it("decide and decideUrlAt decide a URL as it is written by its path in canonical form (RFC 9309 §2.2.2)", () => {
    holds(450, () => {
      const rules = urlRules();
      const wantedFor = putAll(rules);
      for (const url of times(5, anyUrl)) {
        const what = (): string => `${JSON.stringify(url)} by ${showRules(rules)}`;
        const text = Buffer.from(url, "latin1");
        const at = (): number => room.putAnywhere(PATH + 16, text);
        const wanted = wantedFor(url);
        let start = at();
        same(parts.decide(PROGRAM, start, start + text.length, OUT, 1), wanted, what);
        start = at();
        same(parts.decideUrlAt(PROGRAM, start, start + text.length, NOTES, NOTES_END), wanted, what);
      }
    });
  });

  it("a program decides in all readings, unless it says that texts count as they are written", () => {
    putUrlDialect(room);
    for (const flags of [0, PROGRAM_WRITTEN]) {
      putRules(room, [{ pattern: Buffer.from("/x"), isAnchored: false, isAllowed: false }], DIALECT, flags);
      same(parts.isWritten(PROGRAM), Number(flags !== 0), () => `flags ${flags}`);
      for (const url of ["/x?", "cart"]) {
        const at = room.putAnywhere(PATH + 16, Buffer.from(url));
        const [asWritten, asked] = [1, 0].map((one) => parts.decide(PROGRAM, at, at + url.length, OUT, one));
        same(asked!, flags === 0 ? NOT_NORMALISED : asWritten!, () => `${url}, flags ${flags}`);
      }
      room.put(INPUT, Buffer.from("/x?"));
      same(parts.decideWithRoom(PROGRAM, INPUT + 3, NOTES, NOTES_END), flags === 0 ? NOT_NORMALISED : 0, () => "/x?");
    }
    const at = room.putAnywhere(PATH + 16, Buffer.from("/x#f"));
    same(parts.decideNoncanonical(PROGRAM, at, at + 4, DIALECT, OUT), 0, () => "/x#f");
  });

  it("every byte of /robots.txt counts, and what follows it is a query or nothing (§2.2.2)", () => {
    const rules = [{ pattern: Buffer.from("/"), isAnchored: false, isAllowed: false }];
    for (const flags of [0, PROGRAM_ROBOTS_TXT_ALLOWED]) {
      putUrlDialect(room);
      putRules(room, rules, DIALECT, flags);
      const others = times(11, (i) =>
        Buffer.from("/robots.txt")
          .fill(0x7e, i, i + 1)
          .toString(),
      ).slice(1);
      for (const path of [
        "/robots.txt",
        "/robots.txt?",
        "/robots.txt?a",
        "/robots.txta",
        "/robots.txt/",
        "/robots.tx",
        ...others,
      ]) {
        const at = room.put(PATH, Buffer.from(path), Buffer.from(path.length < 11 ? "t?" : "?"));
        const wanted = flags !== 0 && /^\/robots\.txt(\?|$)/.test(path) ? -3 : 0;
        same(parts.decidePath(PROGRAM, at, at + path.length, NO_DECISION), wanted, () => path);
      }
    }
  });

  it("decidePath scans a program without an index, and searches the index of another", () => {
    const rule = { pattern: Buffer.from("/a"), isAnchored: false, isAllowed: true };
    const index = putRules(room, [rule]);
    const at = room.put(PATH, Buffer.from("/abc"));
    // With a rule that the index does not have, it shows which of the two decides.
    putProgram(room, PROGRAM, [{ pattern: Buffer.from("/"), flags: 0 }], DIALECT);
    const decide = (best: number): number => parts.decidePath(PROGRAM, at, at + 4, best);
    same(decide(NO_DECISION), 0, () => "by the program");
    room.putWords(PROGRAM - INDEX_BEFORE, index);
    same(decide(NO_DECISION), 1, () => "by the index");
    same(decide(0), 0, () => "below the best");
  });

  it("wantsIndex asks once: at 32 decisions, and with up to four literal rules at 128", () => {
    const literal = { pattern: Buffer.from("/a"), isAnchored: false, isAllowed: true };
    const wild = { pattern: Buffer.from("/\0a"), isAnchored: false, isAllowed: true };
    const cases = [
      [[], 0],
      [[literal], 128],
      [[literal, wild], 0],
      [times(4, () => literal), 128],
      [times(4, () => wild), 0],
      [times(5, () => literal), 32],
      [times(5, () => wild), 32],
    ] as const;
    for (const [rules, after] of cases)
      for (const step of [1, 3, 31, 200]) {
        putProgram(
          room,
          PROGRAM,
          rules.map((rule) => ({ pattern: rule.pattern, flags: flagsOf(rule) })),
        );
        const asked = times(300, () => parts.wantsIndex(PROGRAM, step));
        const wanted = times(300, (i) => Number(after > 0 && (i + 1) * step >= after && i * step < after));
        same(String(asked), String(wanted), () => `${rules.length} rules, ${step} decisions a time`);
        room.putWords(PROGRAM - INDEX_BEFORE, 1);
        room.putWords(PROGRAM - DECISIONS_BEFORE, after - 1);
        same(parts.wantsIndex(PROGRAM, 1), 0, () => "with an index");
      }
  });

  const lineOf = (url: string): string => url.replaceAll(/[\n\r]/g, "");

  it("decideLines decides each line as decide does, and no byte behind the chunk", () => {
    holds(300, () => {
      const wantedFor = putAll();
      // Two chunks in turn: the origin of the first must not be known in the second.
      for (const lines of times(2, () =>
        times(below(6), () => lineOf(oneIn(3) ? `http://a.b/${anyUrl()}` : anyUrl())),
      )) {
        const text = lines.map((url) => `${url}${pick(["\n", "\r\n"])}`).join("");
        const chunk = Buffer.from(text, "latin1");
        room.put(INPUT, chunk, Buffer.from(pick(["\n", "\r\n", "http://a.b/\n", "x"])));
        room.bytes.fill(0xee, RESULTS, RESULTS + 64);
        const what = (): string => JSON.stringify(text);
        same(parts.decideLines(PROGRAM, chunk.length, 1), lines.length, what);
        const verdicts = Buffer.from(lines.map((url) => wantedFor(url) & 1));
        same(
          show(room.slice(RESULTS, RESULTS + lines.length + 1)),
          show(Buffer.concat([verdicts, Buffer.of(0xee)])),
          what,
        );
      }
    });
  });

  it("decideLines looks at what is special before a CR, which is special itself where it is escaped", () => {
    const form = { encode: [0x0d], decode: charactersOf("b"), decodeInQuery: [] };
    const urlSpecial = charactersOf("\r\n#%");
    putDialect(room, dialectAt(DIALECT), { ...putUrlDialect(room), pattern: form, url: form, urlSpecial });
    putRules(room, [{ pattern: Buffer.from("/b"), isAnchored: false, isAllowed: false }], DIALECT);
    for (const end of ["\n", "\r\n"]) {
      const chunk = Buffer.from(["http://a.b/%62", "http://a.b/a#", "http://a.b/%61b", "http://a.b/b"].join(end) + end);
      room.put(INPUT, chunk);
      same(parts.decideLines(PROGRAM, chunk.length, 1), 4, () => "lines");
      same(String([...room.slice(RESULTS, RESULTS + 4)]), "0,1,1,0", () => JSON.stringify(end));
    }
  });

  it("decideLines knows the origin of the line before, and no longer one", () => {
    putUrlDialect(room);
    putRules(room, [{ pattern: Buffer.from("/b"), isAnchored: false, isAllowed: false }], DIALECT);
    const lines = [
      "http://a.example/b",
      "http://a.example/c",
      "http://a.examplf/b",
      "http://a.example:1/b",
      "http://a.example/",
      "http://a.exampl",
      "/b",
      "http://b/b",
      "http://b/",
      "http://c.b/b",
    ];
    const chunk = Buffer.from(`${lines.join("\n")}\n`);
    room.put(INPUT, chunk);
    same(parts.decideLines(PROGRAM, chunk.length, 1), lines.length, () => "lines");
    same(String([...room.slice(RESULTS, RESULTS + lines.length)]), "0,1,0,0,1,1,0,0,1,0", () => lines.join(" "));
  });

  it.each([0, -1, 1])("decideLines takes lines of 8,192 bytes: %i more", (more) => {
    putUrlDialect(room);
    putRules(room, [], DIALECT);
    const chunk = Buffer.from(`/\n/${"a".repeat(MAX_URL_BYTES - 1 + more)}\n/\n`);
    room.put(INPUT, chunk);
    same(parts.decideLines(PROGRAM, chunk.length, 1), more > 0 ? -1 : 3, () => "lines");
  });

  it("decideLines wants room once where a line takes long", () => {
    putUrlDialect(room);
    const piece = (i: number): string => `x${i.toString(36).padStart(3, "0")}`;
    const rules = times(1000, (i) => ({
      pattern: Buffer.from(`/\0${piece(i)}\0Z`),
      isAnchored: false,
      isAllowed: false,
    }));
    putRules(room, rules, DIALECT);
    parts.offerRoom(0, 0);
    for (const [text, wanted] of [
      [`/${times(1000, piece).join("")}\n`, -1],
      ["/a\n", 1],
    ] as const) {
      room.put(INPUT, Buffer.from(text));
      same(parts.decideLines(PROGRAM, text.length, 1), wanted, () => text.slice(0, 20));
    }
  });
});

describe("parts: decideUrl in decide.ts and countLines in lines.ts", () => {
  const room = new Room("parts");
  const { parts } = room;
  const many = (count: number): NaiveRule[] =>
    times(count, (i) => ({ pattern: Buffer.from(`/\0x${i}y\0b`), isAnchored: false, isAllowed: false }));
  const call = (url: string): number => {
    room.put(INPUT, Buffer.from(url, "latin1"));
    return parts.decideUrl(PROGRAM, url.length, 1);
  };

  it("decideUrl decides what lies in INPUT as it is written", () => {
    holds(600, () => {
      const dialect = putUrlDialect(room);
      const rules = urlRules();
      putRules(room, rules, DIALECT);
      const url = anyUrl();
      same(call(url), naiveDecide(rules, url, dialect, false), () => `${JSON.stringify(url)} by ${showRules(rules)}`);
    });
  });

  it("decideUrl wants an index once, at the 32nd decision", () => {
    putUrlDialect(room);
    putProgram(
      room,
      PROGRAM,
      many(5).map((rule) => ({ pattern: rule.pattern, flags: flagsOf(rule) })),
      DIALECT,
    );
    const asked = times(40, (i) => (call("/a") === WANTS_INDEX ? i + 1 : 0)).filter(Boolean);
    same(String(asked), "32", () => "when an index is wanted");
  });

  it("decideUrl wants room for a long path, also after another call has offered some", () => {
    putUrlDialect(room);
    const index = putRules(room, many(1500), DIALECT);
    room.putWords(PROGRAM - INDEX_BEFORE, index);
    const url = `/${times(1500, (i) => `x${i}y`).join("")}`;
    same(call(url), WANTS_ROOM, () => "no room");
    const at = room.put(PATH, Buffer.from(url));
    const canonicalAt = NOTES;
    same(parts.decideUrlAt(PROGRAM, at, at + url.length, canonicalAt, NOTES_END), -1, () => "with room");
    room.bytes.fill(0xcc, NOTES, NOTES_END);
    same(call(url), WANTS_ROOM, () => "the room is gone");
    same(
      room.slice(NOTES, NOTES + 0x10000).every((byte) => byte === 0xcc),
      true,
      () => "and is left as it is",
    );
    same(call("/a"), -1, () => "a short path needs none");
  });

  it("countLines counts LF in the chunk alone", () => {
    holds(100, () => {
      const text = letters(pick([0, 1, 15, 16, 17, 100]), 80, "a\n");
      room.put(INPUT, text, Buffer.from("\n"));
      same(parts.countLines(text.length), text.filter((byte) => byte === 0x0a).length, () => show(text));
    });
  });
});
