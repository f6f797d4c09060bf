/** `Archive.verify` refuses every archive in which `find` could miss an origin or read another's rules, also if checksums hold. */
import { describe, expect, it } from "vitest";
import { openArchive } from "../../../bindings/crawl/archive/index.ts";
import { hostHash } from "../../../bindings/crawl/archive/origin-key.ts";
import { packPrograms } from "../../../bindings/crawl/archive/programs.ts";
import { encodeState } from "../../../bindings/crawl/archive/state.ts";
import { parse } from "../../../bindings/index.ts";
import { rfc9309 } from "./build.ts";
import { entry, type ForgedLeaf, fingerprintOfHost, forged } from "./forge.ts";

const leaf = (key: string, ...entries: ForgedLeaf["entries"]): ForgedLeaf => ({ key, entries });
const [a, b, c, d] = ["a.example", "b.example", "c.example", "d.example"].map((host) => entry(host));

it("accepts what the format allows, and finds all of it", async () => {
  const archive = openArchive(await forged([leaf("", a!, b!), leaf("c", c!, d!)]));
  archive.verify();
  for (const host of ["a", "b", "c", "d"]) expect(archive.find(`https://${host}.example/`)).toBeDefined();
  openArchive(await forged([], { root: [a!, b!] })).verify();
});

describe("refuses faults of the tree", () => {
  it.each<[string, readonly ForgedLeaf[], string, string | undefined]>([
    ["entries of a leaf in another order", [leaf("", b!, a!)], "expected ascending keys", "a"],
    ["leaves in another order", [leaf("", c!, d!), leaf("a", a!, b!)], "between the keys of the page above", undefined],
    ["leaves whose entries are in another order", [leaf("", a!, c!), leaf("b", b!, d!)], "between the keys", "c"],
    ["an origin twice in a leaf", [leaf("", a!, a!)], "expected each key once", undefined],
    ["an origin twice, on two leaves", [leaf("", a!, b!), leaf("b", b!, c!)], "between the keys", undefined],
    [
      "the entries of a host on two leaves",
      [leaf("", entry("a.example", "http")), leaf("a.example\0https", entry("a.example", "https"))],
      "between the keys",
      "a",
    ],
    [
      "a separator after the first origin of its leaf",
      [leaf("", a!, b!), leaf("c.examplf", c!, d!)],
      "between the keys",
      "c",
    ],
    ["a separator not after the origins before it", [leaf("", a!, b!), leaf("b", c!, d!)], "between the keys", "b"],
    [
      "a first separator that is not empty",
      [leaf("b", a!, b!), leaf("c", c!, d!)],
      "the first key of the page above",
      "a",
    ],
    [
      "separators in another order",
      [leaf("", a!), leaf("d", d!), leaf("b", b!)],
      "ascending keys in the pages above",
      "d",
    ],
    ["equal separators", [leaf("", a!), leaf("b", b!), leaf("b", c!)], "ascending keys in the pages above", "b"],
    [
      "a fingerprint of another host",
      [{ ...leaf("", a!), fingerprints: [fingerprintOfHost("x.example")] }, leaf("b", b!)],
      "a fingerprint of each host",
      "a",
    ],
    ["no fingerprints", [{ ...leaf("", a!, b!), fingerprints: [] }, leaf("c", c!)], "a fingerprint of each host", "a"],
    [
      "a fingerprint too many",
      [{ ...leaf("", a!), fingerprints: ["a", "b"].map((one) => fingerprintOfHost(`${one}.example`)) }, leaf("b", b!)],
      "a fingerprint of each host",
      undefined,
    ],
    ["a leaf without entries", [leaf("", a!), leaf("b")], "entries in each page", undefined],
  ])("%s", async (_, leaves, message, missed) => {
    const archive = openArchive(await forged(leaves));
    // Why it matters: the origin is in the archive, but a look-up misses it.
    if (missed !== undefined) expect(archive.find(`https://${missed}.example/`)).toBeUndefined();
    expect(() => archive.verify()).toThrow(message);
    expect(() => archive.verify()).toThrow(expect.objectContaining({ code: "ERR_ARCHIVE" }));
  });

  it("a page that a look-up has read already is read again", async () => {
    const bytes = await forged([leaf("", a!, b!), leaf("c", c!, d!)]);
    const archive = openArchive(bytes);
    for (const host of ["a", "c"]) archive.find(`https://${host}.example/`);
    bytes[bytes.indexOf(0, 200) + 100]! ^= 1;
    expect(() => archive.verify()).toThrow(RangeError);
  });
});

