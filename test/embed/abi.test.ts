/** The contract of embed.wasm: what docs/embedding.md lists is what the module has, and what the library does it does. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { ANY_AGENT, FLAGS_AT, PROGRAM_WRITTEN, READS_UTF16 } from "../../bindings/core/layout.ts";
import { withChecksum } from "../../bindings/core/program/encode.ts";
import { programOf } from "../../bindings/core/program/program.ts";
import { AgentRules, parse } from "../../bindings/index.ts";
import fc from "../support/properties.ts";
import { expectSameBytes } from "../support/same-bytes.ts";
import { sized } from "../support/sized.ts";
import { compile, compiled, decide, errors, instantiate, names, read, write } from "./module.ts";

const page = readFileSync("docs/embedding.md", "utf8");
/** The cells of each row of a section's table, without backticks. */
const rowsOf = (heading: string): string[][] =>
  page
    .split(`\n## ${heading}\n`)[1]!
    .split(/\n###? /)[0]!
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) =>
      line
        .replaceAll("`", "")
        .slice(2)
        .split(/ *\| */),
    );

describe("docs/embedding.md", () => {
  it.each(names)("lists the exports of %s, which has no import", (module) => {
    const exported = WebAssembly.Module.exports(compiled(module)).map(({ name }) => name);
    const listed = rowsOf("Exports").map(([name]) => name!.replace(/\(.*/, ""));
    expect(listed.sort()).toEqual(exported.sort());
    expect(WebAssembly.Module.imports(compiled(module))).toEqual([]);
  });
  it("lists the errors", () =>
    expect(Object.fromEntries(rowsOf("Errors").map(([code, name]) => [name, Number(code)]))).toEqual(errors));
  it("lists the dialects", () =>
    expect(rowsOf("Dialects").map(([id, name]) => [Number(id), name])).toEqual(
      dialects.map(({ id, name }) => [id, name]).sort(([a], [b]) => Number(a) - Number(b)),
    ));
  it("names the version", () => expect(page).toContain(`\`abi_version()\` returns ${instantiate().abi_version()}`));
});

describe("files are read as the library reads them", () => {
  const savedBy = (file: Uint8Array, agent: string, dialect: number, maxBytes: number): Uint8Array => {
    const module = instantiate();
    return read(module, module.save(compile(module, file, agent, dialect, maxBytes)));
  };
  const { name, id } = dialects.find(({ flags }) => flags & READS_UTF16)!;
  const unit = fc.oneof(
    fc.constantFrom(0x61, 0x2f, 0x0a, 0x0d, 0xe9, 0x7ff, 0x800, 0xfffd, 0xfeff),
    fc.integer({ min: 0xd800, max: 0xdfff }),
    fc.nat(0xffff),
  );

  it.each([false, true])("UTF-16, big-endian: %s", (isBigEndian) => {
    const head = Buffer.from("\ufeffUser-agent: x\nDisallow: /", "utf16le");
    const property = fc.property(fc.array(unit, { maxLength: 30 }), fc.nat(1), (units, odd) => {
      const bytes = Buffer.concat([head, Buffer.from(Uint16Array.from(units).buffer)]);
      const file = Buffer.concat([isBigEndian ? bytes.swap16() : bytes, Buffer.alloc(odd, 0xd8)]);
      const wanted = parse(new Uint8Array(file), { dialect: name }).agent("x").toBytes();
      expectSameBytes(savedBy(file, "x", id, 0), wanted, `${name}, file ${file.toString("hex")}`);
    });
    fc.assert(property, { numRuns: sized(500, 500, 100) });
  });

  it.each([
    ["UTF-8", (text: string) => new TextEncoder().encode(text)],
    ["UTF-16", (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"))],
  ])("the line that crosses the limit is dropped in %s", (_, encode) => {
    // The limit counts bytes of UTF-8. Around it stand rules, and elsewhere comments of the same length, which cost little.
    const comments = (count: number): string => "# sallow: /é/1\r\n".repeat(count);
    const lines = comments(29_900) + "Disallow: /é/1\r\n".repeat(500) + comments(1600);
    for (let spaces = 0; spaces < 18; spaces += sized(1, 1, 5)) {
      const file = encode(`User-agent: x\n${" ".repeat(spaces)}\n${lines}`);
      for (const maxBytes of spaces === 0 ? [512_000, 512_007, 2 ** 26] : [512_000]) {
        const wanted = parse(file, { dialect: name, maxBytes }).agent("x").toBytes();
        const what = `${name}, ${spaces} spaces, maxBytes ${maxBytes}`;
        expectSameBytes(savedBy(file, "x", id, maxBytes), wanted, what);
        if (maxBytes === 512_000) expectSameBytes(savedBy(file, "x", id, 0), wanted, `${what}, by default`);
      }
    }
  });

  it.each(dialects)("agents in $name", ({ name: dialect, id: number, flags }) => {
    const file = new TextEncoder().encode(
      "User-agent: Foo\nDisallow: /a\nUser-agent:\nDisallow: /b\nUser-agent: *\nAllow:\n",
    );
    const agent = fc.oneof(
      fc.constantFrom("", "FOO", "foo/2.1", "Foo Bar", "*", "x;y", "a(b", "http://x", "a:/", "Füü", "foo.bar_1-2!"),
      fc.string().filter((text) => !text.includes("\n")),
    );
    const property = fc.property(fc.array(agent, { minLength: 1, maxLength: 3 }), (agents) => {
      const module = instantiate();
      const program = compile(module, file, agents.join("\n"), number);
      if (!(flags & ANY_AGENT) && agents.some((one) => /[;(]|:\/\/|^[\0- ]*$/.test(one))) {
        expect(program).toBe(errors["INVALID_AGENT"]);
        return;
      }
      const wanted = parse(file, { dialect }).agent(agents).toBytes();
      expectSameBytes(read(module, module.save(program)), wanted, `${dialect}, agents ${JSON.stringify(agents)}`);
    });
    fc.assert(property, { numRuns: sized(300, 300, 60) });
  });
});

describe("saved programs are checked as the library checks them", () => {
  const file =
    "User-agent: x\nAllow: /a*b$\nDisallow: /*?q=\nAllow: /%c3%a9\nDisallow: /é*\nDisallow:\nCrawl-delay: 2\n";
  const saved = dialects.map(({ name }) => parse(file, { dialect: name }).agent("x").toBytes());
  const module = instantiate();
  const load = (bytes: Uint8Array): number => module.load(write(module, bytes));
  const isRefused = (bytes: Uint8Array): boolean => {
    try {
      AgentRules.fromBytes(bytes);
      return false;
    } catch {
      return true;
    }
  };

  it("every bit flip, shorter length and longer length is refused", () => {
    for (const bytes of saved) {
      for (let bit = 0; bit < 8 * bytes.length; bit++) {
        const flipped = bytes.slice();
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        expect(load(flipped)).toBe(errors["INVALID_SAVED_RULES"]);
      }
      for (let end = 0; end < bytes.length; end++)
        expect(load(bytes.subarray(0, end))).toBe(errors["INVALID_SAVED_RULES"]);
      expect(load(Uint8Array.of(...bytes, 0))).toBe(errors["INVALID_SAVED_RULES"]);
    }
  });

  it("with a mended checksum, the same programs are refused, and the others decide alike", () => {
    const urls = ["/", "/a/b", "/axxb", "/x?q=1", "/é", "/%C3%A9", "/robots.txt"];
    const numRuns = sized(1_000, 10_000, 1_000);
    let accepted = 0;
    const change = fc.tuple(fc.nat(200), fc.oneof(fc.nat(255), fc.constantFrom(0, 255)));
    const property = fc.property(fc.constantFrom(...saved), fc.array(change, { maxLength: 3 }), (bytes, changes) => {
      const forged = bytes.slice();
      for (const [at, value] of changes) if (at < forged.length) forged[at] = value;
      const mended = withChecksum(programOf(forged));
      const program = load(mended);
      expect(program === errors["INVALID_SAVED_RULES"]).toBe(isRefused(mended));
      if (program < 0) return;
      accepted++;
      // `decide` takes URLs as they are written.
      mended[FLAGS_AT]! |= PROGRAM_WRITTEN;
      const rules = AgentRules.fromBytes(withChecksum(programOf(mended)));
      for (const url of urls) expect(decide(module, program, url)).toBe(Number(rules.isAllowed(url)));
      module.free(program);
    });
    fc.assert(property, { numRuns });
    expect(accepted).toBeGreaterThan(numRuns / 20);
  });
});
