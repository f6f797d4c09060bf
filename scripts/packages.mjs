// Writes the two packages that are published, from dist/: build/packages/robots-wasm, with what its entries reach, and
// build/packages/robots-wasm-cli, the command line as one bundle.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, transform } from "esbuild";
import { bundleCli } from "./bundle-cli.mjs";
import { billOf, licencesOf, packagesOf } from "./contents.mjs";

/** What the packages share of the repository's package.json. */
const SHARED = ["version", "license", "repository", "homepage", "bugs", "type", "engines", "publishConfig"];
/** What of it is of development. */
const OF_DEVELOPMENT = ["private", "scripts", "devDependencies", "overrides"];

const targetsOf = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(targetsOf));
const isModule = (file) => file.endsWith(".js");

/** Rooms that are published as one file each, those inside others first: what is loaded together need not be 50 files. */
const ROOMS = [
  "dist/owners/lint/",
  "dist/crawl/archive/",
  "dist/core/usage/",
  "dist/core/meta/",
  "dist/crawl/sitemaps/",
  "dist/owners/agents/",
  "dist/crawl/client/node/",
  "dist/crawl/client/",
  "dist/crawl/pace/",
  "dist/crawl/polite/node/",
  "dist/crawl/polite/",
];

/** How programs are published that people do not read: stack traces still name a line of few statements. */
const COMPACT = { minifyWhitespace: true, lineLimit: 200, target: "esnext" };

/** Files that `kept` has stay imports, as they are written in the room's index. */
const keepFiles = (root, room, kept) => ({
  name: "keep-files",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
      const file = resolve(resolveDir, path);
      if (kind === "entry-point" || !kept.has(relative(root, file).replaceAll("\\", "/"))) return undefined;
      return {
        path: relative(join(root, room), file)
          .replaceAll("\\", "/")
          .replace(/^(?!\.)/, "./"),
        external: true,
      };
    });
  },
});

async function writeRoom(root, room, kept, out) {
  await build({
    absWorkingDir: root,
    entryPoints: [`${room}index.js`],
    outfile: join(out, room, "index.js"),
    allowOverwrite: true,
    plugins: [keepFiles(root, room, kept)],
    packages: "external",
    bundle: true,
    format: "esm",
    charset: "utf8",
    minifySyntax: true,
    minifyIdentifiers: true,
    ...COMPACT,
    logLevel: "warning",
  });
}

/**
 * Whether a file goes into the file of its room: it does unless a file outside of the room imports it, or one that stays a file
 * does, which would make two of it.
 */
function isMergedBy(inputs) {
  const roomOf = (file) => ROOMS.find((room) => file.startsWith(room));
  const importsOf = (file, isSame) =>
    (inputs[file]?.imports ?? []).map(({ path }) => path).filter((path) => (roomOf(path) === roomOf(file)) === isSame);
  const kept = new Set(Object.keys(inputs).flatMap((file) => importsOf(file, false)));
  for (const file of kept) if (!file.endsWith("/index.js")) for (const path of importsOf(file, true)) kept.add(path);
  return (file) => roomOf(file) !== undefined && !file.endsWith("/index.js") && !kept.has(file);
}

/** The files that entries lead to, and those that these import. */
async function filesOf(root, manifest) {
  const targets = [...targetsOf(manifest.exports), ...targetsOf(manifest.imports)];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: targets.filter(isModule),
    external: ["#wasm", "*.wasm", "*.wasm?module"],
    packages: "external",
    bundle: true,
    format: "esm",
    outdir: "build",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const merged = readdirSync(join(root, "dist/merged"), { recursive: true, encoding: "utf8" });
  const types = readdirSync(join(root, "dist/types"), { recursive: true, encoding: "utf8" });
  const isMerged = isMergedBy(metafile.inputs);
  return new Set([
    ...Object.keys(metafile.inputs).filter((file) => !isMerged(file)),
    ...targets.filter((target) => target !== "./package.json").map((target) => target.slice(2)),
    ...merged.filter((file) => file.endsWith(".cjs")).map((file) => join("dist/merged", file)),
    ...types.filter((file) => /\.(ts|cts|mts|json)$/.test(file)).map((file) => join("dist/types", file)),
  ]);
}

