/** The bulk exports of embed.wasm: lines of any origins, decided as the library decides them one by one. */

import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { openArchive, originShard } from "../../bindings/crawl/archive/index.ts";
import { bytesAccess } from "../../bindings/crawl/archive/random-access.ts";
import { type AgentRules, parse } from "../../bindings/index.ts";
import { archiveOf, byRules, type Origin, rfc9309 } from "../crawl/archive/build.ts";
import { counting } from "../crawl/archive/reads.ts";
import fc from "../support/properties.ts";
import { sized } from "../support/sized.ts";
import { byteVectors, readingVectors, type Vector } from "../vectors/readings-deciders.ts";
import { BulkHost, type Rules } from "./bulk-host.ts";
import { wanted } from "./bulk-lines.ts";
import { compile, errors, instantiate, names, read, write } from "./module.ts";

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const numbered = (count: number): Origin[] =>
  Array.from({ length: count }, (_, i) => ({
    host: `host${i}.example`,
    state: byRules(`User-agent: *\nDisallow: /${i}$\nDisallow: /${"x".repeat(i % 900)}y`),
  }));
/** Lines of `count` origins in no order. */
const linesOf = (length: number, count: number): string[] =>
  Array.from({ length }, (_, i) => {
    const [origin, path] = [(i * 7919) % count, i % 3 === 0 ? (i * 7919) % count : i];
    return `${i % 2 ? "http" : "https"}://host${origin}.example/${path}`;
  });

