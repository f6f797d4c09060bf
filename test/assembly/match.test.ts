/** assembly/match/, the parts below the engines: programs, ranks, strings in a path, sieves, children. */
import { describe, expect, it } from "vitest";
import {
  DIALECT_AT,
  DIALECT_BYTES,
  DIALECTS,
  FAILURE,
  HEADER_BYTES,
  MAX_DIALECTS,
  RULE_BYTES,
} from "../../bindings/core/layout.ts";
import {
  below,
  changed,
  EDGES,
  holds,
  letters,
  names,
  oneIn,
  pick,
  place,
  putProgram,
  Room,
  same,
  show,
  times,
} from "./memory.ts";

const [TEXT, STRINGS, SPARE, PROGRAM, NOTES] = [place(0), place(1), place(2), place(3), place(6)];
const NOTES_END = place(14);
const NOT_FOUND = -1;
/** Where a string stands first from an offset on. */
const naiveFind = (text: Buffer, string: Buffer, from: number): number => text.indexOf(string, from);

describe.each(names)("%s: program.ts and ranks.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;
  const patternsOf = (lengths: readonly number[]): { pattern: Buffer; flags: number; line: number }[] =>
    lengths.map((length, i) => ({ pattern: letters(length, 80), flags: below(64), line: i * 1000 }));

  it("a program's rules, patterns, flags and dialect stand where docs/format.md says", () => {
    for (const dialect of [0, 1, 5, 7]) {
      const rules = patternsOf([3, 0, 17]);
      putProgram(room, PROGRAM, rules, dialect);
      same(parts.ruleCountOf(PROGRAM), 3, () => "rules");
      same(parts.rulesOf(PROGRAM), PROGRAM + HEADER_BYTES, () => "where rules start");
      const patterns = PROGRAM + HEADER_BYTES + 3 * RULE_BYTES;
      same(parts.patternsOf(PROGRAM), patterns, () => "where patterns start");
      same(parts.dialectOf(PROGRAM), DIALECTS + dialect * DIALECT_BYTES, () => "the dialect");
      room.bytes[PROGRAM + DIALECT_AT] = dialect + MAX_DIALECTS;
      same(parts.dialectOf(PROGRAM), DIALECTS + dialect * DIALECT_BYTES, () => "no place behind the dialects");
      parts.expectProgram(PROGRAM);
      const ends = [3, 3, 20];
      rules.forEach(({ flags, line }, rank) => {
        const rule = PROGRAM + HEADER_BYTES + rank * RULE_BYTES;
        same(parts.ruleOfRank(rank), rule, () => "a rule by rank");
        same(parts.patternEndOf(rule), ends[rank], () => "the end of a pattern");
        same(parts.flagsOf(rule), (line << 6) | flags, () => "line and flags");
        same(parts.decisionOf(rule, rank), (rank << 1) | ((flags >> 1) & 1), () => "a decision");
        same(parts.startOfRank(rank), patterns + (ends[rank - 1] ?? 0), () => "the start of a pattern");
        same(parts.endOfRank(rank), patterns + ends[rank]!, () => "the end of a pattern");
      });
    }
  });

  it("sortRanks sorts by pattern, and equal patterns keep their order", () => {
    holds(150, () => {
      const count = pick([0, 1, 2, 7, 8, 9, 15, 16, 17, 24, 25, 33, 64, 65, 100]);
      const rules = patternsOf(times(count, () => below(20)));
      putProgram(room, PROGRAM, rules);
      parts.expectProgram(PROGRAM);
      room.putWords(TEXT, ...rules.keys());
      room.bytes.fill(0xff, SPARE, SPARE + 4 * count);
      let at = 0;
      const turns = room.turns(() => {
        at = parts.sortRanks(TEXT, count, SPARE);
      });
      const byPattern = (a: number, b: number): number => Buffer.compare(rules[a]!.pattern, rules[b]!.pattern);
      same(String(room.words(at, count)), String([...rules.keys()].toSorted(byPattern)), () => `${count} ranks`);
      expect(turns).toBeLessThanOrEqual(20 * count * (1 + Math.log2(count + 1)));
    });
  });
});