/** `docs/api/index.md#errors` is `api/#errors` on the site, which has the files of docs/public at its root. */
const onSite = (path) => path.replace(/^docs\/(public\/)?/, "").replace(/(^|\/)index\.md(?=#|$)|\.md(?=#|$)/, "$1");

function addressOf({ homepage, repository, version }, path) {
  const site = homepage.replace(/[#?].*$/, "").replace(/\/?$/, "/");
  if (path.startsWith("docs/")) return new URL(onSite(path), site).href;
  const source = (repository?.url ?? site).replace(/^git\+/, "").replace(/(\.git)?\/?$/, "");
  return `${source}/blob/v${version}/${path}`;
}

/**
 * A page for npm's site: links into the repository lead to the project's site and to the repository's page. Without a homepage
 * they stay; release.mjs refuses such a release.
 */
export function pageFor(manifest, text, folder = "") {
  if (manifest.homepage === undefined) return text;
  const pathOf = (link) => join(folder, link).replaceAll("\\", "/");
  return text.replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, link) => `](${addressOf(manifest, pathOf(link))})`);
}

function emptied(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

const jsonOf = (value) => `${JSON.stringify(value, null, 2)}\n`;
const readText = (root, file) => readFileSync(join(root, file), "utf8");

/**
 * Node.js reads all of a merged file before the first decision, and faster if it is ASCII. It finds the names that an entry exports
 * only in statements of their own, so these are not joined there.
 */
async function copyCode(from, to) {
  const charset = from.endsWith(".cjs") ? "ascii" : "utf8";
  const form = { charset, minifySyntax: charset === "utf8" || from.includes("parts") };
  const options = { ...COMPACT, ...form, legalComments: "inline" };
  writeFileSync(to, (await transform(readFileSync(from, "utf8"), options)).code);
}

async function writeLibrary(root, manifest, out) {
  const kept = Object.entries(manifest).filter(([field]) => !OF_DEVELOPMENT.includes(field));
  const files = await filesOf(root, manifest);
  for (const file of [...files, "LICENSE"]) {
    mkdirSync(dirname(join(out, file)), { recursive: true });
    if (/\.c?js$/.test(file)) await copyCode(join(root, file), join(out, file));
    else cpSync(join(root, file), join(out, file));
  }
  for (const room of ROOMS) await writeRoom(root, room, files, out);
  for (const page of ["README.md", "CHANGELOG.md"])
    writeFileSync(join(out, page), pageFor(manifest, readText(root, page)));
  writeFileSync(join(out, "package.json"), jsonOf(Object.fromEntries(kept)));
}

function manifestOfCli(manifest) {
  const shared = Object.entries(manifest).filter(([field]) => SHARED.includes(field));
  return {
    name: "robots-wasm-cli",
    description: "The command line of robots-wasm: check, lint, compare and serve robots.txt files.",
    keywords: [...manifest.keywords, "cli"],
    ...Object.fromEntries(shared),
    bin: { "robots-wasm": "dist/cli/main.js" },
    exports: { "./package.json": "./package.json" },
  };
}

/** @param {string[]} ofTester the files in dist/tester, relative to `root` */
async function writeCli(root, manifest, ofTester, out) {
  const own = manifestOfCli(manifest);
  const contained = packagesOf(root, [...(await bundleCli(root, join(out, "dist/cli"))), ...ofTester]);
  cpSync(join(root, "dist/tester"), join(out, "dist/tester"), { recursive: true });
  cpSync(join(root, "dist/embed.wasm"), join(out, "embed.wasm"));
  cpSync(join(root, "LICENSE"), join(out, "LICENSE"));
  writeFileSync(join(out, "README.md"), pageFor(manifest, readText(root, "docs/command-line.md"), "docs"));
  writeFileSync(join(out, "LICENSES-OF-PACKAGES.txt"), licencesOf(root, contained));
  writeFileSync(join(out, "bom.cdx.json"), jsonOf(billOf(root, own, contained)));
  // Last: test/support/fresh.ts reads its time.
  writeFileSync(join(out, "package.json"), jsonOf(own));
}

/** Node.js loads merged files, which hold the module, so the condition `node` of `#wasm` is for this repository alone. */
function forUsers({ imports, ...manifest }) {
  const { node: _, ...wasm } = imports["#wasm"];
  return { ...manifest, imports: { "#wasm": wasm } };
}

export async function writePackages(root, ofTester) {
  const manifest = JSON.parse(readText(root, "package.json"));
  await writeLibrary(root, forUsers(manifest), emptied(join(root, "build/packages/robots-wasm")));
  await writeCli(root, manifest, ofTester, emptied(join(root, "build/packages/robots-wasm-cli")));
}