describe("every reading of a URL must be allowed (readings.json)", () => {
  /** What a line cannot hold. */
  const isLine = ({ url }: Vector): boolean => !/\n|\r$/.test(url);

  /** Each vector gets a host of its own. */
  function wrong(vectors: readonly Vector[], module: (typeof names)[number]): readonly Vector[] {
    return dialects.flatMap(({ name }) => {
      const lines = vectors.filter((one) => one.dialect === name && isLine(one));
      const rulesFor = (origin: string): Uint8Array => {
        const { robotsTxt } = lines[Number(/\d+/.exec(origin)![0])]!;
        return parse(latin1(robotsTxt), { dialect: name }).agent("x").toBytes();
      };
      const host = new BulkHost({ dialect: name, missing: rulesFor, module });
      const text = lines.map(({ url }, i) => `${url.replace("a.example", `a${i}.example`)}\n`).join("");
      const verdicts = host.decide(latin1(text));
      return lines.filter(({ allowed }, i) => verdicts[i] !== String(Number(allowed)));
    });
  }

  /** Decided by the program of a handle, and not by origin. */
  function wrongByProgram(vectors: readonly Vector[], name: (typeof names)[number]): readonly Vector[] {
    const module = instantiate(name);
    const ids = new Map(dialects.map((dialect) => [dialect.name, dialect.id]));
    return vectors.filter(isLine).filter(({ url, robotsTxt, dialect, allowed }) => {
      const program = compile(module, latin1(robotsTxt), "x", ids.get(dialect)!);
      const count = module.decide_readings(program, write(module, latin1(`${url}\n`)));
      const isRight = count === 1 && read(module, 1)[0] === Number(allowed);
      module.free(program);
      return !isRight;
    });
  }

  const urlVectors = readingVectors.urls as readonly Vector[];
  it.each(names)("URLs, in %s", (module) => expect(wrong(urlVectors, module)).toEqual([]));
  it.each(names)("URLs by one program, in %s", (module) => expect(wrongByProgram(urlVectors, module)).toEqual([]));
  it("every byte in every dialect", () => expect(wrong(byteVectors, "embed")).toEqual([]));
  it("every byte in every dialect by one program", () => expect(wrongByProgram(byteVectors, "embed")).toEqual([]));

  it.each(dialects)("many lines by one program, and the rule that decides each, in $name", ({ name, id }) => {
    const module = instantiate();
    const body =
      "User-agent: *\nDisallow: /x$\nAllow: /x/\nDisallow: /private\nDisallow: /é\nDisallow: /^a\nDisallow: /%5Eb\nAllow: /*^\nAllow: /q?\nAllow: /r$\n";
    const pieces = fc.constantFrom(
      "/",
      "x",
      "..",
      ".",
      "%2E",
      "\\",
      "private",
      "é",
      "^",
      "?",
      "#",
      " ",
      "\t",
      "%2f",
      "\r",
    );
    const segments = fc.constantFrom(
      "x",
      "..",
      ".",
      "%2e%2E",
      "private",
      "^a",
      "^b",
      "^",
      "é",
      "",
      "x?^a",
      "q?",
      "r?",
      "#",
    );
    const paths = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
      fc.array(segments, { maxLength: 4 }).map((parts) => parts.join("/")),
    );
    const urls = fc.array(paths.map((path) => `http://a.example/${path}`));
    const library = parse(body, { dialect: name }).agent("x");
    const program = compile(module, body, "x", id);
    const property = fc.property(urls, (lines) => {
      // The last CR of a line belongs to its end.
      const text = lines.map((line) => `${line}\r\n`).join("");
      const verdicts = lines.length === 0 ? 0 : module.decide_readings(program, write(module, text));
      expect(Array.from(read(module, verdicts), Boolean)).toEqual(lines.map((line) => library.isAllowed(line)));
      for (const line of lines)
        expect(module.readings_rule_line(program, write(module, `${line}\r\n`)), line).toBe(
          library.explain(line).rule?.line ?? 0,
        );
    });
    fc.assert(property, { numRuns: sized(100, 20_000) });
  });

  it.each(names)("a file that is asked once gives what its program gives, in %s", (name) => {
    const module = instantiate(name);
    const files = [
      "",
      "User-agent: *\nDisallow: /a\nAllow: /a/b$\n",
      "User-agent: y\nDisallow: /\n",
      "\ufeffUser-agent: x\rDisallow: /é",
    ];
    const path = fc.string({ unit: fc.constantFrom("/", "a", ".", "b", "%", "\r", "\\", "é"), maxLength: 12 });
    const property = fc.property(fc.constantFrom(...files), path, (file, tail) => {
      const program = compile(module, file);
      const text = `http://h/${tail}\n`;
      module.decide_readings(program, write(module, text));
      const [verdict] = read(module, 1);
      const lengths = [file, "x", text].map((part) => Buffer.byteLength(part)) as [number, number, number];
      write(module, `${file}x${text}`);
      expect(module.decide_file(1, ...lengths)).toBe(verdict);
      module.free(program);
    });
    fc.assert(property, { numRuns: sized(100, 20_000) });
  });

  it("refuses wrong lengths, tokens and dialects of a file that is asked once", () => {
    const module = instantiate();
    const bytes = write(module, "User-agent: *\nxhttp://h/\n");
    const call = (dialect: number, file: number, agents: number, line: number): number =>
      module.decide_file(dialect, file, agents, line);
    expect(call(1, 14, 1, 10)).toBe(1);
    for (const [file, agents, line] of [
      [14, 1, 0],
      [14, 1, 2],
      [14, 1, -1],
      [-1, -1, 3],
      [-1, 2, 3],
      [bytes, 1, 1 << 20],
    ] as const)
      expect(call(1, file, agents, line), `${file} ${agents} ${line}`).toBe(errors.INVALID_LENGTH);
    expect(call(9, 14, 1, 10)).toBe(errors.INVALID_DIALECT);
    write(module, "User-agent: *\n;http://h/\n");
    expect(call(1, 14, 1, 10)).toBe(errors.INVALID_AGENT);
  });

  it("refuses lines without their LF, and other handles, by one program", () => {
    const module = instantiate();
    const program = compile(module, "");
    for (const call of [module.decide_readings, module.readings_rule_line]) {
      expect(call(program, write(module, "http://a.example/"))).toBe(errors.INVALID_LENGTH);
      expect(call(program, 0)).toBe(errors.INVALID_LENGTH);
      expect(call(program + 1, write(module, "\n"))).toBe(errors.INVALID_PROGRAM);
    }
    expect(module.decide_readings(program, write(module, "\n/x\nhttp://\n\n"))).toBe(4);
    expect([...read(module, 4)]).toEqual([0, 0, 0, 0]);
  });
});

