/**
 * A job that every engine does: URLs with lines that are not URLs, an archive in shards, and the output of one process.
 * Engines run `robots-wasm` from the PATH; the one here notes the process ids of `filter`, so that a test can find the
 * worker that started it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { parquetWriteFile } from "hyparquet-writer";
import { expect } from "vitest";
import { temporaryFolder } from "../../support/packed.ts";
import { program } from "../../support/program.ts";

const SHARDS = 12;
const ORIGINS = 600;
/** More of them show what an engine costs: ENGINE_URLS=5000000 npx vitest run test/slow/engines test/weekly/engines */
const URLS = Number(process.env["ENGINE_URLS"] ?? 120_000);
const POLL_MS = 10;

/** Spellings of hosts that URL parsers normalise or refuse, and lines that are not URLs. */
export const hostileLines: readonly string[] = [
  "HTTPS://WWW.Site-1.Example:443/admin",
  "http://www.site-2.example:8080/admin",
  "http://user:pw@www.site-3.example/admin",
  "http://www.site%2d4.example/admin",
  "http://bücher.example/admin",
  "http://BÜCHER.example/admin",
  "http://xn--bcher-kva.example/admin",
  "http://xn--a.example/admin",
  "http://faß.example/admin",
  "http://www。site-5。example/admin",
  "http://www.site-6.example./admin",
  "http://0x7f.1/admin",
  "http://127.0.0.1/admin",
  "http://[::1]/admin",
  "http://[0:0::1]:80/admin",
  "http://www.site-7.example?admin",
  "http://www.site-8.example#admin",
  "http://www.site-9.example\\admin",
  " http://www.site-10.example/admin",
  "http://www.si\tte-11.example/admin",
  "http://www.site-12.example/admin\r",
  "http://a_b.example/admin",
  "http://-a.example/admin",
  "http://1.2.3.4.5/admin",
  "http://www.site-13.example:/admin",
  "http://www.site-13.example:99999/admin",
  "http:///www.site-14.example/admin",
  "http:www.site-15.example/admin",
  "mailto:me@www.site-16.example",
  "http://",
  "http://.",
  "",
  "\uFEFFhttp://www.site-17.example/admin",
  "http://www.site-18.example/ä\u0000",
];

/** How pandas says which column is the index. */
const INDEX = "__index_level_0__";
const column = (name: string | null, field_name: string, type: string): object => ({
  ...{ name, field_name, metadata: null },
  ...(type === "int64" ? { pandas_type: type, numpy_type: type } : { pandas_type: type, numpy_type: "object" }),
});
const PANDAS = JSON.stringify({
  index_columns: [INDEX],
  column_indexes: [{ ...column(null, "", "unicode"), field_name: null, metadata: { encoding: "UTF-8" } }],
  columns: [column("id", "id", "int64"), column("url", "url", "unicode"), column(null, INDEX, "int64")],
  creator: { library: "pyarrow", version: "26.0.1" },
  pandas_version: "3.1.1",
});

const madeUrl = (i: number): string =>
  `http${i % 3 === 0 ? "" : "s"}://www.site-${(i * 7919) % ORIGINS}.example/${i % 4 === 0 ? "admin" : "a"}/${i}`;

/** Every host that the lines can mean: a URL in the wrong shard would be allowed there. */
function hostsOf(lines: readonly string[]): Set<string> {
  const hosts = lines.map((line) => (URL.canParse(line) ? new URL(line).host : ""));
  return new Set(hosts.filter((host) => host !== "" && host !== "."));
}

export class Job {
  readonly folder: string;
  readonly urls: string;
  /** The manifest of the shards. */
  readonly rules: string;
  /** The archive of all origins. */
  readonly archive: string;
  readonly output: string;
  readonly shards: number = SHARDS;
  readonly lines: number = URLS;
  readonly #starts: string;
  readonly #children: ChildProcess[] = [];
  /** Has `robots-wasm` in its PATH. */
  readonly env: NodeJS.ProcessEnv;

  constructor(name: string) {
    this.folder = temporaryFolder(name);
    this.urls = join(this.folder, "urls");
    this.rules = join(this.folder, "rules");
    this.archive = join(this.folder, "robots.archive");
    this.output = join(this.folder, "allowed");
    this.#starts = join(this.folder, "starts");
    this.env = { ...process.env, PATH: `${join(this.folder, "bin")}:${process.env["PATH"]}`, ENGINE_JOB: this.folder };
    this.#writeProgram();
    const lines = Array.from({ length: URLS }, (_, i) =>
      i % 20 === 0 ? hostileLines[(i / 20) % hostileLines.length]! : madeUrl(i),
    );
    // The last line has no LF.
    writeFileSync(this.urls, lines.join("\n"));
    mkdirSync(join(this.folder, "robots"));
    for (const host of hostsOf(lines))
      writeFileSync(join(this.folder, "robots", host.replace(/:(\d+)$/, "_$1")), "User-agent: *\nDisallow: *admin\n");
  }

