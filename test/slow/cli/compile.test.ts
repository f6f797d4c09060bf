/** `robots-wasm compile` as an operator meets it: real files, and the built program for its signals, a full disk and `filter` beside it. */
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openArchive } from "../../../bindings/crawl/archive/index.ts";
import { folderOf } from "../../bulk/compile/compiled.ts";
import { gzipped, info, response } from "../../bulk/compile/warc.ts";
import { program } from "../../support/program.ts";
import { tablesOf } from "../../support/tables.ts";
import { call, itRefuses, run, shell, start } from "./process.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-compile-cli-"));
const path = (name: string): string => join(folder, name);
const shardsOf = (name: string): string[] => readdirSync(folder).filter((one) => one.startsWith(`${name}.0`));

const files: Record<string, string> = {
  "a.example": "User-agent: *\nDisallow: /both",
  "https/a.example": "User-agent: *\nDisallow: /https",
  "a.example_8080": "User-agent: *\nDisallow: /port",
  "http/b.example": "User-agent: *\nDisallow: /http",
  "c.example": "User-agent: ExampleBot\nDisallow: /\n",
  ...Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [`host${i}.example`, `User-agent: *\nDisallow: /${i % 7}`]),
  ),
};
const robots = folderOf(path("robots"), files);

const day = "2026-03-01T00:00:00Z";
const warc = path("robots.warc.gz");
writeFileSync(
  warc,
  gzipped([
    info,
    response("https://a.example/robots.txt", day, 301, "", ["Location: https://www.a.example/robots.txt"]),
    response("https://www.a.example/robots.txt", day, 200, "User-agent: *\nDisallow: /www"),
    response("http://b.example/robots.txt", day, 404),
    response("http://c.example/robots.txt", day, 503),
    response("http://d.example/robots.txt", day, 302, "", ["Location: /elsewhere"]),
    response("http://e.example/robots.txt", "never", 200),
  ]),
);

const hosts = [
  "a.example",
  "a.example:8080",
  "www.a.example",
  "b.example",
  "c.example",
  "d.example",
  "host3.example",
  "none.example",
];
const paths = ["/", "/both", "/https", "/port", "/http", "/www", "/3"];
const urls = hosts.flatMap((host) =>
  ["http", "https"].flatMap((scheme) => paths.map((one) => `${scheme}://${host}${one}`)),
);
const input = `${urls.join("\n")}\n`;

const words = (output: string, ...rest: string[]): string[] => [
  "compile",
  "--agent",
  "ExampleBot",
  "--output",
  path(output),
  ...rest,
];
const filtered = (source: string, ...rest: string[]): string =>
  run(["filter", "--agent", "ExampleBot", "--ordered", "--robots", source, ...rest], input).out;