describe.each(names)("%s: find.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("find finds the first place of a string, however its letters repeat", () => {
    holds(1500, () => {
      const alike = pick([50, 80, 95, 99]);
      const text = letters(pick([...EDGES, 400, 600, 1000]), alike);
      const string = oneIn(3)
        ? letters(pick(EDGES), alike)
        : Buffer.from(text.subarray(Math.max(0, text.length - pick(EDGES))));
      const wantedString = oneIn(3) ? changed(string) : string;
      const [at, stringAt] = [room.putAnywhere(TEXT, text, wantedString), room.putAnywhere(STRINGS, wantedString)];
      room.spoilFailure();
      const from = oneIn(4) ? below(text.length + 2) : 0;
      const wanted = from > text.length ? -1 : naiveFind(text, wantedString, from);
      const got = parts.find(stringAt, wantedString.length, at + from, at + text.length);
      same(got, wanted < 0 ? NOT_FOUND : at + wanted, () => `${show(wantedString)} in ${show(text)} from ${from}`);
    });
  });

  /** Strings whose beginnings end them, so that the failure function matters. */
  const border = (): Buffer => {
    const piece = letters(1 + below(6), 60);
    const whole = Buffer.concat(times(2 + below(20), () => piece));
    return Buffer.concat([whole, oneIn(2) ? letters(below(4), 50) : whole.subarray(0, below(whole.length))]);
  };

  it("find finds strings with borders, also when the budget is spent", () => {
    holds(1200, () => {
      const string = border();
      // Many starts that fail late, and the string in the end.
      const almost = Buffer.concat([string.subarray(0, -1), Buffer.of(string.at(-1)! ^ 3)]);
      const text = Buffer.concat([
        ...times(below(40), () => pick([almost, string.subarray(0, below(string.length))])),
        pick([string, almost]),
        letters(below(20)),
      ]);
      const [at, stringAt] = [room.putAnywhere(TEXT, text), room.putAnywhere(STRINGS, string)];
      room.spoilFailure();
      const wanted = naiveFind(text, string, 0);
      const got = parts.find(stringAt, string.length, at, at + text.length);
      same(got, wanted < 0 ? NOT_FOUND : at + wanted, () => `${show(string)} in ${show(text)}`);
    });
  });

  it.each([
    ["aaaa…b in aaaa…", letters(300, 100), Buffer.from("b"), letters(4000, 100)],
    ["abab…c in abab…", Buffer.from("ab".repeat(150)), Buffer.from("c"), Buffer.from("ab".repeat(2000))],
    ["baaa… in aaaa…", Buffer.from("b"), letters(300, 100), letters(4000, 100)],
    ["aaa…baaa… in aaaa…", Buffer.from(`${"a".repeat(150)}b`), letters(150, 100), letters(4000, 100)],
  ])("find takes a few turns for each byte: %s", (_, start, end, text) => {
    const string = Buffer.concat([start, end]);
    const [at, stringAt] = [room.put(TEXT, text), room.put(STRINGS, string)];
    let found = 0;
    const turns = room.turns(() => {
      found = parts.find(stringAt, string.length, at, at + text.length);
    });
    same(found, NOT_FOUND, () => "an absent string");
    expect(turns).toBeLessThanOrEqual(4 * (text.length + string.length));
  });

  it("find writes its failure function below the end of FAILURE's entries for the string", () => {
    const string = Buffer.concat([letters(300, 100), Buffer.from("b")]);
    room.spoilFailure();
    const [at, stringAt] = [room.put(TEXT, letters(4000, 100)), room.put(STRINGS, string)];
    parts.find(stringAt, 301, at, at + 4000);
    same(room.u32(FAILURE + 2 * 301), -1 >>> 0, () => "what lies behind the entries");
  });
});