describe("the library's verdicts", () => {
  it.each(names)("on an archive of several levels, in %s", async (module) => {
    const bytes = await archiveOf(numbered(3000));
    const host = new BulkHost({ module }).add(bytesAccess(bytes));
    const lines = linesOf(10_000, 3500);
    const verdicts = wanted(openArchive(bytes), lines);
    expect(new Set(verdicts).size).toBe(2);
    expect(host.decide(lines.join("\n"))).toBe(verdicts);
    expect(host.decide(`${lines.toSorted().join("\r\n")}\r\n`)).toBe(wanted(openArchive(bytes), lines.toSorted()));
  });

  it("where http and https differ, ports, statuses and origins that are missing", async () => {
    const bytes = await archiveOf([
      { host: "a.example", state: byRules("User-agent: *\nDisallow: /general") },
      { host: "a.example", scheme: "https", state: byRules("User-agent: *\nDisallow: /https") },
      { host: "a.example:8080", scheme: "http", state: byRules("User-agent: *\nDisallow: /port") },
      { host: "gone.example", state: { status: "unavailable", verdict: "allowed", httpStatus: 404 } },
      { host: "down.example", state: { status: "unreachable", verdict: "refused" } },
    ]);
    const origins = ["a.example", "A.Example", "u:p@a.example", "a.example:80", "a.example:443", "a.example:8080"];
    const hosts = [
      ...origins,
      "gone.example",
      "down.example",
      "none.example",
      "%61.example",
      "%22.example",
      "a.example.",
      "[::1]",
    ];
    const lines = hosts.flatMap((host) =>
      ["general", "https", "port", "robots.txt", "x/../https"].flatMap((path) =>
        ["http", "https", "HTTPS"].map((scheme) => `${scheme}://${host}/${path}`),
      ),
    );
    for (const missing of ["allow", "disallow", "unknown"] as const) {
      expect(new BulkHost({ missing }).add(bytesAccess(bytes)).decide(lines.join("\n"))).toBe(
        wanted(openArchive(bytes), lines, missing),
      );
      const answering = new BulkHost({ missing: () => missing });
      expect(answering.add(bytesAccess(bytes)).decide(lines.join("\n"))).toBe(
        wanted(openArchive(bytes), lines, missing),
      );
    }
  });

  it("for the crawler that is chosen", async () => {
    const crawlers = [["A"], ["B"]];
    const file = parse("User-agent: A\nDisallow: /a\nUser-agent: B\nDisallow: /b");
    const { packPrograms } = await import("../../bindings/crawl/archive/programs.ts");
    const programs = packPrograms(crawlers.map((agents) => file.agent(agents).toBytes()))!;
    const state = { status: "success", verdict: "rules", programs } as const;
    const bytes = await archiveOf([{ host: "a.example", state }], { ...rfc9309, crawlers });
    const lines = "http://a.example/a\nhttp://a.example/b\n";
    expect([0, 1].map((crawler) => new BulkHost().add(bytesAccess(bytes), crawler).decide(lines))).toEqual([
      "01",
      "10",
    ]);
    expect(() => new BulkHost().add(bytesAccess(bytes), 2).decide(lines)).toThrow(
      "INVALID_ARCHIVE at http://a.example",
    );
  });

  it("on rules that the host finds, in any dialect and with any leniency", () => {
    const body = "User-agent: *\nDisalow: /a\nDisallow: /é\nDisallow: /robots.txt\nDisallow: /b*c$\n";
    const urls = ["/a", "/é", "/%C3%A9", "/robots.txt", "/bxc", "/bxcd", "//a", "/./a"].map(
      (path) => `http://a.example${path}`,
    );
    for (const { name } of dialects) {
      const rules = parse(body, { dialect: name }).agent("x");
      const host = new BulkHost({ dialect: name, missing: () => rules.toBytes() });
      expect(host.decide(urls.join("\n"))).toBe(wanted({ find: () => ({ rules }) }, urls));
      expect(host.asked.filter(({ kind }) => kind === "rules").map(({ text }) => text)).toEqual(["http://a.example"]);
    }
  });

  it("on files that the host gives, in any dialect, as parse() reads them", () => {
    const text = "User-agent: x\nDisallow: /a\nDisallow: /é\n\nUser-agent: *\nDisallow: /b\n";
    const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
    const long = `${text}Disallow: /c\n${"#\n".repeat(256_000)}User-agent: x\nDisallow: /d\n`;
    const files = [text, `\ufeff${text}`, utf16, utf16.swap16(), long, ""].map((file) => Buffer.from(file as string));
    const urls = ["/a", "/é", "/b", "/c", "/d", "/robots.txt"].map((path) => `http://a.example${path}`);
    for (const { name } of dialects)
      for (const file of files)
        for (const agents of [["x"], ["y", "X"], ["z"]]) {
          const rules = parse(file, { dialect: name }).agent(agents);
          const host = new BulkHost({ dialect: name, missing: () => ({ file, agents: agents.join("\n") }) });
          expect(host.decide(urls.join("\n"))).toBe(wanted({ find: () => ({ rules }) }, urls));
        }
  });

  it("on lines longer than a chunk, and on URLs too long for the rules", () => {
    const long = (letter: string, count: number): string => `http://a.example/${letter.repeat(count)}`;
    const rules = parse(`User-agent: *\nDisallow: /${"b".repeat(24_576)}\n`).agent("x");
    const lines = [
      long("a", 70_000),
      long("a", 10),
      long("a", 8000),
      long("b", 8000),
      "http://a.example/./x",
      long("c", 9000),
    ];
    expect(new BulkHost({ missing: () => rules.toBytes() }).decide(lines.join("\n"))).toBe("?111" + "1?");
    const short = parse("User-agent: *\nDisallow: /*cccd").agent("x");
    const more = [...lines, `${long("c", 70_000)}d`, `${long("c", 9000)}d`, ...Array(2000).fill(long("c", 60))];
    expect(new BulkHost({ missing: () => short.toBytes() }).decide(more.join("\n"))).toBe(
      wanted({ find: () => ({ rules: short }) }, more),
    );
    expect(new BulkHost().decide(`${long("a", 2 ** 22 - 18)}\n${long("a", 2 ** 22 - 17)}\n`)).toBe("1-");
  });

  it("a line whose request does not fit fails no other line", () => {
    const rules = parse("User-agent: *\nDisallow: /x").agent("x");
    const host = new BulkHost({ missing: () => rules.toBytes() });
    const hostile = Buffer.concat([Buffer.from("http://a.example/p"), Buffer.alloc(2 ** 22 - 64, 0xff)]);
    const block = Buffer.concat([Buffer.from("http://a.example/a\n"), hostile, Buffer.from("\nhttp://a.example/x\n")]);
    for (let i = 0; i < 3; i++) expect(host.decide(block)).toBe("1?0");
  });

  it("on blocks without lines, without a last LF, and with empty lines", () => {
    const host = new BulkHost();
    expect(
      ["", "\n", "\n\n", "http://a.example", "http://a.example\n\nx\r\n"].map((block) => host.decide(block)),
    ).toEqual(["", "-", "--", "1", "1--"]);
  });
});