describe("an archive serves filter as what it was made from does", () => {
  itEach<[title: string, more: string[]]>("a folder, %s", async (_, more) => {
    expect(await call(words("folder", robots))).toMatchObject({ code: 0, out: "" });
    const expected = filtered(robots, ...more);
    expect(expected.split("\n").length).toBeGreaterThan(20);
    expect(filtered(path("folder"), ...more)).toBe(expected);
  });

  it.each([["rfc9309"], ["google"]])("a WARC file, %s", async (dialect) => {
    expect(await call(words("warc", "--dialect", dialect, warc))).toMatchObject({ code: 0, out: "" });
    const allowed = filtered(path("warc"), "--dialect", dialect);
    expect(allowed).not.toContain("https://a.example/www");
    expect(allowed).toContain("https://a.example/both");
    expect(allowed).toContain("http://b.example/");
    expect(allowed).not.toContain("http://c.example/");
    expect(filtered(warc, "--dialect", dialect)).toBe(allowed);
    expect(filtered(warc, "--dialect", dialect, "--jobs", "2")).toBe(allowed);
  });

  it("a WARC file, as JSON with the snapshot and the time of the capture", async () => {
    await call(words("dated", "--snapshot", "CC-MAIN-2026-10", warc));
    const rows = filtered(path("dated"), "--json")
      .split("\n")
      .filter((line) => line.includes("https://a.example/both"));
    const { fetchedAt, snapshot } = JSON.parse(rows[0]!);
    const { fetchedAt: captured } = openArchive(path("dated")).find("https://a.example/")!;
    expect([new Date(fetchedAt), snapshot]).toEqual([captured, "CC-MAIN-2026-10"]);
    expect((await call(["archive", "--summary", path("dated")])).out).toContain("\nsnapshot: CC-MAIN-2026-10\n");
    expect((await call(words("none", "--snapshot", "a b", warc))).err).toContain(
      "expected --snapshot to be 1 to 100 letters",
    );
    expect((await call(words("none", "--snapshot", "a", "--partial", "0/1", warc))).err).toContain(
      "without --snapshot; got both",
    );
    expect(await call(words("more", "--snapshot", "b", "--add", path("dated"), warc))).toMatchObject({ code: 0 });
    expect(openArchive(path("more")).snapshot).toBe("b");
  });

  it("both: a file wins over a capture", async () => {
    await call(words("both", warc, robots));
    const archive = openArchive(path("both"));
    expect(archive.find("http://c.example/")!.rules.isAllowed("/")).toBe(false);
    expect(archive.find("http://c.example/")!.status).toBe("success");
    expect(archive.find("https://www.a.example/")!.rules.isAllowed("/www")).toBe(false);
  });

  it("folders of WARC files: the same as the files; --robots reads them too", async () => {
    mkdirSync(path("warcs"));
    for (const name of ["1.warc", ".hidden"]) copyFileSync(warc, join(path("warcs"), name));
    expect((await call(words("from-folder", path("warcs")))).code).toBe(0);
    await call(words("from-file", warc));
    expect(readFileSync(path("from-folder")).equals(readFileSync(path("from-file")))).toBe(true);
    const filter = (robots: string): string =>
      run(["filter", "-a", "ExampleBot", "--robots", robots], "http://c.example/\nhttp://b.example/\n").out;
    expect(filter(path("warcs"))).toBe(filter(warc));
  });

  it("a folder with WARC files and others, or with shards of an archive: exit code 2, and what to do", async () => {
    mkdirSync(path("mixed"));
    copyFileSync(warc, join(path("mixed"), "1.warc.gz"));
    writeFileSync(join(path("mixed"), "a.example"), "");
    mkdirSync(path("sharded"));
    await call(words("sharded/rules", "--shards", "2", robots));
    for (const [name, message] of [
      ["mixed", "expected robots.txt files or WARC files; got both, such as a.example and"],
      ["sharded", `got shards of an archive, such as rules.0000`],
    ] as const) {
      const filtered = run(["filter", "-a", "ExampleBot", "--robots", path(name)], "http://b.example/\n");
      for (const { code, out, err } of [filtered, await call(words("never", path(name)))])
        expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining(message) });
    }
  });

  it("the host whose file has the name of a port's file is refused, as in the folder", async () => {
    const named = folderOf(path("named"), { b_8080: "User-agent: *\nDisallow: /x" });
    expect((await call(words("ambiguous", named))).err).not.toContain("cannot be read");
    const urls = "http://b:8080/x\nhttp://b:8080/y\nhttp://b_8080/y\n";
    for (const source of [named, path("ambiguous")])
      expect(run(["filter", "-a", "ExampleBot", "--robots", source], urls).out).toBe("http://b:8080/y\n");
  });

  it("prints what was read, written and skipped, unless --quiet", async () => {
    const { err } = await call(words("summary", warc, folderOf(path("odd"), { "No Host": "", "b.example/x": "" })));
    expect(err.split("\n")).toEqual([
      expect.stringMatching(/^read 2 files and 7 records; wrote 6 origins, [\d,]+ bytes$/),
      `1 robots.txt cannot be read, so its URLs are refused: ${path("odd")}/b.example: expected a file; got a folder`,
      "2 origins are refused, because the last captures of their robots.txt cannot be used: http://d.example",
      `skipped 1 file: its name is not a host, such as ${path("odd")}/No Host`,
      "skipped 1 redirect: its target was not captured, such as http://d.example/robots.txt",
      "skipped 1 response: no valid WARC-Date, such as http://e.example/robots.txt",
      expect.stringMatching(/^0\.0 MB of WARC files in \d+\.\d s, \d+\.\d MB\/s$/),
      "",
    ]);
    expect((await call(words("summary", "--quiet", warc))).err).toBe("");
  });

  it("escapes control characters of names in the summary", async () => {
    const odd = folderOf(path("controls"), { "\u001b[2J": "", "b.example": "" });
    expect((await call(words("summary", odd))).err).toContain("\\x1b[2J");
  });

  it("writes what was skipped to --stats, with an example for each reason", async () => {
    expect(await call(words("stats", "--stats", path("stats.json"), "--quiet", warc))).toMatchObject({
      code: 0,
      err: "",
    });
    expect(JSON.parse(readFileSync(path("stats.json"), "utf8"))).toMatchObject({
      ...{ files: 0, records: 7, captures: 6, origins: 6, truncated: 0, dialect: "rfc9309", policy: "rfc9309" },
      crawlers: [["ExampleBot"]],
      refused: { count: 2, example: "http://d.example" },
      skipped: [
        { reason: "response: no valid WARC-Date", count: 1, example: "http://e.example/robots.txt" },
        { reason: "redirect: its target was not captured", count: 1, example: "http://d.example/robots.txt" },
      ],
    });
  });

  it("fails if more than --max-skipped of the captures are skipped; nothing changes then", async () => {
    expect((await call(words("limited", "--max-skipped", "34%", warc))).code).toBe(0);
    const before = readFileSync(path("limited"));
    const failed = await call(
      words("limited", "--max-skipped", "33%", "--stats", path("none.json"), "--dialect", "google", warc),
    );
    expect(failed.code).toBe(2);
    expect(failed.err.split("\n").at(-2)).toBe(
      "robots-wasm: the input: expected at most 33% of the files and captures of robots.txt to be skipped; got 2 of 6; " +
        "skipped 1 response: no valid WARC-Date, such as http://e.example/robots.txt",
    );
    expect(readFileSync(path("limited")).equals(before)).toBe(true);
    expect(existsSync(path("none.json"))).toBe(false);
    expect((await call(words("limited", "--shards", "2", "--max-skipped", "0%", warc))).code).toBe(2);
    expect(shardsOf("limited")).toEqual([]);
  });

  it("equal input gives equal bytes", async () => {
    await call(words("one", robots, warc));
    await call(words("two", robots, warc));
    expect(readFileSync(path("one")).equals(readFileSync(path("two")))).toBe(true);
  });
});

