/** robots-wasm as npm packs it: what is in it, what its types say, how it loads, and where WebAssembly is forbidden. */
import { spawnSync } from "node:child_process";
import {
  type Dirent,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entries, manifest } from "../../support/manifest.ts";
import { appFolder, pack, removeFolders, root, run } from "../../support/packed.ts";

let folder = "";
let tarball = "";
let files: readonly string[] = [];

beforeAll(async () => {
  tarball = await pack();
  folder = await appFolder(tarball);
  const found = readdirSync(join(folder, "node_modules/robots-wasm"), { recursive: true, withFileTypes: true });
  const pathOf = (file: Dirent): string =>
    relative(join(folder, "node_modules/robots-wasm"), join(file.parentPath, file.name));
  files = found.filter((one) => one.isFile()).map(pathOf);
});
afterAll(removeFolders);

it("holds the build, what everyone must be able to read, and nothing else", () => {
  const unexpected = files.filter(
    (path) =>
      !/^(dist\/.*\.([cm]?js|wasm)|dist\/types\/(.*\.d\.[cm]?ts|package\.json)|dist\/crawlers(\.schema)?\.json|package\.json|(README|CHANGELOG)\.md|LICENSE)$/.test(
        path,
      ),
  );
  expect(unexpected).toEqual([]);
  expect(files).toContain("dist/index.js");
});

it("has at most 380 files and 2.0 MB", () => {
  const bytesOf = (path: string): number => statSync(join(folder, "node_modules/robots-wasm", path)).size;
  expect(files.length).toBeLessThanOrEqual(380);
  expect(files.reduce((sum, path) => sum + bytesOf(path), 0)).toBeLessThan(2_000_000);
});

it("has no command", () => {
  expect(files.filter((path) => /^dist\/(bulk|cli|tester)\//.test(path))).toEqual([]);
  expect(existsSync(join(folder, "node_modules/.bin/robots-wasm"))).toBe(false);
});

it("every export leads to a file", () => {
  const targetsOf = (entry: unknown): string[] =>
    typeof entry === "string" ? [entry] : Object.values(entry as object).flatMap(targetsOf);
  for (const target of targetsOf(manifest.exports)) expect(files).toContain(target.replace("./", ""));
});

it("publint finds nothing", async () => {
  const { status, stdout, stderr } = await run("node_modules/.bin/publint", [tarball, "--strict"]);
  expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
});

describe("attw", () => {
  interface Problem {
    readonly entrypoint: string;
  }
  it("finds nothing in any entry that is a program, under moduleResolution node10, node16 and bundler", () => {
    // To a file: attw ends before a pipe has taken all of it.
    const report = join(folder, "attw.json");
    spawnSync("node_modules/.bin/attw", [tarball, "--format", "json"], {
      cwd: root,
      stdio: ["ignore", openSync(report, "w"), "inherit"],
    });
    const { analysis, problems } = JSON.parse(readFileSync(report, "utf8")) as {
      analysis: { entrypoints: object };
      problems: Record<string, Problem[]>;
    };
    expect(Object.keys(analysis.entrypoints)).toEqual(expect.arrayContaining([...entries]));
    const found = Object.values(problems).flat();
    expect(found.filter(({ entrypoint }) => !/\.(wasm|json)$/.test(entrypoint))).toEqual([]);
  });
});

describe("the files", () => {
  const textOf = (path: string): string => readFileSync(join(folder, "node_modules/robots-wasm", path), "utf8");

  it("say nothing of source maps, which are not there", () => {
    for (const path of files) if (path.startsWith("dist/")) expect(textOf(path)).not.toContain("sourceMappingURL");
  });
  it("import files that are there, or dependencies", () => {
    const installed = Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    });
    const isAllowed = (specifier: string): boolean =>
      isBuiltin(specifier) || specifier === "#wasm" || installed.includes(specifier.split("/", 1)[0]!);
    for (const path of files.filter((one) => /^dist\/.*\.[cm]?(js|ts)$/.test(one))) {
      for (const [, from, loaded] of textOf(path)
        .replaceAll("\\\n", "")
        .replaceAll(/^ *\/\*\*.*?\*\//gms, "")
        .matchAll(/^(?:import|export)\s(?:[\w\s{},*]*\sfrom\s)?"([^"]+)"|(?:import|require)\("([^"]+)"\)/gm)) {
        const specifier = (from ?? loaded)!;
        if (!specifier.startsWith(".")) expect(isAllowed(specifier), `${path}: ${specifier}`).toBe(true);
        else {
          const target = join(dirname(path), specifier.replace("?module", ""));
          const found = path.includes(".d.") ? target.replace(/(?<!\.d)\.([cm]?)[jt]s$/, ".d.$1ts") : target;
          expect(files, `${path}: ${specifier}`).toContain(found);
        }
      }
    }
  });
  it("are none of development's", () => {
    for (const path of files)
      expect(path).not.toMatch(/^(test|bench|build|scripts|assembly)\/|(^|\/)(node_modules\/|\.)/);
  });
  it("keep internals out of the declarations", () => {
    for (const path of files.filter((one) => one.endsWith(".d.ts")))
      expect(textOf(path), path).not.toContain("@internal");
  });
});

