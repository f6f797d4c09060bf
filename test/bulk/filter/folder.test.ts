/** A folder of robots.txt files: which entries count as files, and how few system calls reading one takes. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Folder } from "../../../bindings/bulk/filter/folder.ts";

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
    ["any", rules, "open read read close"],
    ["empty", "", "open read fstat close"],
    ["of the parsing limit", rules.padEnd(2 * 512_000 + 4, "#"), "open read fstat close"],
  ])("%s: %s", (name, body, calls) => {
    write(name.replaceAll(" ", "-"), body);
    expect(callsFor(open(), name.replaceAll(" ", "-"))).toBe(calls);
  });

  it("a missing one after another: stat, and stat of the folder", () => {
    const library = open();
    expect([callsFor(library, "none"), callsFor(library, "no")]).toEqual(["open stat", "stat stat"]);
    write("present", rules);
    expect([callsFor(library, "present"), callsFor(library, "present")]).toEqual([
      "stat open read read close",
      "open read read close",
    ]);
  });
});

describe("an entry that is not a file counts as missing, and is not waited for", () => {
  const odd = join(folder, "odd");
  mkdirSync(join(odd, "folder.example"), { recursive: true });
  for (const device of ["null", "zero", "tty"]) symlinkSync(`/dev/${device}`, join(odd, `${device}.example`));
  symlinkSync("nowhere", join(odd, "dangling.example"));
  spawnSync("mkfifo", [join(odd, "pipe.example")]);
  createServer().listen(join(odd, "socket.example")).unref();

  it.each(["folder", "null", "zero", "tty", "dangling", "pipe", "socket", "a".repeat(300)])("%s", (name) => {
    const library = open(odd);
    // The second time, a missing file is expected.
    expect([find(library, name), find(library, name)]).toEqual([undefined, undefined]);
  });
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