describe("bulk_select writes the lines of one verdict in their order", () => {
  const selected = ({ module }: BulkHost, verdict: number): string =>
    Buffer.from(read(module, module.bulk_select(verdict))).toString("latin1");
  const lines = ["http://a.example/x", "no\r", "http://b.example/", "http://a.example/y\r", "http://b.example/x", ""];
  const host = new BulkHost({ missing: () => parse("User-agent: *\nDisallow: /x").agent("x").toBytes() });

  it.each(["", "\n"])("each with its LF, also if the last line ends in %j", (end) => {
    expect(host.decide([...lines, "http://c.example/"].join("\n") + end)).toBe("0-110-1");
    expect([0, 1, 2, 3, 7].map((verdict) => selected(host, verdict))).toEqual([
      "http://a.example/x\nhttp://b.example/x\n",
      "http://b.example/\nhttp://a.example/y\r\nhttp://c.example/\n",
      "no\r\n\n",
      "",
      "",
    ]);
  });

  it("nothing while a block is decided, or after an error", () => {
    expect(host.module.bulk_lines(write(host.module, "http://new.example/\n"))).toBe(1);
    expect(host.module.bulk_select(1)).toBe(errors["INVALID_CALL"]);
    host.module.bulk_open(1, 0, 2 ** 20, 1);
    expect(host.module.bulk_select(1)).toBe(0);
  });
});

