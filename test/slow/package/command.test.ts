/** robots-wasm-cli as npm packs it: installed alone, it runs every command, and it says what it contains and under which licences. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { parquetWriteFile } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../../support/documents.ts";
import { manifest } from "../../support/manifest.ts";
import { installedCommand, type Result, removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";

let command = "";
let folder = "";
let package_ = "";
const inPackage = (file: string): string => readFileSync(join(package_, file), "utf8");

beforeAll(async () => {
  command = await installedCommand();
  package_ = join(dirname(command), "../..");
  folder = temporaryFolder("command");
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  parquetWriteFile({
    filename: join(folder, "urls.parquet"),
    columnData: [{ name: "url", data: FILES["urls.txt"].trim().split("\n"), type: "STRING" }],
  });
});
afterAll(removeFolders);

const ROBOTS = "User-agent: *\nDisallow: /cart\n";
const SITEMAP = "<urlset><url><loc>https://shop.example/cart</loc></url></urlset>";
const CAPTURE = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
const warcOf = (body: string): Buffer => {
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://shop.example/robots.txt\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${CAPTURE.length + body.length}\r\n\r\n`;
  return gzipSync(`${head}${CAPTURE}${body}\r\n\r\n`);
};
const FILES = {
  "robots.txt": ROBOTS,
  "broken.txt": "User-agent: *\nDisalow: /cart\n",
  "urls.txt": "https://shop.example/\nhttps://shop.example/cart\n",
  "sitemap.xml": SITEMAP,
  "robots/shop.example": ROBOTS,
  "a.yaml": "robots: robots.txt\ntests:\n  - agent: ExampleBot\n    refused: /cart\n",
  "access.log": `198.51.100.7 - - [01/Jan/2026:00:00:00 +0000] "GET /cart HTTP/1.1" 200 1 "-" "ExampleBot/1.0"\n`,
  "capture.warc.gz": warcOf(ROBOTS),
};

const cli = (words: readonly string[], input = ""): Promise<Result> =>
  run(execPath, [command, ...words], { cwd: folder, input });

it("is installed alone, and brings no other package", () => {
  expect(readdirSync(join(package_, ".."))).toEqual([".bin", ".package-lock.json", "robots-wasm-cli"]);
  expect(JSON.parse(inPackage("package.json"))).toMatchObject({
    name: "robots-wasm-cli",
    version: manifest.version,
    bin: { "robots-wasm": "dist/cli/main.js" },
  });
  expect(existsSync(join(package_, "../.bin/robots-wasm"))).toBe(true);
});

describe("every command runs", () => {
  const A = ["--agent", "ExampleBot"];
  const allowed = "https://shop.example/\n";
  it.each<[name: string, words: readonly string[], status: number, out: RegExp, input?: string]>([
    ["check", ["check", "robots.txt", ...A, "/cart"], 1, /^refused {2}\/cart/],
    ["check, a sitemap", ["check", "robots.txt", ...A, "--sitemap", "sitemap.xml"], 1, /^refused .*cart/],
    ["explain", ["explain", "robots.txt", ...A, "/cart"], 1, /Disallow: \/cart/],
    ["test", ["test", "a.yaml"], 0, /1 passed/],
    ["lint", ["lint", "broken.txt", "--format", "sarif"], 1, /"version": ?"2.1.0"/],
    ["agents", ["agents", "robots.txt"], 0, /GPTBot/],
    ["diff", ["diff", "robots.txt", "broken.txt"], 1, /cart/],
    ["fetch", ["fetch", "http://127.0.0.1:2", ...A], 3, /ECONNREFUSED/],
    ["fetch over ftp", ["fetch", "ftp://127.0.0.1:2", ...A], 3, /ECONNREFUSED/],
    ["compile", ["compile", ...A, "--output", "a.archive", "robots"], 0, /^$/],
    ["compile, WARC", ["compile", ...A, "--output", "b.archive", "capture.warc.gz"], 0, /^$/],
    ["archive", ["archive", "a.archive"], 0, /1 origin/],
    [
      "filter",
      ["filter", ...A, "--robots", "a.archive", "--quiet"],
      0,
      /^https:\/\/shop.example\/\n$/,
      FILES["urls.txt"],
    ],
    [
      "filter, threads",
      ["filter", ...A, "--robots", "b.archive", "--jobs", "2", "--quiet"],
      0,
      /^h\S*\n$/,
      FILES["urls.txt"],
    ],
    ["filter, why", ["filter", ...A, "--robots", "robots", "--json", "--quiet"], 0, /"line":2/, FILES["urls.txt"]],
    ["survey", ["survey", "--output", "s.parquet", "--format", "parquet", "robots"], 0, /^$/],
    ["logs", ["logs", "--robots", "robots.txt", "--site", "shop.example", "access.log"], 1, /ExampleBot|examplebot/],
    ["origin-key", ["origin-key", "--shards", "4"], 0, /\d/, allowed],
    ["--version", ["--version"], 0, new RegExp(`^${manifest.version}\n$`)],
  ])("%s", async (_, words, status, out, input) => {
    const ended = await cli(words, input);
    expect(ended, ended.stderr).toMatchObject({ status, stdout: expect.stringMatching(out) });
  });

  it("filter of a Parquet file, whose thread is a file of its own", async () => {
    const words = `filter --agent ExampleBot --robots robots --field url --quiet < urls.parquet`;
    const { status, stdout } = await run("sh", ["-c", `${execPath} ${command} ${words}`], { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 0, stdout: allowed });
  });

  it("and all are tried here, but those that serve", () => {
    const listed = Array.from(textOf("README.md").matchAll(/^robots-wasm ([a-z-]+) /gm), ([, name]) => name!);
    const tried = textOf("test/slow/package/command.test.ts");
    const untried = listed.filter((name) => !tried.includes(`, ["${name}", `));
    expect(untried).toEqual(["language-server", "tester"]); // process.test.ts and server.test.ts run these.
  });
});

describe("what it contains", () => {
  interface Locked {
    readonly version: string;
    readonly integrity: string;
  }
  interface Bill {
    readonly components: readonly {
      name: string;
      version: string;
      licenses: object[];
      hashes: { content: string }[];
    }[];
  }
  const bill = (): Bill => JSON.parse(inPackage("bom.cdx.json"));
  /** By name, each with its folder. */
  const locked = Object.entries(JSON.parse(textOf("package-lock.json")).packages as Record<string, Locked>).map(
    ([path, { version, integrity }]) => ({ path, name: path.replace(/^.*node_modules\//, ""), version, integrity }),
  );
  const lockedOf = ({ name, version }: { name: string; version: string }) =>
    locked.find((one) => one.name === name && one.version === version)!;
  const versionOf = (name: string): string | undefined =>
    bill().components.find((component) => component.name === name)?.version;

  it.each([
    ["undici", "7.30.2"],
    ["yaml", "2.9.1"],
    ["vscode-languageserver", "10.1.2"],
  ])("%s %s", (name, version) => expect(versionOf(name)).toBe(version));

  it("stands in its bill of materials with version, licence and hash, as the lock file has it", () => {
    const { components, ...rest } = bill() as Bill & object;
    expect(rest).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
    expect(components.length).toBeGreaterThan(20);
    for (const component of components) {
      const hash = Buffer.from(component.hashes[0]!.content, "hex").toString("base64");
      expect(`sha512-${hash}`).toBe(lockedOf(component).integrity);
      expect(component.licenses).toHaveLength(1);
    }
  });

  it("is what the page of the tester contains, too", () =>
    expect(["preact", "@codemirror/view", "sax"].map(versionOf)).not.toContain(undefined));

  it("comes with the licence of each package", () => {
    const licences = inPackage("LICENSES-OF-PACKAGES.txt");
    for (const component of bill().components) {
      expect(licences.split("\n")).toContain(`${component.name} ${component.version}`);
      const own = join(root, lockedOf(component).path);
      const file = readdirSync(own).find((one) => /^licen[sc]e/i.test(one))!;
      const text = readFileSync(join(own, file), "utf8").trim().replaceAll("\r\n", "\n");
      expect(licences, component.name).toContain(text);
    }
  });

  it("is all that it needs: no file imports a package", async () => {
    const entryPoints = readdirSync(dirname(command)).map((file) => join(dirname(command), file));
    const options = { bundle: true, write: false, metafile: true, platform: "node", format: "esm" } as const;
    const { metafile } = await build({ ...options, entryPoints, packages: "external", outdir: "out" });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ path, external }) => external && !isBuiltin(path))).toEqual([]);
  });
});
