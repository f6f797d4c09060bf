/** assembly/bytes/, function by function: comparing, searching, copying, sorting, encoding. */
import { describe, it } from "vitest";
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
  putSet,
  Room,
  same,
  sameBytes,
  show,
  times,
} from "./memory.ts";
import { MARKS_WITH, naiveUtf8 } from "./models.ts";

const LENGTHS = [0, ...EDGES];
const [A, B, TABLE, SPARE, COUNTS] = times(5, place) as [number, number, number, number, number];

/** Two strings that share much, written behind each other's like. */
function pairOfStrings(room: Room): { a: Buffer; b: Buffer; atA: number; atB: number; common: number } {
  const a = letters(pick(LENGTHS));
  const like = oneIn(3) ? letters(pick(LENGTHS)) : a.subarray(0, below(a.length + 1));
  const b = oneIn(2) ? changed(like) : Buffer.from(like);
  const behind = letters(96, 100);
  const atA = room.putAnywhere(A, a, behind);
  const atB = room.putAnywhere(B, b, oneIn(2) ? behind : letters(96, 0, "xyz"));
  let common = 0;
  while (common < Math.min(a.length, b.length) && a[common] === b[common]) common++;
  return { a, b, atA, atB, common };
}

describe.each(names)("%s: bytes.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("equal, commonPrefix and compare see every byte and none behind", () => {
    holds(1500, () => {
      const { a, b, atA, atB, common } = pairOfStrings(room);
      const shorter = Math.min(a.length, b.length);
      const what = (): string => `${show(a)} and ${show(b)}`;
      same(parts.commonPrefix(atA, atB, shorter), common, what);
      same(parts.scalarCommonPrefix(atA, atB, shorter), common, what);
      same(parts.equal(atA, atB, shorter), Number(common === shorter), what);
      const order = parts.compare(atA, a.length, atB, b.length);
      same(Math.sign(order), Buffer.compare(a, b), what);
    });
  });

  it("compares bytes without a sign", () => {
    const [high, low] = [Buffer.of(0x61, 0xff), Buffer.of(0x61, 0x01)];
    same(Math.sign(parts.compare(room.put(A, high), 2, room.put(B, low), 2)), 1, () => "0xff comes after 0x01");
  });

  it("indexOf finds the first such byte, or the end", () => {
    holds(1500, () => {
      const byte = pick([0x00, 0x62, 0x80, 0xff]);
      const text = letters(pick(LENGTHS), pick([80, 99, 100]), `a${String.fromCharCode(byte & 0x7f)}`);
      for (let i = 0; i < text.length; i++) if (text[i] === (byte & 0x7f)) text[i] = byte;
      const at = room.putAnywhere(A, text, Buffer.from(pick([[byte], [0x7a, byte]])));
      const wanted = at + (text.includes(byte) ? text.indexOf(byte) : text.length);
      for (const find of [parts.indexOf, parts.scalarIndexOf])
        same(find!(byte, at, at + text.length), wanted, () => `${byte} in ${show(text)}`);
    });
  });

  it("copy writes the bytes, and at most fifteen behind them", () => {
    holds(400, () => {
      const text = letters(pick(LENGTHS));
      const from = room.putAnywhere(A, text);
      const to = B + below(16);
      room.bytes.fill(0xee, to - 16, to + text.length + 32);
      same(parts.copy(to, from, text.length), to + text.length, () => "the end of the copy");
      sameBytes(room.slice(to, to + text.length), text, () => `a copy of ${show(text)}`);
      sameBytes(room.slice(to - 16, to), Buffer.alloc(16, 0xee), () => "before the copy");
      sameBytes(room.slice(to + text.length + 15, to + text.length + 32), Buffer.alloc(17, 0xee), () => "behind it");
    });
  });

  it.each(["copyBlock", "scalarCopyBlock"])("%s copies sixteen bytes", (part) => {
    const text = Buffer.from(times(32, (i) => i + 1));
    room.bytes.fill(0xee, B, B + 32);
    parts[part]!(B, room.put(A, text));
    sameBytes(room.slice(B, B + 32), Buffer.concat([text.subarray(0, 16), Buffer.alloc(16, 0xee)]), () => part);
  });

  it.each([
    ["equal", 1],
    ["commonPrefix", 2],
    ["scalarCommonPrefix", 2],
  ])("%s takes a turn for each step", (part, perStep) => {
    const text = letters(4096, 100);
    room.put(A, text);
    room.put(B, text);
    const turns = room.turns(() => parts[part]!(A, B, 4096));
    same(turns >= 4096 / 16 - 1 && turns <= (perStep * 4096) / 8, true, () => `${turns} turns`);
  });
});