describe("bulk_fetched_at says when the robots.txt of each line was fetched", async () => {
  const fetched = (host: string, fetchedAtMs: number, scheme?: "http"): Origin => ({
    host,
    ...(scheme !== undefined && { scheme }),
    state: { ...byRules("User-agent: *\nDisallow: /x"), fetchedAtMs },
  });
  const gone: Origin = {
    host: "gone.example",
    state: { status: "unavailable", verdict: "allowed", fetchedAtMs: 1.5e12 },
  };
  const first = [fetched("a.example", 1000), fetched("a.example", 2000, "http"), gone];
  const more = numbered(2000).map(({ host }, i) => fetched(host, 3000 + i));
  const bytes = await archiveOf([...first, { host: "folder.example", state: byRules("") }, ...more]);
  const timesOf = ({ module }: BulkHost): number[] => {
    const written = read(module, module.bulk_fetched_at()).slice();
    return [...new Float64Array(written.buffer, 0, written.length / 8)];
  };
  const lines = [
    ...["https://a.example/", "http://a.example/x", "HTTP://A.example:80/y", "no URL", "https://folder.example/"],
    ...["https://none.example/", "http://gone.example/", "https://A.EXAMPLE/z"],
  ];
  const times = [1000, 2000, 2000, -1, -1, -1, 1.5e12, 1000];

  it.each(names)("and -1 where nobody knows, in %s", (module) => {
    const host = new BulkHost({ module }).add(bytesAccess(bytes));
    for (let i = 0; i < 2; i++) {
      host.decide(lines.join("\n"));
      expect(timesOf(host)).toEqual(times);
    }
    host.decide("");
    expect(timesOf(host)).toEqual([]);
  });

  it("also of origins whose rules were given up, and not while a block is decided", () => {
    const host = new BulkHost({ memoryBytes: 2 ** 20 }).add(bytesAccess(bytes));
    const urls = linesOf(6000, 2000);
    host.decide(urls.join("\n"));
    expect(timesOf(host)).toEqual(urls.map((url) => 3000 + Number(/host(\d+)/.exec(url)![1])));
    host.reopen().add(bytesAccess(bytes));
    expect(host.module.bulk_lines(write(host.module, "https://a.example/"))).toBe(1);
    expect(host.module.bulk_fetched_at()).toBe(errors["INVALID_CALL"]);
  });
});

it("memory grows in few steps: each makes a new ArrayBuffer, which is garbage", () => {
  const module = instantiate();
  const buffers = new Set<ArrayBufferLike>();
  const rules = parse(`User-agent: *\nDisallow: /${"x".repeat(50_000)}`)
    .agent("x")
    .toBytes();
  for (let i = 0; i < 1000; i++) {
    expect(module.load(write(module, rules))).toBeGreaterThan(0);
    buffers.add(module.memory.buffer);
  }
  expect(module.memory.buffer.byteLength).toBeGreaterThan(50_000_000);
  expect(buffers.size).toBeLessThan(100);
});

describe("shards", () => {
  const shards = 4;
  const origins = numbered(60);
  const shardOf = ({ host }: Origin): number => originShard(`http://${host}`, shards);
  const shard = (number: number): Promise<Uint8Array> =>
    archiveOf(
      origins.filter((one) => shardOf(one) === number),
      { ...rfc9309, shard: { number, of: shards } },
    );

  it("an origin of another shard is an error, never missing", async () => {
    const bytes = await shard(2);
    const host = new BulkHost().add(bytesAccess(bytes), 0, 2, shards);
    const own = origins.filter((one) => shardOf(one) === 2).map((one) => `http://${one.host}/x`);
    const other = origins.find((one) => shardOf(one) === 1)!.host;
    expect(() => host.decide([...own, `https://${other}/`, ...own].join("\n"))).toThrow(
      `WRONG_SHARD at https://${other}`,
    );
    expect(host.decide(own.join("\n"))).toBe(wanted(openArchive(bytes), own));
  });

  it("all shards in their order are one archive", async () => {
    const host = new BulkHost();
    for (let i = 0; i < shards; i++) host.add(bytesAccess(await shard(i)), 0, i, shards);
    const lines = linesOf(500, 70);
    expect(host.decide(lines.join("\n"))).toBe(wanted(openArchive(await archiveOf(origins)), lines));
  });

  it("in another order they are refused", async () => {
    const [first, second] = [bytesAccess(await shard(0)), bytesAccess(await shard(1))];
    expect(() => new BulkHost().add(second, 0, 1, shards).add(first, 0, 0, shards)).toThrow("WRONG_SHARD");
    expect(() => new BulkHost().add(first, 0, 0, shards).add(second, 0, 2, shards)).toThrow("WRONG_SHARD");
    expect(() => new BulkHost().add(first, 0, 4, 4)).toThrow("WRONG_SHARD");
    const partial = new BulkHost().add(first, 0, 0, shards).add(second, 0, 1, shards);
    expect(() => partial.decide(linesOf(50, 50).join("\n"))).toThrow("WRONG_SHARD");
  });
});