describe("an archive of several crawlers", () => {
  const agents = ["--agent", "ExampleBot", "--agent", "OtherBot,Fallback"];
  const filterFor = (agent: string) => run(["filter", "--agent", agent, "--robots", path("several")], input);

  it.each(["ExampleBot", "OtherBot,Fallback"])("serves %s as an archive of its own does", async (agent) => {
    await call(["compile", ...agents, "--output", path("several"), robots, warc]);
    await call(["compile", "--agent", agent, "--output", path("single"), robots, warc]);
    const alone = run(["filter", "--agent", agent, "--robots", path("single")], input).out;
    expect(alone.length).toBeGreaterThan(100);
    expect(filterFor(agent).out).toBe(alone);
  });

  it("names those that it has to one that it lacks", () => {
    const { code, err } = filterFor("Third");
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("agents Third; got one for ExampleBot; OtherBot, Fallback"),
    });
  });
});

describe("many WARC files", () => {
  // The same second in several files: the file that comes last in the command wins.
  const warcs = ["/x", "/y", "/z"].map((pattern, i) => {
    const file = path(`crawl-${i}.warc.gz`);
    const captures = Array.from({ length: 50 }, (_, host) => [
      response(`https://h${host}.example/robots.txt`, day, 200, `User-agent: *\nDisallow: ${pattern}`),
      response(`https://cut${host + i}.example/robots.txt`, "never", 200),
    ]);
    writeFileSync(file, gzipped([info, ...captures.flat()]));
    return file;
  });
  const compiledWith = (name: string, ...rest: string[]) => {
    const ended = run(words(name, "--stats", path(`${name}.json`), ...rest));
    expect(ended.code, ended.err).toBe(0);
    const { seconds: _, ...stats } = JSON.parse(readFileSync(path(`${name}.json`), "utf8"));
    return { archive: readFileSync(path(name)), stats, err: ended.err };
  };
  const one = compiledWith("crawl-one", ...warcs);

  it("the last of one second counts, and the summary says how fast they were read", () => {
    const robots = openArchive(path("crawl-one")).find("https://h0.example/")!.rules;
    expect(["/x", "/y", "/z"].map((url) => robots.isAllowed(url))).toEqual([true, true, false]);
    expect(one.stats.warcBytes).toBe(warcs.reduce((sum, file) => sum + readFileSync(file).length, 0));
    expect(one.err).toMatch(/\n\d+\.\d MB of WARC files in \d+\.\d s, \d+\.\d MB\/s\n$/);
  });

  it.each(["2", "8"])("%s threads: the same archive, the same counts and examples", (jobs) => {
    const many = compiledWith(`jobs${jobs}`, "--jobs", jobs, ...warcs);
    expect(many.archive.equals(one.archive)).toBe(true);
    expect(many.stats).toEqual(one.stats);
  });

  it("a list names them, in a file or on standard input, after those of the command", () => {
    writeFileSync(path("list"), `${warcs[1]}\r\n\n${warcs[2]}`);
    expect(compiledWith("listed", "--files-from", path("list"), warcs[0]!).archive.equals(one.archive)).toBe(true);
    const piped = run(words("piped", "--files-from", "-"), `${warcs.join("\n")}\n`);
    expect({ code: piped.code, same: readFileSync(path("piped")).equals(one.archive) }).toEqual({
      code: 0,
      same: true,
    });
  });

  it("a list of too many is refused before any is read", async () => {
    writeFileSync(path("long-list"), "x\n".repeat(2 ** 20 + 1));
    const { code, err } = await call(words("long", "--files-from", path("long-list")));
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("expected at most 1048576 inputs; got 1048577"),
    });
  });

  it("a damaged file is named and counted in threads too, and the archive says that it is incomplete", () => {
    writeFileSync(path("torn.warc"), "damage");
    const { code, err } = run(words("torn-crawl", "--jobs", "2", warcs[0]!, path("torn.warc"), warcs[1]!));
    expect({ code, exists: existsSync(path("torn-crawl")) }).toEqual({ code: 2, exists: false });
    expect(err).toContain(`${path("torn.warc")} after record 0: expected a WARC record at byte 0`);
    expect(readdirSync(folder).filter((name) => name.startsWith(".torn-crawl"))).toEqual([]);
  });
});