describe.each(names)("%s: path-index.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  /** Writes a path and offers room for notes on it. */
  function putPath(text: Buffer, roomEnd = NOTES_END): number {
    const isInRoom = oneIn(2);
    const at = room.put(isInRoom ? NOTES + below(16) : TEXT + below(16), text, Buffer.from("a"));
    room.bytes.fill(0xff, NOTES + (isInRoom ? text.length + 32 : 0), NOTES + 0x40000);
    parts.offerRoom(NOTES, roomEnd);
    return at;
  }

  /** Compares answers from places in any order: they are kept, and one may be used for another. */
  function checkStrings(text: Buffer, at: number, strings: readonly Buffer[]): void {
    strings.forEach((string, k) => {
      // A string has one address, as patterns have.
      const stringAt = room.put(STRINGS + 512 * k, string);
      const first = Math.max(0, naiveFind(text, string, 0));
      for (let again = 0; again < 4; again++) {
        const from = pick([first, first + 1, below(text.length), 0, Math.max(0, text.length - below(40))]);
        const wanted = naiveFind(text, string, from);
        const got = parts.nextStart(stringAt, string.length, at + from);
        same(got, wanted < 0 ? NOT_FOUND : at + wanted, () => `${show(string)} in ${show(text)} from ${from}`);
      }
    });
    room.bytes.subarray(at, at + text.length).equals(text) || expect("the path").toBe("unchanged");
  }

  const someStrings = (text: Buffer): Buffer[] =>
    times(20, () => {
      // What begins at the end of the path and goes on behind it does not stand in it.
      if (oneIn(6)) return Buffer.concat([text.subarray(-pick(EDGES)), letters(1 + below(3), 100)]);
      const start = oneIn(6) ? Math.max(0, text.length - pick(EDGES)) : below(text.length);
      const string = Buffer.from(text.subarray(start, start + pick(EDGES)));
      return oneIn(4) ? changed(string) : string;
    }).filter((string) => string.length > 0);

  it("nextStart finds the first place from any other", () => {
    holds(60, () => {
      const text = letters(
        pick([1, 16, 70, 100, 257, 1000, 4000]),
        pick([0, 50, 90, 99]),
        pick(["ab", "abcdefgh", "ab/c"]),
      );
      const at = putPath(text);
      same(parts.indexPath(at, at + text.length, 0) > 1, true, () => "room");
      checkStrings(text, at, someStrings(text));
    });
  });

  it("nextStart finds strings whose rarest piece stands nearly everywhere", () => {
    holds(40, () => {
      const text = Buffer.concat([letters(2000, 100), letters(40, 50), letters(500 + below(200), 100)]);
      const at = putPath(text);
      parts.indexPath(at, at + text.length, 0);
      const strings = times(8, () => {
        const length = pick([16, 17, 31, 32, 33, 64]);
        return Buffer.from(text.subarray(oneIn(2) ? -length : 1950 + below(100)).subarray(0, length));
      });
      checkStrings(text, at, strings);
    });
  });

  it("nextStart finds a string at the end of the path whose pieces stand everywhere", () => {
    const text = Buffer.from(`/${"abb".repeat(500)}aba`);
    const at = putPath(text);
    parts.indexPath(at, at + text.length, 0);
    const string = room.put(STRINGS, Buffer.from("aba"));
    same(parts.nextStart(string, 3, at), at + text.length - 3, () => "the last place");
  });

  it("nextStart keeps answers about a string and about its beginning apart", () => {
    // Answers are kept by a hash of 10 bits, so some of so many pairs share a place.
    const text = letters(3000, 50);
    const at = putPath(text);
    parts.indexPath(at, at + text.length, 0);
    for (let start = 1000; start < text.length - 16; start++)
      for (const length of [15, 8, 9, 10, 11, 12]) {
        const wanted = at + naiveFind(text, text.subarray(start, start + length), 500);
        same(
          parts.nextStart(at + start, length, at + 500),
          wanted,
          () => `${length} bytes of ${start} in ${show(text)}`,
        );
      }
  });

  it("nextStart needs no room for a table that it has not", () => {
    holds(30, () => {
      const text = letters(1000, 90, "abc");
      // The header, and at most one or two tables.
      const at = putPath(text, NOTES + 1200 + 17_000 + pick([0, 60_000, 75_000, 145_000]));
      same(parts.indexPath(at, at + text.length, 0) > 1, true, () => "room");
      checkStrings(text, at, someStrings(text));
    });
  });

  it("indexPath reserves bytes for the caller behind the path, and writes nothing behind the room", () => {
    const text = letters(500, 80, "abc");
    for (const bytes of [0, 1000, 100_000]) {
      const at = putPath(text);
      const reserved = parts.indexPath(at, at + text.length, bytes);
      expect(reserved).toBeGreaterThanOrEqual(NOTES);
      room.bytes.fill(0xaa, reserved, reserved + bytes);
      checkStrings(text, at, someStrings(text));
      same(
        room.slice(reserved, reserved + bytes).every((byte) => byte === 0xaa),
        true,
        () => `${bytes} bytes`,
      );
    }
    const small = NOTES + 40_000;
    room.bytes.fill(0xbb, small, small + 0x40000);
    const at = room.put(TEXT, text);
    parts.offerRoom(NOTES, small);
    parts.indexPath(at, at + text.length, 0);
    checkStrings(text, at, someStrings(text));
    same(
      room.slice(small, small + 0x40000).every((byte) => byte === 0xbb),
      true,
      () => "behind the room",
    );
  });

  it("indexPath returns 0 without enough room, and 1 where none was offered, which is then wanted", () => {
    const at = room.put(TEXT, letters(100, 50));
    parts.takeRoomWanted();
    parts.offerRoom(NOTES, NOTES + 1000);
    same(parts.indexPath(at, at + 100, 0), 0, () => "too little room");
    same(parts.takeRoomWanted(), 0, () => "room was offered");
    parts.offerRoom(0, 0);
    same(parts.indexPath(at, at + 100, 0), 1, () => "no room");
    same(parts.takeRoomWanted(), 1, () => "room is wanted");
    same(parts.takeRoomWanted(), 0, () => "and was taken");
    parts.offerRoom(NOTES, NOTES_END);
    same(parts.indexPath(at, at + 100, NOTES_END - NOTES), 0, () => "too little room for the caller");
    same(parts.indexPath(at, at + 100, 100) > 1, true, () => "enough room");
    same(parts.takeRoomWanted(), 0, () => "none is wanted");
    parts.offerRoom(0, 0);
  });

  it("turnsBeforeIndexing grows with the path", () => {
    for (const bytes of [0, 100, 65_000]) same(parts.turnsBeforeIndexing(bytes), 4096 + bytes, () => `${bytes} bytes`);
  });

  it.each([
    ["from rising places", (i: number) => 10 * i],
    ["from falling places", (i: number) => 3000 - 10 * i],
  ])("nextStart takes few turns for one string %s", (_, placeOf) => {
    const text = Buffer.concat([letters(4000, 100), Buffer.from("b")]);
    const at = room.put(TEXT, text);
    parts.offerRoom(NOTES, NOTES_END);
    parts.indexPath(at, at + text.length, 0);
    const string = Buffer.concat([letters(31, 100), Buffer.from("b")]);
    const stringAt = room.put(STRINGS, string);
    parts.nextStart(stringAt, 32, at);
    const turns = room.turns(() => {
      for (let i = 0; i < 300; i++) same(parts.nextStart(stringAt, 32, at + placeOf(i)), at + 3969, () => "the end");
    });
    expect(turns).toBeLessThanOrEqual(300 * 64);
  });
});