describe("memory", () => {
  it("what is given up is looked up again, and verdicts stay the same", async () => {
    const bytes = await archiveOf(numbered(4000));
    const lines = linesOf(12_000, 4200);
    const verdicts = wanted(openArchive(bytes), lines);
    const small = new BulkHost({ memoryBytes: 2 ** 20 }).add(bytesAccess(bytes));
    const large = new BulkHost({ memoryBytes: 2 ** 26 }).add(bytesAccess(bytes));
    const pages = { small: 0, large: 0 };
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < lines.length; at += 1000) {
        const block = lines.slice(at, at + 1000).join("\n");
        expect(small.decide(block)).toBe(verdicts.slice(at, at + 1000));
        expect(large.decide(block)).toBe(verdicts.slice(at, at + 1000));
      }
      pages.small = small.asked.length;
      pages.large = large.asked.length;
    }
    expect(pages.small).toBeGreaterThan(2 * pages.large);
    expect(small.module.memory.buffer.byteLength).toBeLessThan(2 * 2 ** 20);
  });

  it.each([1, 2, 8])(
    "linear memory stays within %i MiB and what a block takes, whatever sizes rules have",
    (mebibytes) => {
      const rulesFor = (origin: string): Rules => {
        const number = Number(/\d+/.exec(origin)![0]);
        const lines = Array.from(
          { length: (number * 7919) % 300 },
          (_, i) => `Disallow: /${i}*/${"x".repeat((number * 31) % 97)}\n`,
        );
        return parse(`User-agent: *\n${lines.join("")}Disallow: /a${number}$\n`)
          .agent("x")
          .toBytes();
      };
      const memoryBytes = mebibytes * 2 ** 20;
      const host = new BulkHost({ memoryBytes, missing: rulesFor });
      for (let round = 0; round < 4; round++)
        for (let block = 0; block < 20; block++) {
          const numbers = Array.from({ length: 1000 }, (_, i) => (block * 7 + Math.floor(i / 40) * (round + 1)) % 400);
          const lines = numbers.map((number, i) => `http://h${number}.example/a${i % 2 ? number : "x"}\n`);
          expect(host.decide(lines.join(""))).toBe(numbers.map((_, i) => 1 - (i % 2)).join(""));
        }
      expect(host.module.memory.buffer.byteLength).toBeLessThan(memoryBytes + 2 ** 19);
    },
  );

  it("a block whose rules take more than all memory is decided", () => {
    const body = (i: number): string =>
      `User-agent: *\nDisallow: /x${i}\n${"Disallow: /longer*than*others\n".repeat(400)}`;
    const host = new BulkHost({
      memoryBytes: 2 ** 20,
      missing: (origin) =>
        parse(body(Number(/\d+/.exec(origin)![0])))
          .agent("x")
          .toBytes(),
    });
    const lines = Array.from({ length: 800 }, (_, i) => `http://h${i % 400}.example/x${i % 3 === 0 ? i : i % 400}`);
    expect(host.decide(lines.join("\n"))).toBe(
      lines.map((line) => Number(!/h(\d+)\.example\/x\1/.test(line))).join(""),
    );
    expect(host.module.memory.buffer.byteLength).toBeLessThan(8 * 2 ** 20);
  });

  it("however many origins a block has, a round asks for few pages, and they take little", async () => {
    const long = byRules(`User-agent: *\nDisallow: /x\n${"Disallow: /a*pattern*of*forty*bytes*or*so\n".repeat(1000)}`);
    const bytes = await archiveOf(
      Array.from({ length: 3000 }, (_, i) => ({
        host: `host${i}.example`,
        state: i % 20 === 0 ? long : byRules("User-agent: *\nDisallow: /x"),
      })),
    );
    const source = bytesAccess(bytes);
    const lines = Array.from({ length: 6000 }, (_, i) => `http://host${i}.example/${i % 2 ? "x" : "y"}`);
    for (const memoryBytes of [2 ** 20, 2 ** 26]) {
      const host = new BulkHost({ memoryBytes }).add(source);
      expect(host.decide(lines.join("\n"))).toBe(wanted(openArchive(bytes), lines));
      expect(host.largestRound.asks).toBeLessThanOrEqual(1024);
      expect(host.largestRound.pageBytes).toBeLessThan(memoryBytes / 16 + 100_000);
    }
  });

  it("two spellings of one odd origin may be asked for in one round", () => {
    const rules = parse("User-agent: *\nDisallow: /x").agent("x").toBytes();
    const hosts = [".g%69f", ".gif", ".GIF", "a..b", "%61..b"];
    const host = new BulkHost({ missing: () => rules });
    expect(host.decide(hosts.flatMap((one) => [`http://${one}/x`, `http://${one}/y`]).join("\n"))).toBe("01".repeat(5));
  });

  it("an absent origin reads no leaf, and a known one reads nothing", async () => {
    const source = counting(await archiveOf(numbered(3000)));
    const host = new BulkHost().add(source);
    host.decide("http://host1.example/");
    const before = source.reads;
    expect(host.decide("http://host1.example/x\nhttp://host1.examplf/\nhttp://host1.examplg/")).toBe("111");
    expect(source.reads).toBe(before);
    expect([3, 4, 5].map((kind) => host.module.bulk_count(kind))).toEqual([2, 2, 0]);
  });
});