/** A bit for each of sixteen places for which the test holds. */
const bitsWhere = (isWanted: (i: number) => boolean): number =>
  times(16, (i) => Number(isWanted(i)) << i).reduce((bits, bit) => bits | bit, 0);

describe.each(names)("%s: scalar.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("differences, marksIn and pairsIn set the bit of each place", () => {
    holds(800, () => {
      const a = letters(17, 50, "a\n\r#b/.\0\x7f");
      for (const i of [below(17), below(17)])
        a[i] = pick([0x8a, 0x8d, 0xa3, 0x0b, 0x0c, 0x0e, 0x22, 0x2f, 0x2e, 0x80, 0xff]);
      const b = oneIn(2) ? changed(changed(a)) : letters(17, 50, "a\n\r#");
      const atA = room.putAnywhere(A, a) + 1;
      const atB = room.putAnywhere(B, b) + 1;
      const what = (): string => `${show(a)} and ${show(b)}`;
      same(
        parts.scalarDifferences(atA, atB),
        bitsWhere((i) => a[i + 1] !== b[i + 1]),
        what,
      );
      for (const third of [0x00, 0x0a])
        same(
          parts.scalarMarksIn(atA, third),
          bitsWhere((i) => [...MARKS_WITH, third].includes(a[i + 1]!)),
          what,
        );
      const pairs = bitsWhere((i) => a[i] === 0x2f && a[i + 1] === 0x2e);
      same(parts.scalarPairsIn(atA, 0x2f, 0x2e), pairs, what);
    });
  });

  it("findDelimiter finds the first of / ? ; # or the end", () => {
    holds(800, () => {
      const text = letters(pick(LENGTHS), pick([90, 99]), "a/?;#.:>@\x23");
      const at = room.putAnywhere(A, text);
      const wanted = text.toString("latin1").search(/[/?;#]/);
      const found = parts.scalarFindDelimiter(at, at + text.length);
      same(found, at + (wanted < 0 ? text.length : wanted), () => show(text));
    });
  });

  it("startsWith folds the letters of the name and nothing else", () => {
    holds(800, () => {
      const word = pick(["disallow", "user-agent", "a", "z-z", "site-map"]);
      const text = Buffer.from(word.replaceAll(/[a-z]/g, (one) => (oneIn(2) ? one.toUpperCase() : one)));
      if (oneIn(2)) text[below(text.length)]! ^= pick([1, 0x20, 0x40, 0x80]);
      const length = below(word.length + 1);
      const wanted = text.toString("latin1", 0, length).toLowerCase() === word.slice(0, length);
      const got = parts.scalarStartsWith(room.putAnywhere(A, text), room.put(B, Buffer.from(word)), length);
      same(got, Number(wanted), () => `${show(text)} and ${word}`);
    });
  });

  it("noncanonicalIn sets the bit of each byte of the set, wherever it lies", () => {
    const possible = charactersOf("\0\t\n !\"#$%&'()*<>\\^`{|}~\x7f");
    const any = [...possible, ...charactersOf("aZ09+,-./:;=?@[]_\x80\x8a\xaa\xff")];
    holds(800, () => {
      const set = possible.filter(() => oneIn(3));
      const isBeyond = oneIn(2);
      putSet(room.bytes, TABLE, set, isBeyond);
      const text = Buffer.from(times(16, () => (oneIn(2) ? 0x61 : pick(any))));
      const wanted = bitsWhere((i) => set.includes(text[i]!) || (isBeyond && text[i]! > 0x7f));
      same(parts.scalarNoncanonicalIn(room.putAnywhere(A, text), TABLE), wanted, () => `${show(text)} by ${set}`);
    });
  });

  it("sift sets the bit of each place at which a segment of three bytes may start", () => {
    holds(300, () => {
      const segments = times(8, () => letters(3, 40, "ab\x80\xf0\x70"));
      room.bytes.fill(0, TABLE, TABLE + 96);
      segments.forEach((segment, bucket) => {
        segment.forEach((byte, i) => {
          room.bytes[TABLE + 32 * i + (byte & 15)]! |= 1 << bucket;
          room.bytes[TABLE + 32 * i + 16 + (byte >> 4)]! |= 1 << bucket;
        });
      });
      const text = letters(18, 40, "ab\x80\xf0\x70");
      const wanted = bitsWhere((i) => segments.some((one) => one.equals(text.subarray(i, i + 3))));
      same(parts.scalarSift(TABLE, room.putAnywhere(A, text)), wanted, () => `${segments.map(show)} in ${show(text)}`);
    });
  });

  it("keyNumber is the number of the byte, or sixteen", () => {
    holds(200, () => {
      const keys = Buffer.from(times(16, (i) => 1 + i * pick([1, 3, 15])));
      const byte = oneIn(3) ? 255 : keys[below(16)]!;
      const wanted = keys.includes(byte) ? keys.indexOf(byte) : 16;
      same(
        parts.scalarKeyNumber(room.putAnywhere(A, keys, Buffer.of(byte)), byte),
        wanted,
        () => `${byte} in ${show(keys)}`,
      );
    });
  });
});