describe("refuses keys that no look-up seeks", () => {
  const keyed = (key: string | Uint8Array) => [{ ...a!, key: Buffer.from(key as string) }];
  it.each([
    ["another scheme", "a.example\0ftp"],
    ["no scheme mark", "a.example"],
    ["capitals", "A.example\0"],
    ["beyond ASCII", "\u00e4.example\0"],
    ["the default port", "a.example:443\0https"],
    ["the default port of one scheme, for both", "a.example:80\0"],
    ["a path", "a.example/x\0"],
    ["a user", "u@a.example\0"],
    ["no host", "\0"],
    ["bytes that are not UTF-8", Buffer.from("a\xff.example\0", "latin1")],
    ["a name of Object.prototype", "a.example\0constructor"],
  ])("%s", async (_, key) => {
    const bytes = await forged([], { root: keyed(key) });
    expect(() => openArchive(bytes).verify()).toThrow("expected the key of an origin");
  });

  it.each(["a.example:80\0https", "[::1]:8080\0", "xn--4ca.example\0http"])("but not %j", async (key) => {
    openArchive(await forged([], { root: keyed(key) })).verify();
  });
});

describe("refuses a shard with origins of another", () => {
  it("a.example", async () => {
    const number = hostHash("a.example") % 4;
    const root = [a!];
    openArchive(await forged([], { root, description: { ...rfc9309, shard: { number, of: 4 } } })).verify();
    const other = { ...rfc9309, shard: { number: (number + 1) % 4, of: 4 } };
    const bytes = await forged([], { root, description: other });
    expect(() => openArchive(bytes).verify()).toThrow(`got a.example of shard ${number}`);
  });
});

describe("refuses states and rules that are not whole", () => {
  const program = parse("User-agent: *\nDisallow: /x").agent("ExampleBot").toBytes();
  const packed = packPrograms([program])!;
  const withRules = (programs: Uint8Array) => encodeState({ status: "success", verdict: "rules", programs });
  const allow = encodeState({ status: "unavailable", verdict: "allowed" });
  it.each<[string, Uint8Array, string]>([
    ["bytes after the rules", withRules(Buffer.concat([packed, Buffer.alloc(1)])), "no other bytes"],
    [
      "rules of a crawler more",
      withRules(packPrograms([program, program])!),
      "expected the rules of 1 crawlers; got 2",
    ],
    ["rules of no crawler", withRules(packPrograms([])!), "expected the rules of 1 crawlers; got 0"],
    ["rules that are damaged", withRules(packPrograms([program.slice(0, -1)])!), "expected compiled rules"],
    ["bytes after a verdict for all URLs", Buffer.concat([allow, packed]), "the state of an origin"],
    [
      "a date that is not a number",
      encodeState({ status: "unavailable", verdict: "allowed", fetchedAtMs: Number.NaN }),
      "the state of an origin",
    ],
    [
      "a date before 1970",
      encodeState({ status: "unavailable", verdict: "allowed", expiresAtMs: -5 }),
      "the state of an origin",
    ],
  ])("%s", async (_, value, message) => {
    const bytes = await forged([], { root: [entry("a.example", "", value)] });
    expect(() => openArchive(bytes).verify()).toThrow(message);
  });

  it("of a crawler that was not asked for", async () => {
    const description = { ...rfc9309, crawlers: [["ExampleBot"], ["OtherBot"]] };
    const value = withRules(packPrograms([program, program.slice(0, -1)])!);
    const bytes = await forged([], { root: [entry("a.example", "", value)], description });
    const archive = openArchive(bytes, { agent: "ExampleBot" });
    expect(archive.find("https://a.example/")).toBeDefined();
    expect(() => archive.verify()).toThrow("expected compiled rules");
  });
});