describe("adding to an archive", () => {
  const captured = (name: string, ...captures: (readonly [host: string, day: number, pattern: string])[]): string => {
    const records = captures.map(([host, on, pattern]) =>
      response(`https://${host}/robots.txt`, `2026-03-0${on}T00:00:00Z`, 200, `User-agent: *\nDisallow: ${pattern}`),
    );
    writeFileSync(path(name), gzipped([info, ...records]));
    return path(name);
  };
  const march = captured("march.warc.gz", ["old.example", 1, "/first"], ["late.example", 9, "/first"]);
  const april = captured(
    "april.warc.gz",
    ["old.example", 5, "/second"],
    ["late.example", 5, "/second"],
    ["new.example", 5, "/second"],
  );
  const refusedBy = (name: string, host: string): string[] => {
    const rules = openArchive(path(name)).find(`https://${host}/`)?.rules;
    return ["/first", "/second"].filter((one) => rules?.isAllowed(one) === false);
  };
  /** Runs and says whether the archive is as it was. */
  const unchanged = async (end: () => Promise<{ code: number | null; err: string }>, name = "grown") => {
    const before = readFileSync(path(name));
    const { code, err } = await end();
    return { code, err, isSame: readFileSync(path(name)).equals(before) };
  };

  it("into the same file: the later capture of an origin wins, new origins are added, others stay", async () => {
    expect((await call(words("grown", "--quiet", march, robots))).code).toBe(0);
    expect(await call(words("grown", "--quiet", "--add", path("grown"), april))).toEqual({ code: 0, out: "", err: "" });
    expect(["old.example", "late.example", "new.example"].map((host) => refusedBy("grown", host))).toEqual([
      ["/second"],
      ["/first"],
      ["/second"],
    ]);
    expect(openArchive(path("grown")).find("https://c.example/")!.rules.isAllowed("/")).toBe(false);
  });

  it("into another file: the archive stays", async () => {
    const added = (name: string) => () => call(words(name, "--quiet", "--add", path("grown"), april));
    expect(await unchanged(added("again"))).toEqual({ code: 0, err: "", isSame: true });
    expect(readFileSync(path("again")).equals(readFileSync(path("grown")))).toBe(true);
  });

  it("a redirect whose target only the archive has is refused, and the summary says so", async () => {
    const moved = response("https://moved.example/robots.txt", day, 301, "", [
      "Location: https://new.example/robots.txt",
    ]);
    writeFileSync(path("moved.warc"), moved);
    const { code, err } = await call(words("moved", "--add", path("grown"), path("moved.warc")));
    expect(code).toBe(0);
    expect(err).toContain("skipped 1 redirect: its target was not captured, such as https://moved.example/robots.txt");
    expect(openArchive(path("moved")).find("https://moved.example/")!.verdict).toBe("refused");
  });

  it.each([
    ["a shard", () => shardsOf("sharded-grown")[0]!, [], '; got {"crawlers":[["ExampleBot"]],"dialect":"rfc9309"'],
    ["a WARC file", () => "march.warc.gz", [], "expected a file that starts with RWAR; got a foreign one"],
    ["a damaged archive", () => "torn", [], "torn: archive: expected"],
    ["no such file", () => "nowhere", [], "expected an archive; got no such file"],
    ["a folder", () => "robots", [], "expected an archive for --add; got not a file"],
    ["one of another crawler", () => "grown", ["--agent", "OtherBot"], "expected an archive of"],
    ["one of another dialect", () => "grown", ["--dialect", "google"], "expected an archive of"],
    ["one of another leniency", () => "grown", ["--lenient", "typos"], "expected an archive of"],
    ["one of another policy", () => "grown", ["--policy", "google"], "expected an archive of"],
    ["one that an input is too", () => "grown", [path("grown")], "expected outputs to cover no input of the same run"],
  ])("refuses %s: exit code 2, one line, and nothing changes", async (_, archive, more, message) => {
    if (!existsSync(path("torn"))) {
      await call(words("sharded-grown", "--quiet", "--shards", "2", march));
      writeFileSync(path("torn"), readFileSync(path("grown")).fill(1, 200, 201));
    }
    const { code, err, isSame } = await unchanged(() => call(words("grown", ...more, "--add", path(archive()), april)));
    expect({ code, isSame }).toEqual({ code: 2, isSame: true });
    expect(err).toMatch(/^robots-wasm: [^\n]*\n$/);
    expect(err).toContain(message);
  });

  it("an interrupt leaves it as it was, and nothing else", async () => {
    copyFileSync(path("grown"), path("stopped"));
    const stopped = async () => {
      const process = start(words("stopped", "--add", path("stopped"), ...Array.from({ length: 200 }, () => robots)));
      const errors: Buffer[] = [];
      process.stderr.on("data", (chunk) => errors.push(chunk));
      const seen = setInterval(() => {
        if (!readdirSync(folder).some((name) => name.startsWith(".stopped"))) return;
        clearInterval(seen);
        process.kill("SIGINT");
      }, 5);
      const [code] = await once(process, "exit");
      clearInterval(seen);
      return { code, err: Buffer.concat(errors).toString() };
    };
    expect(await unchanged(stopped, "stopped")).toEqual({
      code: 130,
      err: "robots-wasm: interrupted; nothing was written\n",
      isSame: true,
    });
    expect(readdirSync(folder).filter((name) => name.startsWith(".stopped"))).toEqual([]);
  });
});

