/** A folder of robots.txt files: which entries count as files, and how few system calls reading one takes. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Folder } from "../../../bindings/bulk/filter/folder.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** The calls made, the most that a read returns, and the code with which reads fail. */
const system = vi.hoisted(() => ({
  calls: [] as string[],
  readBytes: Infinity,
  failsWith: undefined as string | undefined,
}));

vi.mock("node:fs", async (importActual) => {
  const fs = await importActual<typeof import("node:fs")>();
  const counted = <Words extends unknown[], Result>(name: string, call: (...words: Words) => Result) =>
    ((...words: Words) => {
      system.calls.push(name);
      return call(...words);
    }) as never;
  return {
    ...fs,
    statSync: counted("stat", fs.statSync),
    lstatSync: counted("lstat", fs.lstatSync),
    openSync: counted("open", fs.openSync),
    fstatSync: counted("fstat", fs.fstatSync),
    closeSync: counted("close", fs.closeSync),
    readSync: counted("read", (file: number, buffer: Uint8Array, at: number, length: number, position: number) => {
      if (system.failsWith !== undefined) throw Object.assign(new Error(system.failsWith), { code: system.failsWith });
      return fs.readSync(file, buffer, at, Math.min(length, system.readBytes), position);
    }),
  };
});

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-folder-"));
const rules = "User-agent: *\nDisallow: /x\n";
const write = (name: string, body: string): void => writeFileSync(join(folder, `${name}.example`), body);
const open = (path = folder): Folder => new Folder(path, { agents: ["A"], dialect: "rfc9309", leniency: {} });
const find = (library: Folder, name: string) => library.find(new URL(`http://${name}.example/`));

beforeEach(() => {
  system.readBytes = Infinity;
  system.failsWith = undefined;
});

describe("system calls for a file", () => {
  const callsFor = (library: Folder, name: string): string => {
    system.calls.length = 0;
    find(library, name);
    return system.calls.join(" ");
  };

  it.each([
    ["any", "open read read close", rules],
    ["empty", "open read fstat close", ""],
    ["of the parsing limit", "open read fstat close", rules.padEnd(2 * 512_000 + 4, "#")],
  ])("%s: %s", (name, calls, body) => {
    write(name.replaceAll(" ", "-"), body);
    expect(callsFor(open(), name.replaceAll(" ", "-"))).toBe(calls);
  });

  it("a missing one after another: lstat, and stat of the folder", () => {
    const library = open();
    expect([callsFor(library, "none"), callsFor(library, "no")]).toEqual(["open lstat stat", "lstat stat"]);
    write("present", rules);
    expect([callsFor(library, "present"), callsFor(library, "present")]).toEqual([
      "lstat open read read close",
      "open read read close",
    ]);
  });
});

describe("an entry that exists and is not a file refuses its origin, and is not waited for", () => {
  const odd = join(folder, "odd");
  mkdirSync(join(odd, "folder.example"), { recursive: true });
  for (const device of ["null", "zero", "tty"]) symlinkSync(`/dev/${device}`, join(odd, `${device}.example`));
  symlinkSync("nowhere", join(odd, "dangling.example"));
  symlinkSync("loop.example", join(odd, "loop.example"));
  spawnSync("mkfifo", [join(odd, "pipe.example")]);
  createServer().listen(join(odd, "socket.example")).unref();

  it.each(["folder", "null", "zero", "tty", "dangling", "loop", "pipe", "socket"])("%s", (name) => {
    const library = open(odd);
    // The second time, a file is expected; the third time, none.
    for (const before of [name, name, "none"]) {
      find(library, before);
      const found = find(library, name);
      expect(found).toMatchObject({
        cause: "unreachable",
        unreadable: expect.stringContaining(join(odd, `${name}.example: `)),
      });
      expect(found?.rules.isAllowed("/")).toBe(false);
    }
  });

  it("a name that no file can have is missing", () => {
    const library = open(odd);
    const name = "a".repeat(300);
    expect([find(library, name), find(library, name)]).toEqual([undefined, undefined]);
  });
});