const question =
  'const ok = parse("User-agent: *\\nDisallow: /*x$").isAllowed("/ax", "b") === false; if (!ok) process.exit(3);';
const engineName = "if (engineInUse() !== process.argv[2]) process.exit(4);";

describe("loads in Node", () => {
  it.each([
    ["import", [], "app.mjs", `import { engineInUse, parse } from "robots-wasm"; ${question} ${engineName}`, "wasm"],
    [
      "require",
      [],
      "app.cjs",
      `const { engineInUse, parse } = require("robots-wasm"); ${question} ${engineName}`,
      "wasm",
    ],
    [
      "import without WebAssembly",
      ["--jitless"],
      "jitless.mjs",
      `import { engineInUse, parse } from "robots-wasm"; ${question} ${engineName}`,
      "fallback",
    ],
  ])("%s", async (_, flags, name, source, engine) => {
    writeFileSync(join(folder, name), source);
    const words = [...flags, "--no-warnings", join(folder, name), engine];
    const { status, stdout, stderr } = await run(process.execPath, words, { cwd: folder });
    // Node 20 announces what --jitless implies.
    const unexpected = (stdout + stderr).replace(
      "Warning: disabling flag --expose_wasm due to conflicting flags\n",
      "",
    );
    expect({ status, unexpected }).toEqual({ status: 0, unexpected: "" });
  });
});

describe("packages that only some calls need", () => {
  it("are in no graph: every entry is bundled without them", async () => {
    const contents = entries
      .map((path, i) => `export * as e${i} from "${path.replace(".", "robots-wasm")}";`)
      .join("\n");
    for (const platform of ["browser", "node"] as const) {
      const options = { bundle: true, write: false, format: "esm", logLevel: "silent", platform } as const;
      const external = ["node:*", "undici"];
      const { errors, warnings } = await build({ ...options, external, stdin: { contents, resolveDir: folder } });
      expect({ platform, errors, warnings }).toEqual({ platform, errors: [], warnings: [] });
    }
  });

  it("bind nobody who installs another version: undici alone is a peer, of any version", () =>
    expect(manifest.peerDependencies).toEqual({ undici: "*" }));
});

describe("robots-wasm/client/node", () => {
  const load = async (question: string): Promise<string> => {
    writeFileSync(join(folder, "node.mjs"), `import { nodeFetch } from "robots-wasm/client/node"; ${question}`);
    const { stdout, stderr } = await run(process.execPath, ["--no-warnings", join(folder, "node.mjs")], {
      cwd: folder,
    });
    return stdout + stderr;
  };
  const link = (name: string): void =>
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));

  it("says which package it needs", async () => {
    expect(await load("")).toContain(
      "expected the package undici for this entry of robots-wasm; it is not installed: run npm install undici",
    );
  });

  it("reads ftp: by the package that it is given", async () => {
    const ask = (ftp: string): string => `import { RobotsClient } from "robots-wasm/client";
      const fetch = nodeFetch({ addresses: "public", ${ftp} });
      const client = new RobotsClient({ agent: "x", fetch });
      await client.get("ftp://127.0.0.1/").then(({ access }) => console.log(access.error), (error) => console.log(error.message));`;
    link("undici");
    expect(await load(ask(""))).toMatch(/^url: expected one of http:, https:; got ftp:, .* with the option ftp$/m);
    link("basic-ftp");
    expect(await load(ask('ftp: () => import("basic-ftp")'))).toBe("address refused: 127.0.0.1\n");
  });
});

/** Only robots-wasm/client loads them; test/package/structure.test.ts shows that the core reaches no package. */
it("brings the client's two dependencies, which bring one more, and nothing else", () => {
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  const installed = Object.keys(lock.packages).map((path) => path.replace("node_modules/", ""));
  expect(installed.sort()).toEqual(["http-cache-semantics", "p-limit", "robots-wasm", "yocto-queue"]);
  expect(manifest.optionalDependencies).toBeUndefined();
});

describe("the module", () => {
  const module = new WebAssembly.Module(readFileSync(join(root, "build/engine.wasm")));
  it("imports nothing", () => expect(WebAssembly.Module.imports(module)).toEqual([]));
  it("exports what the host calls", () => {
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    expect(names.sort()).toEqual([
      "buildIndex",
      "compileFile",
      "decideFile",
      "decideLines",
      "decideUrl",
      "decideUrlAt",
      "indexBytes",
      "memory",
      "readFile",
      "wantsIndex",
    ]);
  });
});