describe("nothing is there before it is complete", () => {
  const many = folderOf(
    path("many"),
    Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`host${i}.example`, `User-agent: *\nDisallow: /${i}`])),
  );
  const left = (name: string): string[] => readdirSync(folder).filter((one) => one.includes(name));

  it("SIGKILL at any moment: the archive as it was, or the whole new one", async () => {
    await call(words("before", robots));
    const before = readFileSync(path("before"));
    await call(words("whole", many));
    const whole = readFileSync(path("whole"));
    const outcomes = { before: 0, whole: 0 };
    for (let round = 0; round < 10; round++) {
      const name = `killed-${round}`;
      writeFileSync(path(name), before);
      const process = start(words(name, many));
      setTimeout(() => process.kill("SIGKILL"), 60 + round * 70);
      await once(process, "exit");
      const now = readFileSync(path(name));
      expect(now.equals(before) || now.equals(whole)).toBe(true);
      outcomes[now.equals(before) ? "before" : "whole"]++;
      openArchive(now).verify();
    }
    expect(outcomes.before).toBeGreaterThan(0);
  });

  it("an interrupt: exit code 130, nothing left", async () => {
    const process = start(words("interrupted", ...Array.from({ length: 20 }, () => many)));
    const errors: Buffer[] = [];
    process.stderr.on("data", (chunk) => errors.push(chunk));
    const seen = setInterval(() => {
      if (left("interrupted").length === 0) return;
      clearInterval(seen);
      process.kill("SIGINT");
    }, 5);
    const [code] = await once(process, "exit");
    expect(code).toBe(130);
    expect(Buffer.concat(errors).toString()).toBe("robots-wasm: interrupted; nothing was written\n");
    expect(left("interrupted")).toEqual([]);
  });

  it.each([
    ["a full device", "", "--output /dev/full", "no space left on device"],
    ["no room for the file", "ulimit -f 8; ", `--output ${path("no-room")}`, "file too large"],
  ])("%s: one line, exit code 2, nothing left", (_, limit, output, message) => {
    const { code, err } = shell(`${limit}${process.execPath} ${program} compile --agent A ${output} ${many}`);
    expect(code).toBe(2);
    expect(err).toMatch(/^robots-wasm: [^\n]*\n$/);
    expect(err).toContain(message);
    expect(left("no-room")).toEqual([]);
  });

  it("a damaged WARC file among others: a line that names it, exit code 2, and no archive but an incomplete one", () => {
    const cut = path("cut.warc.gz");
    writeFileSync(cut, readFileSync(warc).subarray(0, 700));
    const { code, err } = run(words("damaged", robots, cut));
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/^robots-wasm: [^\n]*cut\.warc\.gz after record 3: expected complete gzip members/m),
    });
    expect(left("damaged")).toEqual(["damaged.incomplete"]);
    const viaFilter = run(["filter", "--agent", "A", "--robots", cut], input);
    expect({ ...viaFilter, err: viaFilter.err.slice(0, 12) }).toEqual({ code: 2, out: "", err: "robots-wasm:" });
  });
});