  /** Compiles the shards and does the job in one process; its output and processor time. */
  async alone(): Promise<{ readonly output: Buffer; readonly cpuSeconds: number }> {
    const robots = join(this.folder, "robots");
    await this.run(["robots-wasm", "compile", "-a", "ExampleBot", "--shards", `${SHARDS}`, "-o", this.rules, robots]);
    const alone = join(this.folder, "alone");
    const filter = `robots-wasm filter -a ExampleBot --robots ${robots} --quiet -o ${alone} < ${this.urls}`;
    const { cpuSeconds } = await this.run(["bash", "-c", filter]);
    writeFileSync(this.#starts, "");
    return { output: readFileSync(alone), cpuSeconds };
  }

  /** Compiles the shards and an archive of all origins, and returns what one process decides: a character for each line. */
  async verdicts(): Promise<string> {
    const compile = ["robots-wasm", "compile", "-a", "ExampleBot"];
    const robots = join(this.folder, "robots");
    await this.run([...compile, "--shards", `${SHARDS}`, "-o", this.rules, robots]);
    await this.run([...compile, "-o", this.archive, robots]);
    const filter = `robots-wasm filter -a ExampleBot --robots ${robots} --quiet --verdicts < ${this.urls}`;
    const { out } = await this.run(["bash", "-c", filter]);
    return out.replaceAll("\n", "");
  }

  /**
   * Writes the lines as Parquet files with the columns `id`, the number of the line, and `url`, as pandas saves a sorted frame: its index
   * is not 0, 1, 2, and has numbers twice.
   */
  writeTable(folder: string, files: number): void {
    mkdirSync(folder);
    const urls = readFileSync(this.urls, "utf8").split("\n");
    const rows = Math.ceil(urls.length / files);
    for (let at = 0; at < urls.length; at += rows) {
      const data = urls.slice(at, at + rows);
      const id = data.map((_, i) => BigInt(at + i));
      const columnData = [
        { name: "id", data: id, type: "INT64" as const },
        { name: "url", data, type: "STRING" as const },
        { name: INDEX, data: data.map((_, i) => BigInt((7 * i) % 1000)), type: "INT64" as const },
      ];
      const kvMetadata = [{ key: "pandas", value: PANDAS }];
      parquetWriteFile({ filename: join(folder, `part-${at}.parquet`), columnData, kvMetadata });
    }
  }

  /** The column of verdicts of a table as `verdicts` returns them. @throws unless each id comes once with its URL */
  async readVerdicts(folder: string): Promise<string> {
    const urls = readFileSync(this.urls, "utf8").split("\n");
    const verdicts: string[] = [];
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".parquet"))) {
      const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, name)), compressors });
      for (const { id, url, allowed } of rows) {
        // The reader of Parquet drops a byte order mark.
        expect([verdicts[Number(id)], url]).toEqual([undefined, urls[Number(id)]!.replace(/^\ufeff/, "")]);
        verdicts[Number(id)] = allowed === null ? "-" : String(Number(allowed));
      }
    }
    return verdicts.join("");
  }

  /** Waits for a process of the job that `isWanted`, and returns its id. @throws if the run ends without one */
  processOf(run: Promise<Ended>, isWanted: (command: string, above: string) => boolean): Promise<number> {
    return foundDuring(run, () =>
      this.#running().find((pid) => isWanted(commandOf(pid), commandOf(parentOf(pid) ?? 0))),
    );
  }

  /** Waits until a program has written what the pattern matches to a file, and returns that. @throws if the run ends without it */
  writtenTo(path: string, pattern: RegExp, run: Promise<Ended>): Promise<string> {
    return foundDuring(run, () => (existsSync(path) ? pattern.exec(readFileSync(path, "utf8"))?.[0] : undefined));
  }

  /** Starts a program with `robots-wasm` in its PATH. `times` is its processor time with all children, when it has ended. */
  start(words: readonly string[], env: NodeJS.ProcessEnv = {}): { child: ChildProcess; ended: Promise<Ended> } {
    const times = join(this.folder, `times-${this.#children.length}`);
    const wrapper = `"$@"; code=$?; times > ${times}; exit $code`;
    const child = spawn("bash", ["-c", wrapper, "--", ...words], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...this.env, ...env },
    });
    this.#children.push(child);
    const ended = Promise.all([child.stdout.toArray(), child.stderr.toArray(), once(child, "close")]).then(
      ([out, err, [code]]) => ({
        code,
        out: Buffer.concat(out).toString(),
        err: Buffer.concat(err).toString(),
        cpuSeconds: existsSync(times) ? secondsOf(readFileSync(times, "utf8")) : Number.NaN,
      }),
    );
    return { child, ended };
  }

  /** @throws if it fails */
  async run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const ended = await this.start(words, env).ended;
    expect(ended, ended.err).toMatchObject({ code: 0 });
    return ended;
  }

  /** Asks a program that was started to end. */
  stop({ pid }: ChildProcess): void {
    for (const child of fileOf(`${pid}/task/${pid}`, "children")
      .split(" ")
      .filter((text) => /^\d+$/.test(text)))
      process.kill(Number(child), "SIGTERM");
  }

  /** The process ids of all `robots-wasm filter` since `alone`. */
  starts(): number[] {
    return readFileSync(this.#starts, "utf8").split("\n").filter(Boolean).map(Number);
  }

  /** Kills the worker that started the nth `robots-wasm filter`: its nearest ancestor with `word` in the command line. */
  async killWorker(nth: number, word: string): Promise<void> {
    while (this.starts().length < nth) await delay(POLL_MS);
    process.kill(ancestorOf(this.starts()[nth - 1]!, word), "SIGKILL");
  }

  /** Shows what the engine costs beside one process. Processes that were killed are not counted. */
  print(engine: string, cpuSeconds: readonly number[], aloneCpuSeconds: number): void {
    const microsPerUrl = (seconds: number): string => ((seconds / URLS) * 1e6).toFixed(1);
    const total = cpuSeconds.reduce((sum, seconds) => sum + seconds, 0);
    const text = `${microsPerUrl(total)} µs of processor time a URL; one process: ${microsPerUrl(aloneCpuSeconds)} µs`;
    console.log(`${engine}: ${text} (${URLS} URLs, with starting everything)`);
  }

  /** Ends every process of the job that still runs. */
  [Symbol.dispose](): void {
    for (const pid of this.#running()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {} // It has just ended.
    }
  }

  /** Waits until all processes of the job have ended by themselves. */
  async allEnded(): Promise<void> {
    while (this.#running().length > 0) await delay(POLL_MS);
  }

  #running(): number[] {
    const mark = `ENGINE_JOB=${this.folder}\0`;
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => fileOf(pid, "environ").includes(mark))
      .map(Number);
  }

  #writeProgram(): void {
    mkdirSync(join(this.folder, "bin"));
    const note = `[ "$1" != filter ] || echo $$ >> ${this.#starts}`;
    const text = `#!/bin/sh\n${note}\nexec ${process.execPath} ${program} "$@"\n`;
    writeFileSync(join(this.folder, "bin/robots-wasm"), text, { mode: 0o755 });
    writeFileSync(this.#starts, "");
  }
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly cpuSeconds: number;
}

