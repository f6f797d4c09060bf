/** Archives in shards: `compile --shards`, `origin-key`, and `filter` on one shard. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openArchive, originHash, originShard } from "../../../bindings/crawl/archive/index.ts";
import { run } from "./process.ts";

const SHARDS = 4;
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-shards-"));
const path = (name: string): string => join(folder, name);
const hosts = Array.from({ length: 400 }, (_, i) => `host${i}.example`);
const shardName = (shard: number): string => path(JSON.parse(readFileSync(path("rules"), "utf8")).files[shard].file);

beforeAll(() => {
  mkdirSync(path("robots/https"), { recursive: true });
  for (const [i, host] of hosts.entries()) {
    const scheme = i % 3 === 0 ? "https/" : "";
    writeFileSync(path(`robots/${scheme}${host}`), `User-agent: *\nDisallow: /${i % 5}\n`);
  }
  writeFileSync(path("robots/host1.example_8080"), "User-agent: *\nDisallow: /port\n");
  const words = ["compile", "--agent", "A", "--output"];
  expect(run([...words, path("rules"), "--shards", String(SHARDS), path("robots")]).err).toContain("wrote 402 origins");
  expect(run([...words, path("whole"), path("robots")]).code).toBe(0);
});

describe("compile --shards", () => {
  it("each origin is in the shard of its hash, with the same entry as in one archive, and in no other", () => {
    const all = [...openArchive(path("whole"))].map(([origin, { rules }]) => [
      origin,
      Buffer.from(rules.toBytes()).toString("hex"),
    ]);
    const found = Array.from({ length: SHARDS }, (_, shard) =>
      [...openArchive(shardName(shard))].map(([origin, { rules }]) => {
        expect(originShard(new URL(origin, "http://x"), SHARDS)).toBe(shard);
        return [origin, Buffer.from(rules.toBytes()).toString("hex")];
      }),
    );
    expect(found.flat().sort()).toEqual(all.sort());
    for (const entries of found) expect(entries.length).toBeGreaterThan(60);
  });

  it("the manifest names each shard with its length, footer and checksum", () => {
    const { files, ...rest } = JSON.parse(readFileSync(path("rules"), "utf8"));
    const footers = Array.from({ length: SHARDS }, (_, shard) => readFileSync(shardName(shard)).subarray(-44));
    const generation = createHash("sha256").update(Buffer.concat(footers)).digest("hex").slice(0, 16);
    expect(rest).toEqual({
      version: 2,
      "robots-wasm": expect.stringMatching(/^\d+\.\d+\.\d+/),
      generation,
      format: 3,
      shards: SHARDS,
      hash: "fnv1a-32(host)",
      agents: ["A"],
      crawlers: [["A"]],
      dialect: "rfc9309",
      leniency: {},
      policy: "rfc9309",
    });
    expect(files).toEqual(
      Array.from({ length: SHARDS }, (_, shard) => {
        const bytes = readFileSync(shardName(shard));
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        const origins = openArchive(bytes).size;
        const footer = footers[shard]!.toString("hex");
        return { file: `rules.0000${shard}-of-00004.${generation}`, origins, bytes: bytes.length, footer, sha256 };
      }),
    );
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("a shard filters the URLs of its origins like the whole archive", () => {
    const urls = hosts.flatMap((host, i) => [
      `http://${host}/${i % 5}`,
      `https://${host}/${i % 5}`,
      `http://${host}/y`,
    ]);
    const filter = (file: string, lines: readonly string[]): string =>
      run(["filter", "--agent", "A", "--robots", file], `${lines.join("\n")}\n`).out;
    const keys = run(["origin-key", "--shards", String(SHARDS)], `${urls.join("\n")}\n`)
      .out.trim()
      .split("\n");
    const parts = Array.from({ length: SHARDS }, (_, shard) =>
      filter(
        shardName(shard),
        urls.filter((_, i) => keys[i] === String(shard)),
      ),
    );
    expect(parts.join("").split("\n").sort()).toEqual(filter(path("whole"), urls).split("\n").sort());
  });

  it("a shard refuses to decide the URLs of another, which would be allowed because their origin is missing", () => {
    const own = originShard("http://host1.example/", SHARDS);
    const [one, other] = [shardName(own), shardName((own + 1) % SHARDS)];
    const filter = (name: string) =>
      run(["filter", "--agent", "A", "--quiet", "--robots", name], "http://host1.example/1\n");
    expect(filter(one)).toEqual({ code: 0, out: "", err: "" });
    expect(filter(other)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(`of shard ${own}`) });
    expect(() => openArchive(other).find("http://host1.example/1")).toThrow(
      expect.objectContaining({ code: "ERR_ARCHIVE" }),
    );
    openArchive(one).verify();
  });

  it("writes many shards without a warning", () => {
    const words = ["compile", "--agent", "A", "--quiet", "-o", path("many"), "--shards", "40", path("robots")];
    expect(run(words)).toEqual({ code: 0, out: "", err: "" });
  });

  it.each(["0", "65537", "many"])("--shards %s is refused", (shards) => {
    const { code, err } = run(["compile", "--agent", "A", "-o", path("none"), "--shards", shards, path("robots")]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("expected --shards to be an integer") });
  });
});

describe("filter --robots MANIFEST reads all shards", () => {
  const urls = [...hosts, "none.example"].flatMap((host, i) => [`http://${host}/${i % 5}`, `https://${host}/y`]);
  const filter = (name: string, ...more: string[]) =>
    run(["filter", "--agent", "A", "--quiet", "--ordered", "--robots", path(name), ...more], `${urls.join("\n")}\n`);

  it("like the whole archive, with one job and with several", () => {
    const whole = filter("whole");
    expect(whole.out.split("\n").length).toBeGreaterThan(400);
    expect(filter("rules")).toEqual(whole);
    expect(filter("rules", "--jobs", "2")).toEqual(whole);
  });

  const broken = (change: (manifest: { format: number; shards: number; files: { file: string }[] }) => void) => {
    const manifest = JSON.parse(readFileSync(path("rules"), "utf8"));
    change(manifest);
    writeFileSync(path("broken"), JSON.stringify(manifest));
    return filter("broken");
  };

  const wholeShard = () => {
    const whole = readFileSync(path("whole"));
    return { file: "whole", bytes: whole.length, footer: whole.subarray(-44).toString("hex") };
  };

  it.each<[string, Parameters<typeof broken>[0], string]>([
    ["a shard is missing", ({ files }) => (files[1]!.file = "nowhere"), "nowhere: no such file"],
    [
      "a shard has another length",
      ({ files }) => Object.assign(files[1]!, { bytes: 5 }),
      "expected a shard of 5 bytes, as its manifest says",
    ],
    [
      "a shard has another number of origins",
      ({ files }) => Object.assign(files[1]!, { origins: 5 }),
      "expected 5 origins, as its manifest says",
    ],
    ["shards changed places", ({ files }) => files.reverse(), "expected shard 0 of 4; got 3 of 4"],
    [
      "a whole archive takes the place of a shard",
      ({ files }) => Object.assign(files[0]!, { ...wholeShard(), origins: 402 }),
      "expected shard 0 of 4; got a whole archive",
    ],
    ["it names fewer files", ({ files }) => files.pop(), "expected a manifest with a file for each shard"],
    [
      "it leads out of its folder",
      ({ files }) => (files[0]!.file = "../x"),
      "expected a manifest with a file for each shard",
    ],
    [
      "it is of an older format",
      (manifest) => (manifest.format = 2),
      "expected a manifest of format 3; got 2; compile the archive again",
    ],
    [
      "it is of an older version",
      (manifest) => Object.assign(manifest, { version: 1 }),
      "expected a manifest of version 2; got 1; compile the archive again",
    ],
    ["it is other JSON", (manifest) => Object.assign(manifest, { version: "x" }), "expected a manifest of version 2"],
    ["it has no generation", (manifest) => Object.assign(manifest, { generation: 5 }), "a manifest with a generation"],
    [
      "a shard has another footer",
      ({ files }) => Object.assign(files[1]!, { footer: "00" }),
      "expected the shard that its manifest names; got one of another run",
    ],
  ])("fails if %s", (_, change, message) => {
    const { code, out, err } = broken(change);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^robots-wasm: [^\n]*\n$/);
    expect(err).toContain(message);
  });

  it("archive MANIFEST verifies every shard, and that it is the one of the manifest", () => {
    const { code, out } = run(["archive", path("rules")]);
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toMatch(/rules: valid, format 3, 4 shards, 402 origins, [\d,]+ bytes$/);
    expect(out.trim().split("\n").slice(4).sort()).toEqual(
      run(["archive", path("whole")])
        .out.trim()
        .split("\n")
        .slice(4)
        .sort(),
    );
    expect(broken(({ files }) => Object.assign(files[2]!, { sha256: "0" })).code).toBe(0);
    const other = run(["archive", "--json", path("broken")]);
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining("expected the SHA-256 of the manifest") });
    expect(JSON.parse(other.out)).toMatchObject({ file: path("broken"), valid: false });
  });
});

describe("origin-key", () => {
  it("prints one line for each line of the input", () => {
    const { code, out } = run(
      ["origin-key"],
      "http://a.example/x\nHTTPS://A.example:443\n\ncart\nhttp://a.example:81/",
    );
    const [http, https, empty, invalid, port] = out.split("\n");
    expect({ code, http }).toEqual({ code: 0, http: String(originHash("http://a.example/")) });
    expect([https, empty, invalid]).toEqual([http, "", ""]);
    expect(port).toBe(String(originHash("http://a.example:81/")));
    expect(port).not.toBe(http);
  });
});

describe("originHash is stable: FNV-1a of host and port", () => {
  it.each([
    ["http://a/", 0xe40c292c],
    ["https://foobar/x?y", 0xbf9cf968],
    [new URL("http://user@FOOBAR:80/"), 0xbf9cf968],
  ])("%s", (url, hash) => expect(originHash(url)).toBe(hash));

  it.each(["/path", "mailto:a@b", "cart"])("%s is not an http or https URL", (url) => {
    expect(() => originHash(url)).toThrow(expect.objectContaining({ code: "ERR_INVALID_URL" }));
  });
});