describe("misuse: exit code 2, one line", () => {
  itRefuses([
    [["compile", robots], "expected --agent TOKEN; got none"],
    [["compile", "--agent", "", "-o", "x", robots], "an empty one"],
    [["compile", "--agent", "A", robots], "expected --output FILE; got none"],
    [["compile", "--agent", "A", "-o", path("x")], "expected a folder or a WARC file; got none"],
    [words("x", path("nowhere")), "got no such file"],
    [words("x", join(process.execPath, "inside")), "got not a directory"],
    [words("x", "--dialect", "bing", robots), "bing"],
    [
      words("x", "--policy", "bing", robots),
      "expected --policy to be one of rfc9309, google, google2019, koster1996, norobots1996; got bing",
    ],
    [words("x", "--lenient", "nothing", robots), "nothing"],
    [words("x", "--max-skipped", "5", robots), "expected --max-skipped to be a percentage from 0% to 100%; got 5"],
    [words("x", "--what", robots), "--what"],
    [words("no/folder", robots), "no such file"],
  ]);

  itEach<[title: string, more: string[], message: string]>(
    "filter by an archive compiled for %s",
    async (_, more, message) => {
      await call(words("other", robots));
      for (const jobs of ["1", "2"]) {
        const { code, out, err } = run(["filter", "--robots", path("other"), "--jobs", jobs, ...more], input);
        expect({ code, out }).toEqual({ code: 2, out: "" });
        expect(err).toMatch(/^robots-wasm: [^\n]*other: archive: [^\n]*\n$/);
        expect(err).toContain(message);
      }
    },
  );

  it("filter by a damaged archive: where it is, one line", async () => {
    await call(words("flipped", robots));
    const bytes = readFileSync(path("flipped"));
    bytes[200]! ^= 1;
    writeFileSync(path("flipped"), bytes);
    for (const jobs of ["1", "2"]) {
      const { code, err } = run(
        ["filter", "--agent", "ExampleBot", "--robots", path("flipped"), "--jobs", jobs],
        input,
      );
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/^robots-wasm: [^\n]*archive: expected the checksum[^\n]*\n$/),
      });
    }
  });
});

it("compiled rules fit the corpus' own verdicts", async () => {
  const body = readFileSync("examples/shop.robots.txt");
  await call(words("shop", folderOf(path("shop-robots"), { "shop.example": body.toString() })));
  const asked = ["/reviews/2024/print", "/reviews/top/print", "/"].map((one) => `https://shop.example${one}`);
  const { out } = await call(["check", "examples/shop.robots.txt", "--agent", "ExampleBot", "--json", ...asked]);
  const verdicts = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).allowed);
  const { rules } = openArchive(path("shop")).find("https://shop.example/")!;
  expect(asked.map((url) => rules.isAllowed(url))).toEqual(verdicts);
  expect(existsSync(path("shop"))).toBe(true);
});
