/** `robots-wasm logs`: reports, rows, files that appear when they are complete, and exit codes. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { combined } from "../../bulk/logs/replayed.ts";
import { program } from "../../support/program.ts";
import { isKilledBefore } from "./kills.ts";
import { call, run, shell } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-logs-"));
const place = (name: string): string => join(folder, name);
const file = (name: string, text: string | Uint8Array): string => {
  writeFileSync(place(name), text);
  return place(name);
};

const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const robots = file("robots.txt", "User-agent: *\nDisallow: /cart\n");
const at = (second: number): string => new Date(Date.UTC(2026, 10, 5) + second * 1000).toISOString();
const lines = Array.from({ length: 300 }, (_, i) =>
  combined(at(i), i % 5 === 0 ? `/cart/${i}` : `/page/${i}`, i % 3 === 0 ? "GPTBot/1.3" : PERSON, {
    address: i % 3 === 0 ? "192.0.2.1" : "198.51.100.77",
  }),
);
const access = file("access.log", lines.join(""));
const common = ["logs", "--robots", robots, "--site", "shop.example"];

describe("the report", () => {
  it("names crawlers, lines and commands, and exits with 1", async () => {
    const { code, out } = await call([...common, access]);
    expect(code).toBe(1);
    expect(out).toContain("300 lines, 100 requests in the names of 1 crawler, 20 refused by robots.txt");
    expect(out).toContain(`GPTBot  ${access}:1  2026-11-05T00:00:00Z  192.0.2.1  GET /cart/0  200`);
    expect(out).toContain(`robots-wasm explain ${robots} --agent GPTBot https://shop.example/cart/0`);
  });
  it("says so if no request passes: the list may be wrong, or the addresses a proxy's", async () => {
    mkdirSync(place("ranges"));
    file("ranges/gptbot.json", '{"creationTime":"2026-11-05T00:00:00","prefixes":[{"ipv4Prefix":"203.0.113.0/24"}]}');
    const { code, out } = await call([...common, "--ranges", place("ranges"), access]);
    expect([code, out]).toEqual([0, expect.stringContaining("not the crawler that they name: GPTBot 100")]);
    expect(out).toMatch(
      /note: no request of GPTBot comes from its operator: .* or the log has the addresses of a proxy/,
    );
  });
  it("exits with 0 without violations", async () =>
    expect(
      (await call([...common, file("clean.log", lines.filter((line) => !line.includes("/cart")).join(""))])).code,
    ).toBe(0));
  it("writes no line of a person anywhere", async () => {
    const outputs = ["rows.ndjson", "report.html", "stats.json"].map(place);
    const words = ["--by", "request", "--output", outputs[0]!, "--html", outputs[1]!, "--stats", outputs[2]!];
    const { out, err } = await call([...common, ...words, access]);
    for (const text of [out, err, ...outputs.map((one) => readFileSync(one, "utf8"))])
      expect(text).not.toMatch(/198\.51\.100\.77|Firefox|\/cart\/5\b/);
  });
  it("escapes the text of strangers in the page", async () => {
    const log = file("html.log", combined(at(0), "/cart/<script>alert(1)</script>", "GPTBot/1.3"));
    await call([...common, "--html", place("page.html"), log]);
    expect(readFileSync(place("page.html"), "utf8")).not.toContain("<script>");
  });
});

describe("without a robots.txt, the first run says who asks for how much", () => {
  const [, table] = run(["logs", access]).out.split("\n\n");
  it("in a table, most requests first, with the clients that were not judged", () =>
    expect(table!.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["name", "requests", "peak a minute", "MB", "busiest paths"],
      ["GPTBot", "100", "20", "0.0", "/page/ 80, /cart/ 20"],
      ["not judged", "200"],
    ]));
  it("and in the page, JSON and rows of CSV", async () => {
    const [page, stats, rows] = ["load.html", "load.json", "load.csv"].map(place) as [string, string, string];
    const words = ["logs", "--html", page, "--stats", stats, "--by", "crawler", "--output", rows, access];
    expect((await call(words)).code).toBe(0);
    expect(readFileSync(rows, "utf8")).toMatch(
      /,refused_today,peak_minute,bytes,busiest\r?\nGPTBot,.*,0,20,500,"\{""\/page\/"":80,""\/cart\/"":20\}"\r?\n/,
    );
    expect(readFileSync(page, "utf8")).toMatch(/No robots.txt was given.*<h2>Load<\/h2>.*not judged/s);
    const { not_judged, crawlers } = JSON.parse(readFileSync(stats, "utf8"));
    expect(not_judged).toEqual({ browsers: 200 });
    expect(crawlers[0]).toMatchObject({ peak_minute: 20, bytes: 500, busiest: { "/page/": 80, "/cart/": 20 } });
  });
});

describe("--robots with a URL: the file of today proves nothing of the past", () => {
  const served = async (status: number, check: (url: string) => Promise<void>): Promise<void> => {
    const server = createServer((_, response) => response.writeHead(status).end("User-agent: *\nDisallow: /cart\n"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    await check(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.close();
    server.closeAllConnections();
  };
  it("rows and reports say so, never violation, and the exit code is 0", () =>
    served(200, async (url) => {
      const [page, rows] = ["today.html", "today.ndjson"].map(place) as [string, string];
      const words = ["logs", "--robots", url, "--site", "shop.example", "--by", "request", "--output", rows];
      const { code, err } = await call([...words, "--html", page, access]);
      const texts = [rows, page].map((one) => readFileSync(one, "utf8")) as [string, string];
      const all = texts[0]
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect([code, all.length]).toEqual([0, 20]);
      expect(new Set(all.map(({ verdict }) => verdict))).toEqual(new Set(["refused by today's file"]));
      expect(all[0]).toMatchObject({
        version: url,
        explain: `robots-wasm explain ${url} --agent GPTBot http://shop.example/cart/0`,
      });
      expect(err).toContain("20 refused by today's file");
      expect(err).toContain("note: the file of today proves nothing of the past");
      expect(texts[1]).toContain("20 requests in the names of crawlers were refused by today's file");
      for (const text of [err, ...texts]) expect(text).not.toMatch(/violation/i);
    }));
  it("whatever robots.txt was answered in the log", () =>
    served(200, async (url) => {
      const log = file(
        "missing.log",
        combined(at(0), "/robots.txt", "GPTBot", { status: 404 }) + combined(at(9), "/cart", "GPTBot"),
      );
      const { code, out } = await call(["logs", "--robots", url, "--site", "a.example", log]);
      expect([code, out]).toEqual([0, expect.stringContaining("1 refused by today's file")]);
    }));
  it("its host is the site", () =>
    served(200, async (url) => {
      const log = file("hosts.log", `other.example ${lines[0]}${new URL(url).host} ${lines[0]}`);
      expect((await call(["logs", "--robots", url, log])).out).toContain("1 refused by today's file");
    }));
  it("a site without a file refuses nothing", () =>
    served(404, async (url) => {
      expect((await call(["logs", "--robots", url, "--site", "shop.example", access])).out).toContain(
        "0 refused by today's file",
      );
    }));
});

describe("rows", () => {
  const rowsOf = (logs: readonly string[]): string[] =>
    run([...common, "--by", "request", "--quiet", ...logs])
      .out.split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const { file: _, line: __, fetched: ___, ...row } = JSON.parse(line);
        return JSON.stringify(row);
      });
  it("are the same for a log that is cut, compressed and given in another order", () => {
    const pieces = [lines.slice(0, 100), lines.slice(100, 101), lines.slice(101)].map((piece, i) =>
      file(
        `piece${i}.log.gz`,
        Buffer.concat([gzipSync(piece.slice(0, 50).join("")), gzipSync(piece.slice(50).join(""))]),
      ),
    );
    expect(rowsOf(pieces.reverse())).toEqual(rowsOf([access]));
  });
  it("from standard input too", () =>
    expect(run([...common, "--by", "crawler", "--quiet", "--format", "csv", "-"], lines.join("")).out).toContain(
      "GPTBot,OpenAI,training,unknown,100,0,100,0,100,20,0.2,20",
    ));
  it("from pipes, which can be read once", () => {
    const words = [program, ...common, "--by", "request", "--quiet"].join(" ");
    const [first, second] = [lines.slice(0, 100), lines.slice(100)].map((piece, i) =>
      file(`half${i}.log.gz`, gzipSync(piece.join(""))),
    );
    const { code, out } = shell(`${process.execPath} ${words} <(zcat ${first}) <(cat ${second})`);
    expect([code, out.split("\n").length]).toEqual([1, rowsOf([access]).length + 1]);
  });
  it("from more logs than may be open at a time", () => {
    const days = Array.from({ length: 200 }, (_, i) =>
      file(`day${i}.log`, combined(at(86_400 * i), `/cart/${i}`, "GPTBot/1.3").repeat(700)),
    );
    const words = [program, ...common, "--by", "crawler", "--quiet", ...days].join(" ");
    const { code, out } = shell(`ulimit -n 128; ${process.execPath} ${words}`);
    expect([code, JSON.parse(out || "{}").violations]).toEqual([1, 140_000]);
  });
  it("Parquet has the same", async () => {
    const { parquetReadObjects } = await import("hyparquet");
    await call([...common, "--by", "request", "--quiet", "--output", place("rows.parquet"), access]);
    const bytes = readFileSync(place("rows.parquet"));
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    });
    expect(rows.map(({ target }) => target)).toEqual(rowsOf([access]).map((row) => JSON.parse(row).target));
  });
});

it("lines without a host are taken for the one host that others name, which a warning says", () => {
  const absolute = file("absolute.log", `${lines[0]}${combined(at(1), "http://other.example/cart", "GPTBot/1.3")}`);
  const { code, err } = run(["logs", "--robots", robots, absolute]);
  expect(code).toBe(1);
  expect(err).toContain("lines without a host are taken for other.example");
  expect(run(["logs", "--robots", robots, "--site", "shop.example", absolute]).out).toContain("other.example 1");
});

it("a folder of versions, or of hosts, may be a Git repository", async () => {
  for (const host of ["", "shop.example"]) {
    const history = place(`repository-${host}`);
    for (const folder of [".git", host]) mkdirSync(join(history, folder), { recursive: true });
    writeFileSync(join(history, host, "2026-11-01T000000Z.txt"), "User-agent: *\nDisallow: /cart\n");
    expect((await call(["logs", "--history", history, "--site", "shop.example", access])).code).toBe(1);
  }
});

describe("a log in which no crawler can be found exits with 2, and says why", () => {
  const TIME = "2026-11-05T00:00:00Z";
  const json = file("own.ndjson", `${JSON.stringify({ t: TIME, ip: "192.0.2.1", u: "/cart", ua: PERSON, s: 200 })}\n`);
  const keys = "json:time=t,address=ip,target=u,agent=ua,status=s";
  const traefik = file(
    "traefik.ndjson",
    `{"StartUTC":"${TIME}","RequestPath":"/","RequestMethod":"GET","DownstreamStatus":200}\n`,
  );
  const request = { client_ip: "192.0.2.1", method: "GET", host: "shop.example", uri: "/", headers: {} };
  const vary = { ts: TIME, request, status: 200, resp_headers: { Vary: ["User-Agent"] } };
  it.each([
    ["Traefik keeps no headers", [traefik], "accessLog.fields.headers.names.User-Agent=keep"],
    [
      "Logpush leaves the header out",
      [
        file(
          "cf.ndjson",
          `{"EdgeStartTimestamp":"${TIME}","ClientIP":"192.0.2.1","ClientRequestURI":"/","EdgeResponseStatus":200}\n`,
        ),
      ],
      "expected the User-Agent header",
    ],
    [
      "only an answer of Caddy has its name",
      [file("caddy.ndjson", `${JSON.stringify(vary)}\n`)],
      "expected the User-Agent header",
    ],
    [
      "the key of the header is wrong",
      ["--log-format", keys.replace("=ua", "=UA"), json],
      "expected the User-Agent header",
    ],
    [
      "the key of the address is wrong",
      ["--log-format", keys.replace("=ip", "=IP"), json],
      "got 1 of 1 that cannot be read; the first one has the keys t, ip, u, ua, s",
    ],
    [
      "no format has the keys of these lines",
      [json],
      "got another; the first one has the keys t, ip, u, ua, s; describe it with --log-format",
    ],
    [
      "the key of the status is wrong",
      ["--log-format", keys.replace("=s", "=S"), json],
      "got 1 of 1 that cannot be read",
    ],
    [
      "the key of the time is wrong",
      ["--log-format", keys.replace("=t,", "=T,"), json],
      "got 1 of 1 that cannot be read",
    ],
  ])("%s", async (_, words, message) => {
    const { code, err } = await call([...common, ...words]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
  it("a log whose keys are right and whose requests are people's does not", async () =>
    expect((await call([...common, "--log-format", keys, json])).code).toBe(0));
});

describe("wrong calls exit with 2, say why, and leave no file", () => {
  const history = place("history");
  mkdirSync(history);
  const folderOf = (name: string, files: Readonly<Record<string, string>>): string => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(place(name), dirname(path)), { recursive: true });
      file(join(name, path), text);
    }
    return place(name);
  };
  const NAME = "2026-11-01T000000Z.txt";
  const versions = folderOf("versions", { [NAME]: "" });
  const perHost = folderOf("hosts", { [`a.example/${NAME}`]: "", "b.example/.keep": "" });
  const several = file(
    "several.log",
    lines
      .slice(0, 4)
      .map((line, i) => `${"ab"[i % 2]}.example:80 ${line.replace(PERSON, "GPTBot")}`)
      .join(""),
  );
  const own = file("own-crawlers.ndjson", '{"token":"OwnBot"}\n');
  const hours = Array.from({ length: 6 }, (_, i) => combined(at(3600 * i), "/page", "GPTBot/1.3"));
  it.each([
    [[], "expected a LOG"],
    [
      ["--by", "request", access],
      "expected --robots FILE or URL, or --history FOLDER, by which requests are judged; got none",
    ],
    [
      ["--site", "shop.example", access],
      "expected --robots or --history with --site, which says whose file it is; got neither",
    ],
    [["--grace", "5", access], "expected --history with --grace, which is about versions; got none"],
    [["--robots", "http://127.0.0.1:1/", "--grace", "5", access], "expected --history with --grace"],
    [["--robots", "http://", access], "expected an http or https URL; got http://"],
    [
      ["--robots", "http://127.0.0.1:1/", access],
      "expected a robots.txt at http://127.0.0.1:1/robots.txt; got unreachable",
    ],
    [["--robots", robots, "--history", history, access], "got both"],
    [["--history", history, access], `expected a version of robots.txt in ${history}; got none`],
    [["--history", folderOf("days", { "2026-02-30T000000Z.txt": "" }), access], "got 2026-02-30T000000Z.txt"],
    [["--history", perHost, access], `expected a version of robots.txt in ${join(perHost, "b.example")}; got none`],
    [
      ["--history", folderOf("one", { [`a.example/${NAME}`]: "" }), "--site", "c.example", access],
      "expected a folder for c.example",
    ],
    [
      ["--history", folderOf("two", { [`a.example/${NAME}`]: "", [`A.example_443/${NAME}`]: "" }), access],
      "expected one folder for a.example",
    ],
    [
      ["--history", folderOf("later", { "2026-12-01T000000Z.txt": "" }), access],
      "expected a version of robots.txt from before the requests; got only later ones",
    ],
    [["--history", versions, "--html", join(versions, NAME), access], "expected outputs to cover no input"],
    [["--robots", robots, "--ranges", versions, "--stats", join(versions, NAME), access], "cover no input"],
    [["--robots", robots, "--crawlers", own, "--html", own, access], "expected outputs to cover no input"],
    [["--robots", robots, "--json", "--quiet", access], "expected --json or --quiet; got both"],
    [["--robots", robots, several], "expected --site HOST, because the log has several hosts"],
    [["--robots", robots, "--site", "https://shop.example/", access], "expected --site to be a host"],
    [["--robots", robots, "--site", "c.example", several], "got only requests to a.example, b.example"],
    [["--robots", robots, file("newest-first.log", hours.reverse().join(""))], "more than an hour late; sort them"],
    [["--robots", robots, "--dns", access], "expected --ranges FOLDER"],
    [["--robots", robots, "--output", place("x.csv"), access], "expected --by crawler or --by request with --output"],
    [
      ["--robots", robots, "--log-format", "$remote_addr", access],
      "without the time, the request, the status, the User-Agent header",
    ],
    [["--robots", robots, access, access], "expected each LOG once"],
    [
      ["--robots", robots, access, file("copy.log.gz", gzipSync(lines.join("")))],
      "copy.log.gz, which begins with the same lines as",
    ],
    [["--robots", robots, file("log.bz2", "BZh91AY&SY")], "got bzip2; use bzip2 -dc FILE | robots-wasm logs -"],
    [["--robots", robots, folder], "got a folder"],
    [
      ["--robots", robots, file("cr.log", lines.join("").replaceAll("\n", "\r"))],
      "got lines of combined or vhost_combined",
    ],
    [
      [
        "--robots",
        robots,
        file("readable.log", Array.from({ length: 3000 }, (_, i) => combined(at(i), "/page", "GPTBot/1.3")).join("")),
        file(
          "changed.log",
          `${combined(at(0), "/", PERSON)}${combined(at(2900), "/", "GPTBot")}${"another format\n".repeat(9)}`,
        ),
      ],
      "changed.log: expected lines of one format; got 9 of 11 that cannot be read",
    ],
    [["--robots", robots, file("overlong.log", "x".repeat(5 * 2 ** 20))], "got 1 of 1 that cannot be read"],
    [["--robots", robots, file("bad.log", `${lines[0]}x\ny\n`)], "got 2 of 3 that cannot be read"],
    [["--robots", robots, file("cut.log.gz", gzipSync(lines.join("")).subarray(0, 500))], "expected complete gzip"],
    [
      ["--robots", robots, file("common.log", lines.join("").replaceAll(/ "-" "[^"]*"\n/g, "\n"))],
      "the common format has no User-Agent header",
    ],
  ])("%j", async (words, message) => {
    const before = readdirSync(folder);
    const { code, err } = await call(["logs", ...words]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(readdirSync(folder)).toEqual(before);
    expect(existsSync(place("x.csv"))).toBe(false);
  });
});

it("standard input may not be a log that is read too", () => {
  const text = lines.join("").repeat(9);
  const { code, err } = run([...common, file("twice.log", text), "-"], text);
  expect([code, err]).toEqual([2, expect.stringContaining("got -, which begins with the same lines as")]);
});

describe("an hour with many refused requests", () => {
  const ROWS = 20_000;
  const many = file("many.log", (lines[0] as string).repeat(ROWS));
  const words = [program, ...common, "--by", "request", "--quiet", many];
  it("is written in pieces: a text has at most 512 MB", () => {
    const limited = `const { write } = process.stdout; process.stdout.write = function (text, done) {
      if (String(text).split("\\n").length > ROWS / 2) throw new Error("a long text"); return write.call(this, text, done); };`;
    const hook = `data:text/javascript,${encodeURIComponent(limited.replace("ROWS", String(ROWS)))}`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", hook, ...words], {
      maxBuffer: 2 ** 28,
    });
    expect([status, stderr.toString(), stdout.toString().split("\n").length]).toEqual([1, "", ROWS + 1]);
  });
  it("exits with 1 too if the reader leaves after the first", () =>
    expect(shell(`{ ${process.execPath} ${words.join(" ")}; echo $? >&2; } | head -n 1 > /dev/null`).err).toBe("1\n"));
});

it("killed before any step, it leaves no half file, and the next run writes all", () => {
  const clean = file("quiet.log", lines.filter((line) => !line.includes("/cart")).join(""));
  const outputs = ["killed.csv", "killed.html", "killed.json"].map(place) as [string, string, string];
  const words = [
    ...common,
    "--by",
    "crawler",
    "--output",
    outputs[0],
    "--html",
    outputs[1],
    "--stats",
    outputs[2],
    clean,
  ];
  const found = (): (string | undefined)[] =>
    outputs.slice(0, 2).map((one) => (existsSync(one) ? readFileSync(one, "utf8") : undefined));
  expect(run(words).code).toBe(0);
  const whole = found();
  for (const one of outputs) rmSync(one);
  let step = 0;
  for (; isKilledBefore(step, words); step++) {
    for (const [i, text] of found().entries()) expect([undefined, whole[i]]).toContain(text);
    for (const one of outputs) rmSync(one, { force: true });
  }
  expect(step).toBeGreaterThan(5);
  expect(found()).toEqual(whole);
});

it("long lines and bytes that are not UTF-8 end in counts", () => {
  const odd = Buffer.concat([
    Buffer.from(lines.slice(0, 9).join("")),
    Buffer.alloc(5 * 2 ** 20, "x"),
    Buffer.from(
      '\n192.0.2.1 - - [05/Nov/2026:00:10:00 +0000] "GET /cart/\xff HTTP/1.1" 200 5 "-" "GPTBot"\n\x16\x03\x01\n',
      "latin1",
    ),
  ]);
  const { code, out } = run([...common, "--by", "request", "-"], odd);
  expect(code).toBe(1);
  expect(out).toContain('"target":"/cart/%FF"');
});