describe("gzip on disk: one whole layer is read", () => {
  const rules = "User-agent: *\nDisallow: /private\n";
  it.each([
    ["whole", gzipSync(rules)],
    ["with a line feed after it", Buffer.concat([gzipSync(rules), Buffer.from("\n")])],
    ["of two members", Buffer.concat([gzipSync("User-agent: *\n"), gzipSync("Disallow: /private\n")])],
    ["of UTF-16", gzipSync(Buffer.from(`\ufeff${rules}`, "utf16le"))],
    ["with more than is read", gzipSync(`${rules}${"#".repeat(3_000_000)}`)],
  ])("%s", (_, bytes) => {
    writeFileSync(join(folder, "odd.example"), bytes);
    expect(find(open(), "odd")).toMatchObject({ rules: expect.anything() });
  });

  it.each([
    ["of gzip", gzipSync(gzipSync(rules))],
    ["that ends early", gzipSync(rules).subarray(0, -5)],
    ["with a damaged checksum", Buffer.concat([gzipSync(rules).subarray(0, -8), Buffer.alloc(8)])],
    ["that holds more than memory should", gzipSync(Buffer.alloc(2 ** 24 + 1, "#"))],
  ])("%s: refused", (_, bytes) => {
    writeFileSync(join(folder, "odd.example"), bytes);
    expect(find(open(), "odd")?.unreadable).toContain("got gzip: decompress it");
  });
});

itEach<[format: string, start: string, advice: string]>(
  "what is not text refuses its origin, and says what to do: %s",
  (format, start, advice) => {
    writeFileSync(join(folder, "odd.example"), Buffer.from(`${start} and more`, "latin1"));
    const found = find(open(), "odd");
    expect(found?.unreadable).toContain(`got ${format}: `);
    expect(found?.unreadable).toContain(advice);
    expect(found?.rules.isAllowed("/")).toBe(false);
  },
);

it("a file that two hosts may own serves the port, and refuses the host of that name", () => {
  for (const name of ["b_8080", "c_99999", "d_443"]) writeFileSync(join(folder, name), rules);
  const library = open();
  const isAllowed = (url: string): boolean | undefined => library.find(new URL(url))?.rules.isAllowed("/y");
  expect(isAllowed("http://b:8080/")).toBe(true);
  expect(library.find(new URL("http://b_8080/"))?.unreadable).toContain("b_8080: it may also be the file of b:8080");
  expect(isAllowed("http://b_8080/")).toBe(false);
  // Not a port, and a port that is written only with http.
  expect(isAllowed("http://c_99999/")).toBe(true);
  expect([isAllowed("http://d:443/"), isAllowed("http://d_443/"), isAllowed("https://d_443/")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isAllowed("http://e_1/")).toBeUndefined();
});

it("a folder that is removed is not an empty one", () => {
  const removed = mkdtempSync(join(tmpdir(), "robots-wasm-removed-"));
  const library = open(removed);
  expect(find(library, "none")).toBeUndefined();
  rmSync(removed, { recursive: true });
  expect(() => find(library, "none")).toThrow(expect.objectContaining({ code: "ERR_INPUT" }));
});

describe("a file is read whole", () => {
  it.each([1, 1000, 4096, 5000, 8191])("by reads that return at most %i bytes", (readBytes) => {
    write("long", `${"#".repeat(8191)}\n${rules}`);
    system.readBytes = readBytes;
    expect(find(open(), "long")?.rules.isAllowed("/x")).toBe(false);
  });

  it.each(["EAGAIN", "ESPIPE", "EISDIR", "EIO"])("or looking it up throws: %s", (code) => {
    write("any", rules);
    system.failsWith = code;
    expect(() => find(open(), "any")).toThrow(code);
  });
});