describe("errors in the middle leave it usable", () => {
  it("a flipped bit is refused or changes no verdict, and other origins are decided", async () => {
    const bytes = await archiveOf(numbered(40));
    const lines = Array.from({ length: 45 }, (_, i) => `http://host${i}.example/${i}`);
    const whole = wanted(openArchive(bytes), lines);
    const bits = Array.from({ length: 8 * bytes.length }, (_, bit) => bit).filter(
      (bit) => bit % sized(71, 7, 211) === 0,
    );
    let refused = 0;
    for (const bit of bits) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      try {
        const host = new BulkHost().add(bytesAccess(flipped));
        expect(host.decide(lines.join("\n"))).toBe(whole);
      } catch (error) {
        refused++;
        expect((error as Error).message).toMatch(/^INVALID_(ARCHIVE|LENGTH)|at http/);
      }
    }
    expect(refused / bits.length).toBeGreaterThan(7 / 8);
  });

  it("a page that is mended is read", async () => {
    const bytes = await archiveOf(numbered(400));
    const source = { ...bytesAccess(bytes), isDamaged: true };
    const read = (offset: number, length: number): Uint8Array => {
      const page = bytes.slice(offset, offset + length);
      if (source.isDamaged && offset > 20_000 && offset < 60_000) page[5]! ^= 1;
      return page;
    };
    const host = new BulkHost().add({ size: bytes.length, read });
    const lines = linesOf(800, 400);
    expect(() => host.decide(lines.join("\n"))).toThrow("INVALID_ARCHIVE at http");
    expect(() => host.decide(lines.join("\n"))).toThrow("INVALID_ARCHIVE at http");
    source.isDamaged = false;
    expect(host.decide(lines.join("\n"))).toBe(wanted(openArchive(bytes), lines));
  });

  it("a program of another dialect, a damaged one and a missing answer are refused", () => {
    const host = new BulkHost({ missing: () => "allow" });
    const { module } = host;
    const line = write(module, "http://a.example/x\nhttp://b.example/x\n");
    expect(module.bulk_lines(line)).toBe(2);
    const [a, b] = host.asks(2).map(({ number }) => number) as [number, number];
    const give = (rules: AgentRules): number => module.bulk_rules(a, write(module, rules.toBytes()));
    expect(give(parse("", { dialect: "google" }).agent("x"))).toBe(errors["INVALID_SAVED_RULES"]);
    expect(module.bulk_rules(a, write(module, "nothing"))).toBe(errors["INVALID_SAVED_RULES"]);
    expect(module.bulk_resume()).toBe(2);
    expect(give(parse("User-agent: *\nDisallow: /x").agent("x"))).toBe(0);
    expect(module.bulk_resume()).toBe(1);
    expect(module.bulk_verdict(a, 1)).toBe(errors["INVALID_CALL"]);
    expect(module.bulk_verdict(a + 100, 1)).toBe(errors["INVALID_CALL"]);
    expect(module.bulk_verdict(b, 2)).toBe(0);
    expect(module.bulk_resume()).toBe(0);
    expect([1, 0, 2].map((kind) => module.bulk_count(kind))).toEqual([0, 2, 0]);
    expect(module.bulk_resume()).toBe(errors["INVALID_CALL"]);
  });

  it("a file of another length, and agents that are not product tokens are refused", () => {
    const { module } = new BulkHost({ missing: () => "allow" });
    const give = (number: number, fileBytes: number, agentsBytes: number): number => {
      write(module, "User-agent: x\nDisallow: /x\nhttp://x/");
      return module.bulk_file(number, fileBytes, agentsBytes);
    };
    expect(give(0, 27, 0)).toBe(errors["INVALID_CALL"]);
    expect(module.bulk_lines(write(module, "http://a.example/x\n"))).toBe(1);
    expect(give(0, 27, 9)).toBe(errors["INVALID_AGENT"]);
    expect(give(0, -1, 1)).toBe(errors["INVALID_LENGTH"]);
    expect(give(1, 27, 0)).toBe(errors["INVALID_CALL"]);
    write(module, "User-agent: x\nDisallow: /x\nX");
    expect(module.bulk_file(0, 27, 1)).toBe(0);
    expect(module.bulk_resume()).toBe(0);
    expect([...read(module, 1)]).toEqual([0]);
  });

  it("an archive of another format, crawler count or length is refused", async () => {
    const bytes = await archiveOf(numbered(3));
    const older = bytes.slice();
    older[4] = 2;
    expect(() => new BulkHost().add(bytesAccess(older))).toThrow("INVALID_ARCHIVE");
    const host = new BulkHost();
    expect(host.module.bulk_archive(55, 0, 0, 1)).toBe(errors["INVALID_LENGTH"]);
    expect(host.module.bulk_archive(-1, 0, 0, 1)).toBe(errors["INVALID_LENGTH"]);
  });

  it("a run must be open", () => {
    const { module } = new BulkHost();
    expect([
      module.bulk_open(6, 0, 2 ** 20, 0),
      module.bulk_open(1, 4, 2 ** 20, 0),
      module.bulk_open(1, 0, 2 ** 20 - 1, 0),
    ]).toEqual([errors["INVALID_DIALECT"], errors["INVALID_LIMIT"], errors["INVALID_LIMIT"]]);
  });
});