describe.each(names)("%s: sieve.ts and index-layout.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;
  const SIEVE = STRINGS;
  const anySegment = (): Buffer => letters(1 + below(5), 40, "ab/\x80\xff0");
  /** The sixteen places at which one of the segments may start: it has the same first three bytes there. */
  const naiveSift = (segments: readonly Buffer[], text: Buffer): number =>
    times(16, (i) => segments.some((one) => text.subarray(i, i + Math.min(3, one.length)).equals(one.subarray(0, 3))))
      .map((found, i) => Number(found) << i)
      .reduce((bits, bit) => bits | bit, 0);

  it("sift finds every start, and with one segment in a bucket nothing else", () => {
    holds(500, () => {
      const segments = times(pick([1, 3, 8, 20]), anySegment);
      room.bytes.fill(0, SIEVE, SIEVE + 128);
      segments.forEach((segment, i) => {
        const at = room.putAnywhere(TEXT, segment);
        parts.addToSieve(SIEVE, at, at + segment.length, i % 8);
      });
      const text = letters(18, 40, "ab/\x80\xff0\x70\x0f");
      const at = room.putAnywhere(TEXT, text);
      const [got, wanted] = [parts.sift(SIEVE, at), naiveSift(segments, text)];
      same(segments.length <= 8 ? got : got & wanted, wanted, () => `${segments.map(show)} in ${show(text)}`);
      same(parts.scalarSift(SIEVE, at), got, () => "without SIMD");
    });
  });

  it("childOf finds the child of a byte among keys, and in a table", () => {
    const [node, children, table] = [TEXT, SPARE, STRINGS];
    for (const count of [0, 1, 15, 16, 17, 60, 255]) {
      const keys = times(count, (i) => 1 + ((i * 7) % 255));
      room.bytes.fill(0, node, node + 64).fill(0, table, table + 256);
      room.putWords(node + 52, children);
      // The byte behind sixteen keys is the length of a label.
      room.bytes[node + 32] = 0xfe;
      if (count > 16) {
        room.putWords(node + 60, table);
        keys.forEach((key, i) => {
          room.bytes[table + key] = i + 1;
        });
      } else room.bytes.set(keys, node + 16);
      for (let byte = 1; byte < 256; byte++) {
        const wanted = keys.includes(byte) ? children + 64 * keys.indexOf(byte) : 0;
        same(parts.childOf(node, byte), wanted, () => `${byte} of ${count} children`);
      }
    }
  });
});
