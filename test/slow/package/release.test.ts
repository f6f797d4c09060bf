/** A release is what its tag, package.json and CHANGELOG.md say, published from one workflow whose parts are pinned. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { pageFor } from "../../../scripts/packages.mjs";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const root = fileURLToPath(new URL("../../..", import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(textOf("package.json"));

const addresses = {
  repository: { type: "git", url: "git+https://github.com/someone/robots-wasm.git" },
  homepage: "https://someone.example/robots-wasm/",
  bugs: "https://github.com/someone/robots-wasm/issues",
};

interface Release {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder with these files, checked as if a workflow of `repository` released it. */
function releaseOf(tag: string, files: Readonly<Record<string, string>>, repository?: string): Release {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-release-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { GITHUB_REPOSITORY: _, ...surroundings } = process.env;
  const env = { ...surroundings, ...(repository !== undefined && { GITHUB_REPOSITORY: repository }) };
  const script = join(root, "scripts/release.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag, folder], { encoding: "utf8", env });
  return { status, out: stdout.trim(), err: stderr.trim() };
}

const release = (tag: string, version: string, changelog: string): Release =>
  releaseOf(tag, { "package.json": JSON.stringify({ version, ...addresses }), "CHANGELOG.md": changelog });

const older = "\n## 1.0.0 (2026-01-01)\n\n- First.\n";
const verdicts = "### Verdicts\n\n- `google`: an escaped slash is a slash (RFC 9309 §2.2.2, `test/cases/google.md`).\n";

describe("the pages of the packages", () => {
  const page =
    "[client](docs/client.md#redis) [API](docs/api/index.md) [![tester](docs/public/tester.png)](docs/guide/site-owners.md) [contributing](CONTRIBUTING.md), [below](#more), [standard](https://standard.example/a.md)";
  const published =
    "[client](https://someone.example/robots-wasm/client#redis) [API](https://someone.example/robots-wasm/api/) [![tester](https://someone.example/robots-wasm/tester.png)](https://someone.example/robots-wasm/guide/site-owners) [contributing](https://github.com/someone/robots-wasm/blob/v1.1.0/CONTRIBUTING.md), [below](#more), [standard](https://standard.example/a.md)";

  it("have links to the site and to the repository for those that lead into the repository", () => {
    expect(pageFor({ version: "1.1.0", ...addresses }, page)).toBe(published);
    expect(pageFor({ version: "1.1.0", ...addresses }, "[b](dialects.md) [c](../README.md)", "docs")).toBe(
      "[b](https://someone.example/robots-wasm/dialects) [c](https://github.com/someone/robots-wasm/blob/v1.1.0/README.md)",
    );
  });
  it("keep them without a homepage", () => expect(pageFor({ version: "1.1.0" }, page)).toBe(page));
});

describe("scripts/release.mjs", () => {
  it("prints the notes of the version", () => {
    const changelog = `# Changelog\n\nWords.\n\n## 1.1.0 (2026-02-03)\n\n- New.\n\n${verdicts}${older}`;
    expect(release("v1.1.0", "1.1.0", changelog)).toEqual({ status: 0, out: `- New.\n\n${verdicts.trim()}`, err: "" });
  });

  it("accepts a changed verdict of the client with its test", () => {
    const entry = "### Verdicts\n\n- An outage ends with its last failure (`test/core/access/access.test.ts`).\n";
    expect(release("v1.1.0", "1.1.0", `## 1.1.0 (2026-02-03)\n\n- New.\n\n${entry}${older}`).status).toBe(0);
  });

  it("accepts a prerelease", () =>
    expect(release("v2.0.0-rc.1", "2.0.0-rc.1", `## 2.0.0-rc.1 (2026-02-03)\n\n- New.\n${older}`).status).toBe(0));
  itEach<[title: string, changelog: string, problem: string, tag?: string, version?: string]>(
    "refuses %s",
    (_, changelog, problem, tag = "v1.1.0", version = "1.1.0") =>
      expect(release(tag, version, `# Changelog\n\n${changelog}`)).toEqual({ status: 1, out: "", err: problem }),
  );
});

describe("the addresses of the project", () => {
  const changelog = "## 1.0.0 (2026-01-01)\n\n- First.\n";
  const withManifest = (manifest: object): Record<string, string> => ({
    "package.json": JSON.stringify({ version: "1.0.0", ...manifest }),
    "CHANGELOG.md": changelog,
  });

  it.each(Object.keys(addresses))("a package.json without %s is not released", (field) => {
    const { [field]: _, ...rest } = addresses as Record<string, unknown>;
    const { status, err } = releaseOf("v1.0.0", withManifest(rest));
    expect({ status, err }).toMatchObject({
      status: 1,
      err: expect.stringContaining(`package.json: expected ${field} with a URL that starts with `),
    });
    expect(err).toContain('got nothing (CONTRIBUTING.md, "Addresses")');
  });
  it("are what --addresses checks alone", () => {
    expect(releaseOf("--addresses", withManifest({})).status).toBe(1);
    expect(releaseOf("--addresses", withManifest(addresses))).toEqual({ status: 0, out: "", err: "" });
  });
  it("are those of the repository that releases", () => {
    expect(releaseOf("v1.0.0", withManifest(addresses), "someone/robots-wasm").status).toBe(0);
    expect(releaseOf("v1.0.0", withManifest(addresses), "other/robots-wasm").err).toBe(
      "package.json: expected the repository of this run, other/robots-wasm; got someone/robots-wasm",
    );
  });
  it("stand in the example of the action", () => {
    const files = {
      ...withManifest(addresses),
      "docs/guide/lint-in-ci.md": "      - uses: OWNER/robots-wasm@v1.0.0\n",
    };
    expect(releaseOf("v1.0.0", files).err).toBe(
      'docs/guide/lint-in-ci.md: expected "uses: someone/robots-wasm@v…"; got OWNER/robots-wasm',
    );
  });
  it("are explained in CONTRIBUTING.md", () => {
    const [, section] = /^## Addresses\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(textOf("CONTRIBUTING.md"))!;
    for (const name of [...Object.keys(addresses), "lint-in-ci.md"]) expect(section).toContain(name);
  });
});

describe("CHANGELOG.md", () => {
  const [, newest] = textOf("CHANGELOG.md").split(/^## /m) as [string, string];

  it("has the form that a release needs once the unreleased part has a version", () => {
    const numbered = textOf("CHANGELOG.md").replace(/^## Unreleased$/m, "## 99.0.0 (unreleased)");
    const dated = numbered.replaceAll(/^(## \S+) \(unreleased\)$/gm, "$1 (2026-01-01)");
    const version = numbered === textOf("CHANGELOG.md") ? manifest.version : "99.0.0";
    expect(release(`v${version}`, version, dated)).toMatchObject({ status: 0, err: "" });
  });
  it("has only the headings of docs/versioning.md", () => {
    const documented = Array.from(textOf("docs/versioning.md").matchAll(/ \| \*(\w+)\* \|$/gm), ([, name]) => name);
    const headings = Array.from(newest.matchAll(/^### (.*)$/gm), ([, heading]) => heading);
    expect(documented).toEqual(expect.arrayContaining(headings));
  });
  it("cites cases and tests that exist", () => {
    for (const [file] of textOf("CHANGELOG.md").matchAll(/test\/[\w/-]+\.(?:md|test\.ts)/g))
      expect(existsSync(join(root, file)), file).toBe(true);
  });
});

describe("package.json", () => {
  const published = ["robots-wasm", "robots-wasm-cli"].map((name) =>
    JSON.parse(textOf(`build/packages/${name}/package.json`)),
  );
  it("is private: only the packages made from it are published, to all, with provenance", () => {
    expect(manifest.private).toBe(true);
    for (const one of published) {
      expect(one.publishConfig).toEqual({ access: "public", provenance: true });
      expect(one).not.toHaveProperty("private");
      expect(one.version).toBe(manifest.version);
    }
  });
  it("leaves what is of development in the repository", () => {
    for (const one of published)
      for (const field of ["scripts", "devDependencies", "overrides"]) expect(one).not.toHaveProperty(field);
  });
  it("runs nothing on the machine that installs the repository", () => {
    for (const name of ["preinstall", "install", "postinstall", "prepare"])
      expect(manifest.scripts).not.toHaveProperty(name);
  });
});

describe("Dependabot", () => {
  const ecosystems = {
    npm: "package.json",
    pip: "requirements.txt",
    gomod: "go.mod",
    maven: "pom.xml",
    cargo: "Cargo.toml",
  };
  const files = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).stdout.split("\n");
  it.each(Object.entries(ecosystems))("watches every folder of %s with a %s", (name, manifestFile) => {
    const [, list] = new RegExp(`package-ecosystem: ${name}\\n\\s+directories:\\s*\\[([^\\]]*)\\]`).exec(
      textOf(".github/dependabot.yml"),
    )!;
    // The extension for VS Code has neither dependencies nor a lock file.
    const folders = files.filter((file) => basename(file) === manifestFile && file !== "editors/vscode/package.json");
    expect(
      list!
        .split(",")
        .map((one) => one.trim())
        .sort(),
    ).toEqual(folders.map((file) => `/${dirname(file)}`.replace(/^\/\.$/, "/")).sort());
  });
});

const workflows = readdirSync(join(root, ".github/workflows")).map((name) => `.github/workflows/${name}`);

describe.each(workflows)("%s", (file) => {
  const text = textOf(file);
  it("pins what it uses by commit, with the version beside it", () => {
    const used = Array.from(text.matchAll(/uses: (.*)$/gm), ([, action]) => action!);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
  it("may read and nothing else, unless a job says more", () =>
    expect(text).toMatch(/^permissions:\n {2}contents: read\n(?! )/m));
  it("leaves no credentials in the checkout", () =>
    expect(text.match(/persist-credentials: false/g)).toHaveLength(text.match(/actions\/checkout@/g)?.length ?? 0));
  it("names no registry and holds no token", () =>
    expect(text).not.toMatch(/registry|NODE_AUTH_TOKEN|NPM_TOKEN|secrets\./));
});

/** The jobs of a workflow, by name. */
const jobsOf = (file: string): Record<string, string> =>
  Object.fromEntries(
    textOf(file)
      .split(/^jobs:\n/m)[1]!
      .split(/^ {2}(?=\w+:\n)/m)
      .slice(1)
      .map((job) => [job.slice(0, job.indexOf(":")), job]),
  );

describe("the release", () => {
  type Jobs = Record<"pack" | "test" | "publish" | "announce", string>;
  const { pack, test, publish, announce, ...others } = jobsOf(".github/workflows/release.yml") as Jobs;
  const expectOrder = (text: string, parts: readonly string[]): void => {
    const order = parts.map((part) => text.indexOf(part));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  };

  it("begins with a tag of a version", () =>
    expect(textOf(".github/workflows/release.yml")).toMatch(/^on:\n {2}push:\n {4}tags: \["v\*"\]\n(?! )/m));

  it("checks the version and packs first, in a job that runs no install scripts and no tests", () => {
    expectOrder(pack, [
      'node scripts/release.mjs "$GITHUB_REF_NAME"',
      "npm ci --ignore-scripts",
      "npm run build",
      "npm pack --ignore-scripts",
      "sha256sum",
      "upload-artifact",
    ]);
    expect(pack).not.toMatch(/needs:|\.ci\/run|npm (test|install)|vitest/);
  });
  it("tests these tarballs", () => {
    expectOrder(test, ["needs: pack", "download-artifact", ".ci/run", "ROBOTS_TARBALLS: "]);
    for (const file of ["test/support/packed.ts", "test/runtimes/workspace.mjs"])
      expect(textOf(file)).toContain('process.env["ROBOTS_TARBALLS"]');
  });
  it("publishes both with provenance once they are tested, and runs nothing else", () => {
    expectOrder(publish, ["needs: [pack, test]", "download-artifact", "sha256sum --check", "npm publish"]);
    expect(publish).toContain("needs.pack.outputs.sha256");
    expect(publish).toMatch(
      /for name in robots-wasm robots-wasm-cli; do\n\s+npm publish .* --ignore-scripts --provenance/,
    );
    expect(publish).not.toMatch(/actions\/checkout|npm (ci|install|run)|\.ci\/run|node scripts/);
    expect(textOf(".github/workflows/release.yml").match(/npm publish /g)).toHaveLength(1);
  });
  it("gives an identity to the publishing job only, and no other rights with it", () => {
    expect(publish).toContain("id-token: write");
    expect(publish).not.toContain("contents: write");
    for (const job of [pack, test, announce]) expect(job).not.toContain("id-token");
    for (const job of [pack, test]) expect(job).not.toMatch(/permissions:|environment:/);
    expect(others).toEqual({});
  });
});