it("a hostile host: answers in any order never trap, and the run goes on", async () => {
  const bytes = await archiveOf(numbered(50));
  const block = fc.constantFrom(linesOf(60, 60).join("\n"), "http://%61.example/\nhttp://xn--a.example", "x", "");
  const number = fc.oneof(fc.nat(70), fc.integer());
  type Call = (host: BulkHost) => number;
  const call = fc.oneof(
    block.map<Call>(
      (text) =>
        ({ module }) =>
          module.bulk_lines(write(module, text)),
    ),
    number.map<Call>(
      (length) =>
        ({ module }) =>
          module.bulk_lines(length & 0xffff),
    ),
    fc.constant<Call>(({ module }) => module.bulk_resume()),
    fc.nat(bytes.length).chain((at) =>
      fc.nat(bytes.length).map<Call>(
        (length) =>
          ({ module }) =>
            module.bulk_pages(write(module, bytes.subarray(at, at + length))),
      ),
    ),
    fc
      .tuple(number, fc.constantFrom("http://a.example", "", "x", "https://host1.example:8", "http://b.example/"))
      .map<Call>(
        ([i, text]) =>
          ({ module }) =>
            module.bulk_origin(i, write(module, text)),
      ),
    number.map<Call>(
      (i) =>
        ({ module }) =>
          module.bulk_rules(i, write(module, parse("").agent("x").toBytes())),
    ),
    fc.tuple(number, number).map<Call>(
      ([i, bytes]) =>
        ({ module }) =>
          module.bulk_file(i, write(module, "User-agent: *\nDisallow: /\nx") - 1, bytes & 3),
    ),
    fc.tuple(number, number).map<Call>(
      ([i, verdict]) =>
        ({ module }) =>
          module.bulk_verdict(i, verdict),
    ),
    number.map<Call>(
      (kind) =>
        ({ module }) =>
          module.bulk_count(kind),
    ),
    fc.tuple(number, number, number, number).map<Call>(
      (words) =>
        ({ module }) =>
          module.bulk_archive(...words),
    ),
    fc.constant<Call>(({ module }) => module.bulk_failed_at()),
    fc.constant<Call>(({ module }) => module.bulk_fetched_at()),
    fc.nat(4).map<Call>(
      (verdict) =>
        ({ module }) =>
          module.bulk_select(verdict),
    ),
    number.map<Call>(
      (handle) =>
        ({ module }) =>
          handle < 2 ** 20 + 2 ? 0 : module.free(handle),
    ),
  );
  const known = new Set(Object.values(errors));
  const lines = linesOf(60, 60);
  const verdicts = wanted(openArchive(bytes), lines);
  const property = fc.property(fc.array(call, { maxLength: 30 }), fc.constantFrom(0, 1, 2, 3), (calls, missing) => {
    const host = new BulkHost({
      missing: (["allow", "disallow", (): Rules => "allow", "unknown"] as const)[missing]!,
    }).add(bytesAccess(bytes));
    for (const one of calls) {
      const result = one(host);
      if (result < 0) expect(known).toContain(result);
    }
    host.module.bulk_open(1, 0, 2 ** 20, 7);
    expect(host.addAgain(bytesAccess(bytes)).decide(lines.join("\n"))).toBe(verdicts);
  });
  fc.assert(property, { numRuns: sized(100, 300, 60) });
});