describe.each(names)("%s: sort.ts and steps.ts", (name) => {
  const room = new Room(name);
  const { parts } = room;

  it("sortKeys sorts by the high half, and equals keep their order", () => {
    holds(250, () => {
      const count = pick([0, 1, 2, 15, 16, 17, 18, 100, 300]);
      const [bits, shift] = [pick([0, 1, 7, 8, 9, 16, 17, 24, 32]), pick([0, 0, 8, 9])];
      const high = (): number => ((Math.floor(below(2 ** 30) * 4 + below(4)) % 2 ** bits) << shift) >>> 0;
      const keys = times(count, (i) => [i, high()] as const);
      room.putWords(A, ...keys.flat());
      room.bytes.fill(0xff, COUNTS, COUNTS + 1024);
      const turns = room.turns(() => {
        const at = parts.sortKeys(A, count, SPARE, COUNTS);
        const wanted = keys.toSorted((a, b) => a[1] - b[1]).flat();
        same(String(room.words(at, 2 * count)), String(wanted), () => `${count} keys of ${bits} bits`);
      });
      same(turns <= 120 + 9 * count, true, () => `${turns} turns for ${count} keys`);
    });
  });

  it("keys that differ in one byte take one round", () => {
    room.putWords(A, ...times(100, (i) => [i, (99 - i) << 8]).flat());
    same(room.turns(() => parts.sortKeys(A, 100, SPARE, COUNTS)) <= 500, true, () => "two rounds at most");
  });

  it("countTurn counts, resetSteps starts again", () => {
    parts.resetSteps();
    for (let i = 1; i < 4; i++) {
      parts.countTurn();
      same(parts.stepsTaken(), i, () => "turns");
    }
    parts.resetSteps();
    same(parts.stepsTaken(), 0, () => "turns after a reset");
  });
});

describe("parts: utf16.ts (Encoding Standard §4.2: a lone surrogate becomes U+FFFD)", () => {
  const room = new Room("parts");
  const { parts } = room;
  const UNITS = [
    ...[0x61, 0x61, 0x61, 0x61, 0, 0x7f, 0x80, 0xff, 0x100, 0x7ff, 0x800, 0xfff, 0x1000],
    ...[0x7fff, 0x8000, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfffd, 0xffff],
  ];

  it("encodeUtf16 encodes as Node.js does", () => {
    holds(1000, () => {
      const isAscii = oneIn(4);
      const units = times(pick([0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 50]), () => (isAscii ? 0x61 : pick(UNITS)));
      if (isAscii && units.length > 0) units[below(units.length)] = pick(UNITS);
      const from = A + 4096 + 2 * below(8);
      room.bytes.set(Uint8Array.from(units.flatMap((unit) => [unit & 0xff, unit >> 8])), from);
      room.bytes.fill(pick([0xff, 0xdc, 0x61]), from + 2 * units.length, from + 2 * units.length + 64);
      // As near as the encoder may write to what it reads.
      const to = from - units.length - 16;
      const got = room.slice(to, to + parts.encodeUtf16(from, units.length, to));
      sameBytes(got, naiveUtf8(units), () => units.map((unit) => unit.toString(16)).join(" "));
    });
  });

  it("writeBeyondAscii writes two to four bytes", () => {
    for (const character of [
      0x80, 0xff, 0x100, 0x7ff, 0x800, 0xfff, 0x1000, 0xffff, 0x10000, 0x3ffff, 0x40000, 0x10ffff,
    ]) {
      const wanted = Buffer.from(String.fromCodePoint(character));
      const end = parts.writeBeyondAscii(A, character);
      sameBytes(room.slice(A, end), wanted, () => character.toString(16));
    }
  });
});