/** Empty for a process that has ended. */
function fileOf(pid: number | string, name: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/${name}`, "latin1")}\0`;
  } catch {
    return "";
  }
}

const commandOf = (pid: number): string => fileOf(pid, "cmdline").replaceAll("\0", " ");

/** `undefined` if the process has ended. */
function parentOf(pid: number): number | undefined {
  const parent = /^\d+ \(.*\) \S (\d+) /s.exec(fileOf(pid, "stat"))?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** The nearest process above another with `word` in its command line. */
export function ancestorOf(pid: number, word: string): number {
  let above = parentOf(pid);
  while (above !== undefined && above > 1 && !commandOf(above).includes(word)) above = parentOf(above);
  if (above === undefined || above <= 1) throw new Error(`expected ${word} above process ${pid}`);
  return above;
}

/** Looks again and again until there is something. @throws if the run ends first */
async function foundDuring<T>(run: Promise<Ended>, look: () => T | undefined): Promise<T> {
  let ended: Ended | undefined;
  void run.then((end) => {
    ended = end;
  });
  for (;;) {
    if (ended !== undefined)
      throw new Error(`what the test waits for did not come before the run ended:\n${ended.err}`);
    const found = look();
    if (found !== undefined) return found;
    await delay(POLL_MS);
  }
}

/** The sum of what the shell's `times` prints: `0m1.234s`, for itself and its children. */
const secondsOf = (times: string): number =>
  Array.from(
    times.matchAll(/(\d+)m([\d.]+)s/g),
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  ).reduce((sum, seconds) => sum + seconds, 0);

/** The end of a test's title, if the engine cannot be had. */
export const because = (missing: string | undefined): string => (missing === undefined ? "" : ` (skipped: ${missing})`);
